/// What stands in a queue: it knows its neighbours.
public protocol LinkedSlot {
  var previous: Int32 { get set }
  var next: Int32 { get set }
}

/// A first-in-first-out queue of dense slots, linked through the slots themselves: O(1), no allocation, removal anywhere.
///
/// The one algorithm behind the jobs of a replay and the lists of retention policies. Which slot stands in which queue is
/// for its owner to know.
public struct SlotQueue: Sendable {
  /// Marks the absence of a slot.
  @inlinable
  public static var none: Int32 { -1 }

  @usableFromInline var head: Int32 = -1
  @usableFromInline var tail: Int32 = -1

  @inlinable
  public init() {}

  /// The slot that has been in it longest; `none` when it is empty.
  @inlinable
  public var first: Int32 { head }

  /// The slot at the back; `none` when it is empty.
  @inlinable
  public var last: Int32 { tail }

  @inlinable
  public var isEmpty: Bool { head == SlotQueue.none }

  /// - Precondition: `slot` is in no queue that uses the same links.
  @inlinable
  @inline(__always)
  public mutating func append<Slots: MutableCollection>(_ slot: Int32, in slots: inout Slots)
  where Slots.Index == Int, Slots.Element: LinkedSlot {
    slots[Int(slot)].previous = tail
    slots[Int(slot)].next = SlotQueue.none
    if tail == SlotQueue.none { head = slot } else { slots[Int(tail)].next = slot }
    tail = slot
  }

  /// - Precondition: `slot` is in the queue.
  @inlinable
  @inline(__always)
  public mutating func remove<Slots: MutableCollection>(_ slot: Int32, in slots: inout Slots)
  where Slots.Index == Int, Slots.Element: LinkedSlot {
    let previous = slots[Int(slot)].previous
    let next = slots[Int(slot)].next
    if previous == SlotQueue.none { head = next } else { slots[Int(previous)].next = next }
    if next == SlotQueue.none { tail = previous } else { slots[Int(next)].previous = previous }
  }

  /// Walks the queue: each slot's neighbour knows it as its own, and the last one is the last.
  ///
  /// - Returns: The slots in it, first to last.
  /// - Throws: `InvariantViolation` when the links are not those of a queue.
  public func checkInvariants<Slots: RandomAccessCollection>(
    in slots: Slots
  ) throws(InvariantViolation) -> ContiguousArray<Int32> where Slots.Index == Int, Slots.Element: LinkedSlot {
    var found: ContiguousArray<Int32> = []
    var (slot, before) = (head, SlotQueue.none)
    while slot != SlotQueue.none {
      try Invariant.holds(slots.indices.contains(Int(slot)), "a queue names slot \(slot) of \(slots.count)")
      try Invariant.holds(
        slots[Int(slot)].previous == before,
        "slot \(slot) stands behind \(before), it says \(slots[Int(slot)].previous)")
      try Invariant.holds(found.count < slots.count, "a queue runs in a circle")
      found.append(slot)
      (slot, before) = (slots[Int(slot)].next, slot)
    }
    try Invariant.holds(tail == before, "the last slot of a queue is \(before), it says \(tail)")
    return found
  }
}
