import StrategyKit

/// The requests of a trace, as cache simulators take them.
public struct RequestExport: Sendable {
  /// The bitmap that each cell of the trace asks for, in the order of the requests.
  public let slots: ContiguousArray<Int32>
  package let table: SlotTable

  /// Takes the requests of a replay's trace.
  public init(_ replay: Replay) throws {
    let nothing = StrategySpec.nothing
    slots = replay.runOnce(nothing, cells: .cancel, observer: RequestRecorder(replay.table)).observer.slots
    table = replay.table
  }

  package func bytes(_ slot: Int32) -> Int64 { table.bytes(ofSlot: slot) }

  package func nextRequests() -> ContiguousArray<Int64> {
    var next = ContiguousArray<Int64>(repeating: -1, count: slots.count)
    var seen = ContiguousArray<Int64>(repeating: -1, count: Int(slots.max() ?? -1) + 1)
    for index in slots.indices.reversed() {
      next[index] = seen[Int(slots[index])]
      seen[Int(slots[index])] = Int64(index) + 1
    }
    return next
  }
}
