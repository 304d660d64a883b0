import StrategyKit

/// Slots of 400 items, as a test wants a policy to see them.
@safe final class SlotBoard {
  private static let count = 400
  private let slots: UnsafeMutablePointer<Slot>

  /// - Parameters:
  ///   - state: What is under way for each item.
  ///   - bytes: What its bitmap takes.
  init(_ state: (ItemID) -> Slot.State, bytes: (ItemID) -> Int64 = { _ in 0 }) {
    unsafe slots = .allocate(capacity: SlotBoard.count)
    unsafe slots.initialize(repeating: Slot(), count: SlotBoard.count)
    for index in 0..<SlotBoard.count {
      let item = ItemID(index)
      unsafe slots[index].learn(bytes: bytes(item), cost: 0, isDecodable: true)
      unsafe slots[index].state = state(item)
    }
  }

  deinit { unsafe slots.deallocate() }

  /// Hands the view to `body`, which must not keep it.
  func withView(meanDecodeTime: Nanoseconds = .zero, _ body: (JobView) -> Void) {
    unsafe body(
      JobView(
        slots: slots, base: 0, places: nil, itemCount: Int32(SlotBoard.count),
        reached: ItemRange(lower: 0, upper: Int32(SlotBoard.count)), live: .zero, reclaimable: .zero, workers: 2,
        meanDecodeTime: meanDecodeTime))
  }
}
