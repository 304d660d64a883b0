public import StrategyKit

/// Lets go of the bitmap whose next request is farthest away, one that is never asked for again before all others.
///
/// Source: Belady's MIN, 1966. It knows the requests to come, so it is an oracle and nothing to ship. For entries of
/// one size in a plain stream no policy that takes in what it misses has fewer misses. Differences: with sizes it is a
/// heuristic, as the optimum is then hard to find (a large entry soon needed may cost several small ones); in a grid,
/// where decodes take time and what is displayed or started may not go, it is one too. Ties go by slot. Cost: O(log n)
/// a request over n held bitmaps; a victim costs as much for each bitmap passed over that may not go. Loses to an
/// optimum for sizes, and it prefetches nothing.
public struct Belady: BudgetedEvictionPolicy, OfflinePolicy {
  public static let descriptor = PolicyDescriptor(
    id: "belady", summary: "the farthest next request goes first; knows the trace: an oracle, not to ship",
    parameters: [.budget])

  public var limit: BudgetInForce
  private var future: RequestFuture?
  /// By slot: the number of its next request.
  private var upcoming: ContiguousArray<Int32> = []
  /// The number of the last request so far.
  private var latest: Int32 = -1
  private var held = SlotHeap()

  public init(_ parameters: ParameterValues) { limit = BudgetInForce(parameters.budget("budget")) }

  public mutating func foresee(_ future: RequestFuture) { self.future = future }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    precondition(future.map { $0.first.count == slotCount } ?? true, "a future is that of the slots in use")
    upcoming = future?.first ?? ContiguousArray(repeating: RequestFuture.never, count: slotCount)
    latest = -1
    held.reset(slotCount: slotCount)
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    guard let future else { return }
    // The engine may pass by requests that the policy never hears of.
    var request = upcoming[Int(slot)]
    while request <= latest { request = future.next[Int(request)] }
    if request == RequestFuture.never { return }
    latest = request
    upcoming[Int(slot)] = future.next[Int(request)]
    held.change(slot, rank: upcoming[Int(slot)])
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {}

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    held.insert(slot, rank: upcoming[Int(slot)])
  }

  public mutating func dropped(_ slot: Int32) { held.remove(slot) }

  public func checkInvariants() throws(InvariantViolation) { try held.checkInvariants() }

  public mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { held.first(where: mayGo) }
}
