public import CacheLab
public import LabLibrary
import LabSystem
public import StrategyKit

/// A replay on the wall clock: frames at the trace's times, real decodes on threads of their own, each held to its
/// declared cost, the same rules as in virtual time.
///
/// Open loop: a frame is due at the trace's time, however late the one before it was. A virtual replay runs before it,
/// to warm up code and heap.
public struct RealTimeReplay {
  private let replay: Replay
  private let library: PhotoLibrary
  private let refreshPeriod: Int64
  private let decodes: Bool

  /// - Parameters:
  ///   - refreshHz: The refreshes of the recorded screen a second, at least 1.
  ///   - decodes: False lets decodes only take their declared time.
  public init(replay: Replay, library: PhotoLibrary, refreshHz: Int64, decodes: Bool) {
    precondition(refreshHz > 0, "a screen refreshes")
    self.replay = replay
    self.library = library
    refreshPeriod = max(1, 1_000_000_000 / refreshHz)
    self.decodes = decodes
  }

  /// - Parameter progress: Called from time to time with the seconds of the trace that have passed and their total.
  public func run(
    _ strategy: StrategySpec, progress: ((Int, Int) -> Void)? = nil
  ) throws(MeasureError) -> RunFacts {
    let timer = StrategyTimer(frameCount: replay.script.steps.count)
    let (_, timed) = replay.run(strategy, observer: timer)
    let pages = SharedPages()
    let shown = RealTimeDecodes(table: replay.table, pages: pages)
    let stage = RealTimeStage(replay.live(strategy, decodes: shown), shown)
    var threads: [SystemThread] = []
    var (measurements, frames) = (Measurements(), FrameTimings(refreshPeriod: refreshPeriod))
    let result = Result { () throws(MeasureError) in
      for _ in 0..<replay.table.device.workers {
        threads.append(
          try .start {
            stage.work { () throws(MeasureError) in
              decodes ? try RealTimeDecoder(library: library, table: replay.table, pages: pages) : nil
            }
          })
      }
      return try play(on: stage, &measurements, &frames, progress)
    }
    if case .failure(let error) = result { stage.fail(error) }
    for thread in threads { thread.join() }
    stage.collect(into: &measurements, &frames)
    let tally = try result.get()
    measurements.pageCPU = pages.cpu
    measurements.strategyTimes = timed.times.samples
    return RunFacts(tally: tally, measurements: decodes ? measurements : nil, frames: frames)
  }

  /// Starts the clock, runs the frames, stops the clock, and reads the resources that the process took in between.
  private func play(
    on stage: RealTimeStage, _ measurements: inout Measurements, _ frames: inout FrameTimings,
    _ progress: ((Int, Int) -> Void)?
  ) throws(MeasureError) -> ReplayTally {
    var screen = RealTimeScreen(script: replay.script, refreshPeriod: refreshPeriod)
    var account = ProcessAccount()
    let clock = try stage.start(threads: replay.table.device.workers)
    screen.run(on: stage, clock: clock, progress: progress)
    let tally = try stage.close()
    account.end()
    account.write(to: &measurements)
    measurements.scratch = decodes ? replay.table.scratchBytes * Int64(replay.table.device.workers) : 0
    measurements.anonymousRSSAtPeak = screen.anonymousRSSMax
    frames = screen.frames
    return tally
  }
}

/// The result of a decode thread for a job.
@safe struct RealTimeOutcome {
  /// The bitmap; nil if nothing is decoded.
  var bitmap: UnsafeMutableRawPointer?
  var timing = DecodeTiming()
  /// The photo of an image that is partial.
  var partialAsset: Int?
  /// True if the declared cost was over before the decode was.
  var isOverrun = false
}

/// Trace time on the wall clock.
struct ReplayClock: Sendable {
  /// The time of the wall clock when trace time is 0.
  let start: Int64

  /// Returns the current trace time in nanoseconds.
  func now() -> Int64 { Clocks.monotonic() - start }

  /// Waits until trace time is `time`; returns at once if it has passed.
  func wait(until time: Int64) { Clocks.wait(until: start + time) }
}
