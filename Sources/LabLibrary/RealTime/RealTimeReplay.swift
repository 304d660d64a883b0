public import LabSystem

/// A replay on the wall clock: frames at the trace's times, real decodes on threads of their own, each held to its
/// declared cost, the same rules as in virtual time.
///
/// Open loop: a frame is due at the trace's time, however late the one before it was.
public struct RealTimeReplay {
  private let replay: Replay
  private let library: PhotoLibrary
  private let refreshPeriod: Int64
  private let isDecoding: Bool

  /// - Parameters:
  ///   - refreshHz: The refreshes of the recorded screen a second, at least 1.
  ///   - decodes: False lets decodes only take their declared time.
  public init(replay: Replay, library: PhotoLibrary, refreshHz: Int64, decodes: Bool) {
    precondition(refreshHz > 0, "a screen refreshes")
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
    let queue = RealTimeQueue()
    let stage = RealTimeStage(
      replay.live(strategy, decodes: queue), queue, script: replay.script, refreshPeriod: refreshPeriod)
    var threads: [SystemThread] = []
    let result = Result { () throws(MeasureError) in
      for _ in 0..<replay.table.device.workers {
        threads.append(try .start { stage.work { () throws(MeasureError) in try makeDecode() } })
      }
      return try play(on: stage, progress)
    }
    if case .failure(let error) = result { stage.fail(error) }
    for thread in threads { thread.join() }
    return RunFacts(tally: try result.get(), measurements: nil, frames: stage.frames)
  }

  /// Returns the body of a decode thread, with codec and reader of its own, once both are warm.
  private func makeDecode() throws(MeasureError) -> (Int32) throws(MeasureError) -> Void {
    guard isDecoding else { return { (_) throws(MeasureError) in } }
    let (table, assets) = (replay.table, library.index.assets)
    let worker = try DecodeWorker(library, scratch: table.scratchBytes)
    for task in DecodeTask.rehearsal(for: table, library) { try worker.rehearse(task) }
    return { (slot) throws(MeasureError) in try worker.decode(DecodeTask(slot: slot, of: table, assets)) }
  }

  private func play(on stage: RealTimeStage, _ progress: ((Int, Int) -> Void)?) throws(MeasureError) -> ReplayTally {
    let script = replay.script
    let start = try stage.start(threads: replay.table.device.workers)
    let total = Int(script.end.rawValue / 1_000_000_000)
    var (index, second) = (0, -1)
    while index < script.steps.count {
      let due = script.steps[index].time
      Clocks.wait(until: start + due)
      guard let next = stage.step(index) else { break }
      index = next
      if Int(due / 1_000_000_000) != second {
        second = Int(due / 1_000_000_000)
        progress?(second, total)
      }
    }
    Clocks.wait(until: start + script.end.rawValue)
    return try stage.close()
  }
}
