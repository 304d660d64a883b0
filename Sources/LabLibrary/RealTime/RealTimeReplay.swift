/// A replay on the wall clock: frames at the trace's times, real decodes on threads of their own, each held to its
/// declared cost, the same rules as in virtual time.
///
/// Open loop: a frame is due at the trace's time, however late the one before it was.
public struct RealTimeReplay {
  private let replay: Replay
  private let library: PhotoLibrary
  private let refreshPeriod: Int64
  private let isDecoding: Bool

  private struct Stage: ~Copyable {
    let replay: LiveReplay
    let begun: BegunDecodes
    /// The time of the wall clock when trace time is 0.
    var start: Int64 = 0
    var readyThreads = 0
    var isClosed = false
    var failure: MeasureError?
    var frames: FrameTimings
  }

  /// - Parameters:
  ///   - refreshHz: The refreshes of the recorded screen a second, at least 1.
  ///   - decodes: False lets decodes only take their declared time.
  public init(replay: Replay, library: PhotoLibrary, refreshHz: Int64, decodes: Bool) {
    self.replay = replay
    self.library = library
    refreshPeriod = max(1, 1_000_000_000 / refreshHz)
    isDecoding = decodes
  }

  /// - Parameter progress: Called from time to time with the seconds of the trace that have passed and their total.
  public func run(
    _ strategy: StrategySpec, progress: ((Int, Int) -> Void)? = nil
  ) throws(MeasureError) -> RunFacts {
    _ = replay.run(strategy)
    let begun = BegunDecodes()
    let live = LiveReplay(replay, strategy, decodes: begun)
    let stage = Monitor(Stage(replay: live, begun: begun, frames: FrameTimings(refreshPeriod: refreshPeriod)))
    var threads: [SystemThread] = []
    let result = Result { () throws(MeasureError) in
      for _ in 0..<replay.table.device.workers { threads.append(try .start { decode(on: stage) }) }
      return try play(on: stage, progress)
    }
    if case .failure(let error) = result { stage.withLock { $0.failure = $0.failure ?? error } }
    for thread in threads { thread.join() }
    return RunFacts(tally: try result.get(), measurements: nil, frames: stage.withLock { $0.frames })
  }

  private func play(on stage: Monitor<Stage>, _ progress: ((Int, Int) -> Void)?) throws(MeasureError) -> ReplayTally {
    let (script, workers) = (replay.script, replay.table.device.workers)
    let start = try stage.wait { stage throws(MeasureError) -> Int64? in
      if let failure = stage.failure { throw failure }
      if stage.readyThreads == workers { stage.start = Clocks.monotonic() }
      return stage.readyThreads == workers ? stage.start : nil
    }
    let total = Int(script.end.rawValue / 1_000_000_000)
    var (index, second) = (0, -1)
    while index < script.steps.count {
      let due = script.steps[index].time
      Clocks.wait(until: start + due)
      index = try stage.withLock { stage throws(MeasureError) in
        if let failure = stage.failure { throw failure }
        let next = stage.replay.steps(from: index, happenAt: Clocks.monotonic() - start)
        if script.steps[next - 1].kind == .frame {
          stage.frames.record(due: due, done: Clocks.monotonic() - start)
        }
        return next
      }
      if Int(due / 1_000_000_000) != second {
        second = Int(due / 1_000_000_000)
        progress?(second, total)
      }
    }
    Clocks.wait(until: start + script.end.rawValue)
    return try stage.withLock { stage throws(MeasureError) in
      stage.isClosed = true
      if let failure = stage.failure { throw failure }
      stage.replay.stop()
      return stage.replay.tally
    }
  }

  private func decode(on stage: Monitor<Stage>) {
    let (table, assets) = (replay.table, library.index.assets)
    do throws(MeasureError) {
      let worker = isDecoding ? try DecodeWorker(library, scratch: table.scratchBytes) : nil
      if let worker { for task in DecodeTask.rehearsal(for: table, library) { try worker.rehearse(task) } }
      stage.withLock { $0.readyThreads += 1 }
      while let (job, start) = nextJob(on: stage) {
        try worker?.decode(DecodeTask(slot: job.slot, of: table, assets))
        let due = start + job.began + job.cost
        let isOverrun = Clocks.monotonic() > due
        Clocks.wait(until: due)
        stage.withLock { stage in
          if stage.isClosed { return }
          let now = Clocks.monotonic() - start
          stage.replay.decode(of: job.slot, gives: stage.replay.bytes(of: job.slot), at: now, took: now - job.began)
          stage.replay.takeJobs(at: now)
          stage.frames.decodeLateness.append(now - job.began - job.cost)
          if isOverrun { stage.frames.overruns += 1 }
        }
      }
    } catch {
      stage.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private func nextJob(on stage: Monitor<Stage>) -> (job: BegunDecodes.Job, start: Int64)? {
    stage.wait { stage -> (job: BegunDecodes.Job, start: Int64)?? in
      if stage.isClosed || stage.failure != nil { return .some(nil) }
      return stage.begun.jobs.isEmpty ? nil : (stage.begun.jobs.removeFirst(), stage.start)
    }
  }
}

/// The decodes that have begun and that no thread has taken yet, oldest first: never more than there are workers.
private final class BegunDecodes: LiveDecodes {
  typealias Job = (slot: Int32, cost: Int64, began: Int64)

  var jobs: ContiguousArray<Job> = []

  func begin(slot: Int32, cost: Int64, at time: Int64) { jobs.append((slot, cost, time)) }
  func end(slot: Int32, kept: Bool) {}
  func drop(slot: Int32) {}
  func request(photo: Int32) {}
  func download(slot: Int32) {}
}
