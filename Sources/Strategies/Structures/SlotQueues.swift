/// Several queues over the same dense slots, each slot in at most one of them: no allocation after `reset`.
///
/// What retention policies of more than one list are made of: 16 bytes a slot hold its links, its queue, its bytes and
/// two bytes of marks that outlive its stay in a queue. All operations are O(1).
public struct SlotQueues: Sendable {
  /// Marks the absence of a slot.
  public static let none: Int32 = -1
  private static let absent = UInt16.max

  /// More queues than this cannot be told apart.
  public static let queuesMax = Int(UInt16.max)

  private struct Entry: Sendable {
    var previous = SlotQueues.none
    var next = SlotQueues.none
    var bytes: UInt32 = 0
    var queue = SlotQueues.absent
    var mark: UInt16 = 0
  }

  private struct Queue: Sendable {
    var first = SlotQueues.none
    var last = SlotQueues.none
    var bytes: Int64 = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var queues: ContiguousArray<Queue> = []

  public init() {}

  /// Empties all queues, clears all marks and makes room for slots `0..<slotCount`.
  ///
  /// - Precondition: at most `queuesMax` queues.
  /// - Complexity: O(`slotCount` + `queueCount`).
  public mutating func reset(slotCount: Int, queueCount: Int = 1) {
    precondition(queueCount <= SlotQueues.queuesMax, "a slot knows its queue by 16 bits")
    entries = ContiguousArray(repeating: Entry(), count: slotCount)
    queues = ContiguousArray(repeating: Queue(), count: queueCount)
  }

  public func contains(_ slot: Int32) -> Bool { entries[Int(slot)].queue != SlotQueues.absent }

  /// The queue that a slot stands in; nil when it is in none.
  public func queue(of slot: Int32) -> Int? {
    let queue = entries[Int(slot)].queue
    return queue == SlotQueues.absent ? nil : Int(queue)
  }

  /// The slot at the front of a queue, which has been in it longest; `none` when it is empty.
  public func first(of queue: Int = 0) -> Int32 { queues[queue].first }

  /// The slot behind `slot`; `none` at the back.
  public func next(after slot: Int32) -> Int32 { entries[Int(slot)].next }

  /// Bytes of all slots in a queue.
  public func bytes(of queue: Int) -> Int64 { queues[queue].bytes }

  /// The bytes that a slot was appended with.
  public func bytes(ofSlot slot: Int32) -> Int64 { Int64(entries[Int(slot)].bytes) }

  public func isEmpty(_ queue: Int) -> Bool { queues[queue].first == SlotQueues.none }

  /// A number of the policy's own that stays with the slot, in a queue or not; 0 after `reset`.
  public func mark(_ slot: Int32) -> UInt16 { entries[Int(slot)].mark }

  public mutating func setMark(_ slot: Int32, _ mark: UInt16) { entries[Int(slot)].mark = mark }

  /// - Precondition: `slot` is in no queue; less than 4 GiB.
  public mutating func append(_ slot: Int32, to queue: Int = 0, bytes: Int64 = 0) {
    let index = Int(slot)
    precondition(entries[index].queue == SlotQueues.absent, "a slot is in one queue at most")
    let last = queues[queue].last
    entries[index].previous = last
    entries[index].next = SlotQueues.none
    entries[index].bytes = UInt32(bytes)
    entries[index].queue = UInt16(queue)
    if last == SlotQueues.none { queues[queue].first = slot } else { entries[Int(last)].next = slot }
    queues[queue].last = slot
    queues[queue].bytes += bytes
  }

  /// - Precondition: `slot` is in a queue.
  public mutating func remove(_ slot: Int32) {
    let entry = entries[Int(slot)]
    precondition(entry.queue != SlotQueues.absent, "only a slot in a queue can be removed")
    let queue = Int(entry.queue)
    if entry.previous == SlotQueues.none {
      queues[queue].first = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next == SlotQueues.none {
      queues[queue].last = entry.previous
    } else {
      entries[Int(entry.next)].previous = entry.previous
    }
    queues[queue].bytes -= Int64(entry.bytes)
    entries[Int(slot)].queue = SlotQueues.absent
  }

  /// Moves a slot to the back of a queue, its own or another; its bytes go with it.
  ///
  /// - Precondition: `slot` is in a queue.
  public mutating func move(_ slot: Int32, toBackOf queue: Int = 0) {
    if queues[queue].last == slot { return }
    let bytes = bytes(ofSlot: slot)
    remove(slot)
    append(slot, to: queue, bytes: bytes)
  }
}
