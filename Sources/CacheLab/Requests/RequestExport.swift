import StrategyKit

/// The requests of a trace, in the form of cache simulators.
public struct RequestExport: Sendable {
  /// The bitmap that each cell of the trace asks for, in the order of the requests.
  public let slots: ContiguousArray<Int32>
  package let table: SlotTable

  /// Creates the requests of a replay's trace.
  public init(_ replay: Replay) {
    slots = replay.run(.nothing, observer: RequestRecorder(replay.table)).observer.slots
    table = replay.table
  }

  package func bytes(_ slot: Int32) -> Int64 { table.bytes(ofSlot: slot) }
}

/// Records the requests of a replay as a plain stream. They are the same for every strategy.
public struct RequestRecorder: ReplayObserver, Sendable {
  public private(set) var slots: ContiguousArray<Int32> = []
  private let table: SlotTable

  public init(_ table: SlotTable) { self.table = table }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .request(let item, let size, _) = event { slots.append(table.slot(of: BitmapKey(item: item, size: size))) }
  }
}
