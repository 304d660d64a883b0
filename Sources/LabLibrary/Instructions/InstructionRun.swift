/// Executes for callgrind what instructions are counted of: decodes, a strategy's calls and a replay, each without its
/// set-up, once all of it is warm.
public enum InstructionRun {
  /// Each decode executes the same every time, so that a few of all sizes do.
  private static let decodesMax = 20

  /// Returns the number of units of each kind, a line a kind: `frame 1699`.
  ///
  /// - Parameter decodes: True to count decodes, too: of photos that no strategy chooses, spread evenly over the grid, at
  ///   its first size.
  public static func count(
    _ replay: Replay, _ strategy: StrategySpec, decodes: Bool, library: PhotoLibrary, counter: InstructionCounter
  ) throws -> String {
    var text = ""
    func take(_ kind: InstructionKind, of count: Int) {
      if count == 0 { return }
      counter.finish(kind.rawValue)
      text += "\(kind.rawValue) \(count)\n"
    }
    // The decodes first: what warms them up is executed before the first count.
    if decodes {
      let (table, assets) = (replay.table, library.index.assets)
      let count = min(decodesMax, table.capacity)
      let tasks = (0..<count).map { DecodeTask(slot: Int32($0 * table.capacity / count), of: table, assets) }
        .filter(\.mustDecode)
      let worker = try DecodeWorker(library)
      for task in tasks { try worker.rehearse(task) }
      counter.restart()
      worker.counter = counter
      for task in tasks { try worker.decode(task) }
      take(.decode, of: tasks.count)
    }
    _ = replay.run(strategy)
    counter.restart()
    _ = replay.run(strategy, observer: StrategyInstructions(counter: counter))
    take(.frame, of: replay.script.steps.count { $0.kind == .frame })
    counter.restart()
    counter.begin()
    let tally = replay.run(strategy)
    counter.end()
    take(.request, of: Int(tally.requests.count))
    return text
  }
}

private struct StrategyInstructions: ReplayObserver {
  let counter: InstructionCounter

  mutating func take(_ event: ReplayEvent, at time: Int64) {}

  mutating func strategyWillPlan() { counter.begin() }

  mutating func strategyDidPlan() { counter.end() }
}
