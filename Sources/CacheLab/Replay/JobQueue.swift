import StrategyKit

/// A first-in-first-out queue of slots linked through the slots themselves: O(1), no allocation, removal anywhere.
struct JobQueue: Sendable {
  static let none: Int32 = -1

  private(set) var first: Int32 = none
  private(set) var last: Int32 = none

  mutating func append(_ slot: Int32, in slots: SlotStore) {
    slots[Int(slot)].previous = last
    slots[Int(slot)].next = JobQueue.none
    if last == JobQueue.none { first = slot } else { slots[Int(last)].next = slot }
    last = slot
  }

  mutating func remove(_ slot: Int32, in slots: SlotStore) {
    let previous = slots[Int(slot)].previous
    let next = slots[Int(slot)].next
    if previous == JobQueue.none { first = next } else { slots[Int(previous)].next = next }
    if next == JobQueue.none { last = previous } else { slots[Int(next)].previous = previous }
  }
}
