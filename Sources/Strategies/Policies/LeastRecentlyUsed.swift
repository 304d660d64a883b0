public import StrategyKit

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

  public let canServeSmallerRequests: Bool
  public var limit: BudgetInForce
  /// Held slots and slots that are being decoded, the least recently requested first.
  private var recency = SlotQueues()

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
    canServeSmallerRequests = parameters.choice("match") == "at-least"
  }

  public mutating func reset(slotCount: Int, sizeClasses: Int) { recency.reset(slotCount: slotCount) }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) { recency.move(slot) }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !recency.contains(slot) { recency.append(slot) }
  }

  public mutating func dropped(_ slot: Int32) {
    if recency.contains(slot) { recency.remove(slot) }
  }

  public func checkInvariants() throws(InvariantViolation) { try recency.checkInvariants() }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? { recency.first(where: canGo) }
}
