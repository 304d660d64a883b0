public import StrategyKit

/// The requests of a replay as a plain stream: which bitmap each cell asks for, and its bytes. No strategy changes it.
public struct RequestRecorder: SelectiveObserver, Sendable {
  public private(set) var slots: ContiguousArray<Int32> = []

  public init() {}

  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    slots.append(slot)
  }
}
