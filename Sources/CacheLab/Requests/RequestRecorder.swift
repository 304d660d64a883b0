import StrategyKit

/// The requests of a replay as a plain stream: which bitmap each cell asks for, and its bytes. No strategy changes it.
public struct RequestRecorder: ReplayObserver, Sendable {
  public private(set) var slots: ContiguousArray<Int32> = []
  private let table: SlotTable

  public init(_ table: SlotTable) { self.table = table }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .request(let item, let size, _) = event { slots.append(table.slot(of: BitmapKey(item: item, size: size))) }
  }
}
