/// One queue in order of arrival and a hand that walks from old to new: it spares each bitmap that was requested since
/// it last came by, and the first that was not goes. Nothing moves on a hit.
///
/// Rule: a bitmap arrives when its decode ends, without a mark. A request of a held bitmap marks it; the first request
/// after a start does not, for it counts as the arrival. When room is needed the hand goes on from where it stands,
/// from the oldest at first: a bitmap that may not go is passed over and keeps its mark, a marked one loses its mark,
/// and the first without a mark goes. The hand stays there; behind the newest it begins again at the oldest.
///
/// Source: Zhang, Yang, Yue, Vigfusson, Rashmi: SIEVE is simpler than LRU (NSDI 2024). Differences: bytes in place of
/// pages, what may not go is passed over, starts, and arrival at the end of the decode.
///
/// Cost: O(1) a request, a store on a hit; a victim costs a walk past the marked, O(1) over time. Loses where what came
/// last is wanted next, as in a scroll that turns back: a newcomer goes before old ones that were seen twice.
public struct Sieve: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "sieve", summary: "keeps by arrival, a hand lets go of the first not requested since it came by",
    parameters: [.budget])

  private static let visited: UInt16 = 1
  /// A bit of a mark: started, and no cell has asked yet.
  private static let ahead: UInt16 = 2
  public var limit: BudgetInForce
  private var queue = SlotQueues()
  /// The slot at which the walk continues; `none` is the oldest.
  private var hand = SlotQueues.none

  public init(_ parameters: ParameterValues) { limit = BudgetInForce(parameters.budget("budget")) }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    queue.reset(slotCount: slotCount)
    hand = SlotQueues.none
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    let isAgain = queue.contains(slot) && queue.mark(slot) != Sieve.ahead
    queue.setMark(slot, isAgain ? Sieve.visited : 0)
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {
    if !queue.contains(slot) { queue.setMark(slot, Sieve.ahead) }
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !queue.contains(slot) { queue.append(slot) }
  }

  public mutating func dropped(_ slot: Int32) {
    queue.setMark(slot, 0)
    guard queue.contains(slot) else { return }
    if hand == slot { hand = queue.next(after: slot) }
    queue.remove(slot)
  }

  public func checkInvariants() throws(InvariantViolation) { try queue.checkInvariants() }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    // The first round may clear every mark, the second then finds the oldest that may go.
    var slot = hand == SlotQueues.none ? queue.first() : hand
    for _ in 0...2 {
      while slot != SlotQueues.none {
        if canGo(slot) {
          if queue.mark(slot) != Sieve.visited {
            hand = slot
            return slot
          }
          queue.setMark(slot, 0)
        }
        slot = queue.next(after: slot)
      }
      slot = queue.first()
    }
    return nil
  }
}
