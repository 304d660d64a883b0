/// Records the requests of a replay as a plain stream, in the form of cache simulators. They are the same for every
/// strategy.
public struct RequestExport: ReplayObserver, Sendable {
  /// The bitmap that each cell asks for, in the order of the requests.
  public private(set) var slots: ContiguousArray<Int32> = []
  package let table: SlotTable

  public init(_ table: SlotTable) { self.table = table }

  /// Creates the requests of a replay's trace.
  public init(_ replay: Replay) { self = replay.run(.nothing, observer: RequestExport(replay.table)).observer }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .request(let item, let size, _) = event { slots.append(table.slot(of: BitmapKey(item: item, size: size))) }
  }
}
