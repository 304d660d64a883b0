import CacheLab
import LabLibrary
import LabSystem
import StrategyKit

/// The decode threads of a replay on the wall clock.
struct RealTimeWorkers {
  private let threads: [NativeThread]

  /// Starts the threads, which warm up and then take jobs until the replay ends.
  ///
  /// - Parameter library: nil to take the declared time without decoding.
  init(
    stage: RealTimeStage, table: SlotTable, library: PhotoLibrary?, pace: RealTimePace, pages: SharedPages
  ) throws(MeasureError) {
    var threads: [NativeThread] = []
    for _ in 0..<table.device.workers {
      do throws(MeasureError) {
        threads.append(
          try NativeThread {
            do throws(MeasureError) {
              var decoder: RealTimeDecoder?
              if let library { decoder = try RealTimeDecoder(library: library, table: table, pages: pages) }
              stage.threadIsReady()
              while let (job, clock) = stage.nextJob() {
                try RealTimeWorkers.work(job, clock, stage, decoder, pace)
              }
            } catch {
              stage.fail(error)
            }
          })
      } catch {
        stage.fail(error)
        for thread in threads { thread.join() }
        throw error
      }
    }
    self.threads = threads
  }

  /// Waits until all threads have ended; the replay must have.
  func join() {
    for thread in threads { thread.join() }
  }

  private static func work(
    _ job: RealTimeDecodes.Job, _ clock: ReplayClock, _ stage: RealTimeStage, _ decoder: RealTimeDecoder?,
    _ pace: RealTimePace
  ) throws(MeasureError) {
    var outcome = try decoder?.decode(slot: job.slot) ?? RealTimeOutcome()
    if pace.decodeEnd == .hold {
      outcome.isOverrun = clock.now() > job.began + job.cost
      clock.wait(until: job.began + job.cost)
    }
    if !stage.end(job, outcome) { decoder?.release(outcome, slot: job.slot) }
  }
}
