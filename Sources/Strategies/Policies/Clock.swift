/// One queue in order of arrival: the oldest goes, unless it was requested since it last came to the front; then it
/// begins again at the back. Also known as second chance and as FIFO with reinsertion.
///
/// Rule: a bitmap arrives at the back when its decode ends, without a mark. A request of a held bitmap marks it; the
/// first request after a start does not, for it counts as the arrival. When room is needed the queue is walked from the
/// front: a bitmap that may not go is passed over where it stands and keeps its mark, a marked one loses its mark and
/// goes to the back, and the first without a mark goes.
///
/// Source: Corbato: A paging experiment with the Multics system (1968); one bit a bitmap. Differences: bytes in place
/// of pages, what may not go is passed over, starts, and arrival at the end of the decode.
///
/// Cost: O(1) a request, a store on a hit; a victim costs a walk past marked ones, O(1) over time. Loses to `sieve`
/// where most are seen once, since survivors and newcomers share a queue. Loses to `lru` on a scroll that turns back,
/// where the order of use matters and not one bit of it.
public struct Clock: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "clock", summary: "keeps by arrival, with a second chance for what was requested since",
    parameters: [.budget])

  private static let visited: UInt16 = 1
  /// A bit of a mark: started, and no cell has asked yet.
  private static let ahead: UInt16 = 2
  public var limit: BudgetInForce
  private var queue = SlotQueues()

  public init(_ parameters: ParameterValues) { limit = BudgetInForce(parameters.budget("budget")) }

  public mutating func reset(slotCount: Int, sizeClasses: Int) { queue.reset(slotCount: slotCount) }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    let isAgain = queue.contains(slot) && queue.mark(slot) != Clock.ahead
    queue.setMark(slot, isAgain ? Clock.visited : 0)
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {
    if !queue.contains(slot) { queue.setMark(slot, Clock.ahead) }
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !queue.contains(slot) { queue.append(slot) }
  }

  public mutating func dropped(_ slot: Int32) {
    queue.setMark(slot, 0)
    if queue.contains(slot) { queue.remove(slot) }
  }

  public func checkInvariants() throws(InvariantViolation) { try queue.checkInvariants() }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    // The second round finds what the first one put back, all of it without a mark.
    for _ in 0..<2 {
      var slot = queue.first()
      while slot != SlotQueues.none {
        let next = queue.next(after: slot)
        if canGo(slot) {
          if queue.mark(slot) != Clock.visited { return slot }
          queue.setMark(slot, 0)
          queue.move(slot)
        }
        slot = next
      }
    }
    return nil
  }
}
