/// Executes for callgrind what instructions are counted of: decodes, a strategy's calls and a replay, each without its
/// set-up, once all of it is warm.
public struct InstructionRun: Sendable {
  /// Each decode executes the same every time, so that a few of all sizes do.
  private static let decodesMax = 20

  private var units: [(kind: InstructionKind, count: Int)] = []

  /// - Parameter decodes: True to count decodes, too: of photos that no strategy chooses, spread evenly over the grid, at
  ///   its first size.
  public init(
    _ replay: Replay, _ strategy: StrategySpec, decodes: Bool, library: PhotoLibrary, counter: InstructionCounter
  ) throws {
    // The decodes first: what warms them up is executed before the first count.
    if decodes { try countDecodes(replay.table, library, counter) }
    _ = replay.run(strategy)
    counter.restart()
    _ = replay.run(strategy, observer: StrategyInstructions(counter: counter))
    take(.frame, of: replay.script.steps.count { $0.kind == .frame }, counter)
    counter.restart()
    counter.begin()
    let tally = replay.run(strategy)
    counter.end()
    take(.request, of: Int(tally.requests.count), counter)
  }

  private mutating func take(_ kind: InstructionKind, of count: Int, _ counter: InstructionCounter) {
    if count == 0 { return }
    counter.finish(kind.rawValue)
    units.append((kind, count))
  }

  private mutating func countDecodes(
    _ table: SlotTable, _ library: PhotoLibrary, _ counter: InstructionCounter
  ) throws(MeasureError) {
    let assets = library.index.assets
    let count = min(InstructionRun.decodesMax, table.capacity)
    let tasks = (0..<count).map { DecodeTask(slot: Int32($0 * table.capacity / count), of: table, assets) }
      .filter(\.mustDecode)
    let worker = try DecodeWorker(library)
    for task in tasks { try worker.rehearse(task) }
    counter.restart()
    worker.counter = counter
    for task in tasks { try worker.decode(task) }
    take(.decode, of: tasks.count, counter)
  }

  /// The number of units of each kind, a line a kind: `frame 1699`.
  public var text: String { units.map { "\($0.kind.rawValue) \($0.count)\n" }.joined() }
}

private struct StrategyInstructions: ReplayObserver {
  let counter: InstructionCounter

  mutating func take(_ event: ReplayEvent, at time: Int64) {}

  mutating func strategyWillPlan() { counter.begin() }

  mutating func strategyDidPlan() { counter.end() }
}
