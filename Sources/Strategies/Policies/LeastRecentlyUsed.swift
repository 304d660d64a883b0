/// Keeps decoded images until the byte budget needs room, and lets the least recently requested go first.
///
/// Rule: it preheats nothing. A bitmap is as recent as its last request, whether that found it or not. A start counts
/// as a request while no cell has asked for the bitmap. A bitmap that goes is forgotten: when it comes again, its
/// recency is new. When room is needed, the least recent bitmap goes that no cell shows and that is not started.
/// Bitmaps are told apart by photo and target size, so the same photo at two column counts is two bitmaps. With
/// `match=at-least` a request is also served by a larger bitmap of the same photo, at least as large in both sides.
/// Where the exact one is not held, it is the one with the fewest pixels, of equals the size that the trace had first.
/// Starts match exactly.
///
/// Source: the textbook. Differences from it: recency is the time of the last request, not of the insertion, since a
/// decode ends after its request; bitmaps on screen never go.
///
/// Cost: O(1) a request; a victim costs a walk past bitmaps that may not go, at most the displayed and started ones.
/// Loses on a one-way scroll, where nothing comes back, and on loops larger than the budget.
public struct LeastRecentlyUsed: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "lru",
    summary: "keeps decoded images by (asset, target size), the least recently requested goes first",
    parameters: [
      .budget,
      ParameterSpec(
        key: "match", kind: .choice(["exact", "at-least"]), defaultValue: .choice("exact"),
        summary: "at-least: a larger bitmap of the same photo serves too"),
    ]
  )

  private static var absent: Int32 { -2 }

  /// The neighbours of a slot in `recency`; `absent` for one that is not in it.
  private struct Link: LinkedSlot, Sendable {
    var previous = LeastRecentlyUsed.absent
    var next = LeastRecentlyUsed.absent
  }

  public let canServeSmallerRequests: Bool
  public var limit: BudgetInForce
  /// Held slots and slots that are being decoded, the least recently requested first.
  private var recency = SlotQueue()
  // A `SlotQueues`, which knows of bytes and of several queues, costs a replay 4 % more.
  private var links: ContiguousArray<Link> = []

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
    canServeSmallerRequests = parameters.choice("match") == "at-least"
  }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    recency = SlotQueue()
    links = ContiguousArray(repeating: Link(), count: slotCount)
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    if recency.last == slot { return }
    if isLinked(slot) { recency.remove(slot, in: &links) }
    recency.append(slot, in: &links)
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !isLinked(slot) { recency.append(slot, in: &links) }
  }

  public mutating func dropped(_ slot: Int32) {
    guard isLinked(slot) else { return }
    recency.remove(slot, in: &links)
    links[Int(slot)] = Link()
  }

  private func isLinked(_ slot: Int32) -> Bool { links[Int(slot)].next != LeastRecentlyUsed.absent }

  public func checkInvariants() throws(InvariantViolation) {
    let count = try recency.checkInvariants(in: links).count
    let linked = links.count { $0.next != LeastRecentlyUsed.absent }
    try Invariant.holds(linked == count, "\(linked) slots have links, \(count) are in the list")
  }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    var slot = recency.first
    while slot != SlotQueue.none && !canGo(slot) { slot = links[Int(slot)].next }
    return slot == SlotQueue.none ? nil : slot
  }
}
