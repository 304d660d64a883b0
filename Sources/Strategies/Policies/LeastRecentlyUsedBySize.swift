/// As `lru`, with a list for each target size: bitmaps of the size that was requested least recently go first, within a
/// size the least recently requested.
///
/// Rule: recency of a bitmap is that of `lru`. A target size is as recent as the last request of any bitmap of it. When
/// room is needed, the least recent size that has a bitmap that may go gives its least recent one.
///
/// Source: our own, after image caches that keep a list for each size. A zoom in and out leaves bitmaps that no cell
/// can show, newer than many that cells will ask for again. Differences from `lru`: none while there is one target
/// size.
///
/// Cost: O(1) a request; a victim costs a walk past what may not go. Loses where a visit to another size is short and
/// comes again: everything of the size left behind goes before anything of the size in use.
public struct LeastRecentlyUsedBySize: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "lru-by-size", summary: "as lru, but bitmaps of the target size requested least recently go first",
    parameters: [.budget])

  public var limit: BudgetInForce
  /// A queue for each target size: held slots and slots that are being decoded, the least recently requested first.
  private var queues = SlotQueues()
  private var sizes = SlotQueues()
  private var slotsPerSize: Int32 = 1
  private var lastSize: Int32 = 0

  public init(_ parameters: ParameterValues) { limit = BudgetInForce(parameters.budget("budget")) }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    // Sizes beyond what queues can be told apart share the last one.
    let count = min(max(sizeClasses, 1), SlotQueues.queuesMax)
    slotsPerSize = Int32(max(1, slotCount / max(sizeClasses, 1)))
    lastSize = Int32(count - 1)
    queues.reset(slotCount: slotCount, queueCount: count)
    sizes.reset(slotCount: count)
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    let size = size(of: slot)
    sizes.move(size)
    queues.move(slot, toBackOf: Int(size))
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !queues.contains(slot) { requested(slot, bytes: bytes) }
  }

  public mutating func dropped(_ slot: Int32) {
    if queues.contains(slot) { queues.remove(slot) }
  }

  public func checkInvariants() throws(InvariantViolation) {
    try queues.checkInvariants()
    try sizes.checkInvariants()
  }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    var size = sizes.first()
    while size != SlotQueues.none {
      if let slot = queues.first(of: Int(size), where: canGo) { return slot }
      size = sizes.next(after: size)
    }
    return nil
  }

  private func size(of slot: Int32) -> Int32 { min(slot / slotsPerSize, lastSize) }
}
