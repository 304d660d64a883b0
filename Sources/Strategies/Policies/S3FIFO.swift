/// Three queues in order of arrival. Newcomers go through a small one, from which only those that were requested twice
/// more reach the main one. A third queue remembers the keys of those that left the small one, and a key that comes back
/// goes to the main.
///
/// Rule: it is the published algorithm with bytes in place of pages. The small queue has a tenth of the budget, rounded
/// down, the main one the rest, and keys of nine tenths of the budget are remembered. A bitmap arrives when its decode
/// ends, with a count of 0: in the main queue when its key was remembered at its request, else in the small one. Until
/// the first eviction newcomers go to the main queue once the small one is full. Each request of a held bitmap adds one
/// to its count, up to 3; the first request after a start does not, for it counts as the arrival. When room is needed,
/// the main queue gives a victim where it holds more than its part or the small one is empty, else the small one. The
/// small queue lets its oldest go, and moves those with a count of 2 or more to the main queue, with a count of 0. The
/// main queue lets its oldest with a count of 0 go, and puts the others back with one less. What may not go is passed
/// over where it stands.
///
/// Source: Yang, Zhang, Qiu, Yue, Rashmi: FIFO queues are all you need for cache eviction (SOSP 2023), as its authors'
/// simulator does it. Differences: no entry is refused for being larger than the small queue; what may not go is passed
/// over; starts.
///
/// Cost: O(1) a request, a store on a hit; a victim costs O(1) over time. Loses on a scroll back and forth over more
/// than the small queue holds: each photo goes before it is seen again.
public struct S3FIFO: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "s3-fifo", summary: "a small queue for newcomers, a main one for those seen again, keys of those that left",
    parameters: [.budget])

  private static let small = 0
  private static let main = 1
  private static let ghosts = 2
  /// The bits of a mark that count requests since the arrival, up to 3.
  private static let count: UInt16 = 3
  /// A bit of a mark: started, and no cell has asked yet.
  private static let ahead: UInt16 = 4
  /// A bit of a mark: requested while its key was remembered.
  private static let returns: UInt16 = 8

  public var limit: BudgetInForce
  private var queues = SlotQueues()
  /// The slot that `victim` named last: its key is remembered when it is dropped.
  private var named = SlotQueues.none
  private var hasEvicted = false

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
  }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    queues.reset(slotCount: slotCount, queueCount: 3)
    named = SlotQueues.none
    hasEvicted = false
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    let mark = queues.mark(slot)
    guard let queue = queues.queue(of: slot) else {
      queues.setMark(slot, mark & S3FIFO.returns)
      return
    }
    if queue == S3FIFO.ghosts {
      queues.remove(slot)
      queues.setMark(slot, S3FIFO.returns)
    } else if mark & S3FIFO.ahead != 0 {
      queues.setMark(slot, 0)
    } else if mark < S3FIFO.count {
      queues.setMark(slot, mark + 1)
    }
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {
    if let queue = queues.queue(of: slot), queue != S3FIFO.ghosts { return }
    requested(slot, bytes: bytes)
    queues.setMark(slot, queues.mark(slot) | S3FIFO.ahead)
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if let queue = queues.queue(of: slot) {
      if queue != S3FIFO.ghosts { return }
      queues.remove(slot)
    }
    let mark = queues.mark(slot)
    let fillsMain = !hasEvicted && queues.bytes(of: S3FIFO.small) >= smallBytes
    let isReturn = mark & S3FIFO.returns != 0
    queues.append(slot, to: isReturn || fillsMain ? S3FIFO.main : S3FIFO.small, bytes: bytes.rawValue)
    queues.setMark(slot, mark & S3FIFO.ahead)
  }

  public mutating func dropped(_ slot: Int32) {
    queues.setMark(slot, 0)
    guard let queue = queues.queue(of: slot) else { return }
    let isRemembered = slot == named && queue == S3FIFO.small
    let bytes = queues.bytes(ofSlot: slot)
    if slot == named { named = SlotQueues.none }
    queues.remove(slot)
    guard isRemembered, bytes <= ghostBytes else { return }
    while queues.bytes(of: S3FIFO.ghosts) + bytes > ghostBytes { queues.remove(queues.first(of: S3FIFO.ghosts)) }
    queues.append(slot, to: S3FIFO.ghosts, bytes: bytes)
  }

  public func checkInvariants() throws(InvariantViolation) { try queues.checkInvariants() }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    hasEvicted = true
    let mainFirst = queues.bytes(of: S3FIFO.main) > budget.rawValue - smallBytes || queues.isEmpty(S3FIFO.small)
    let found =
      mainFirst
      ? mainVictim(canGo) ?? smallVictim(canGo) ?? mainVictim(canGo)
      : smallVictim(canGo) ?? mainVictim(canGo)
    named = found ?? SlotQueues.none
    return found
  }

  private var smallBytes: Int64 { budget.rawValue / 10 }
  /// Nine tenths of the budget, computed without a product that could overflow.
  private var ghostBytes: Int64 { budget.rawValue / 10 * 9 + budget.rawValue % 10 * 9 / 10 }

  private mutating func smallVictim(_ canGo: (Int32) -> Bool) -> Int32? {
    var slot = queues.first(of: S3FIFO.small)
    while slot != SlotQueues.none {
      let next = queues.next(after: slot)
      if canGo(slot) {
        if queues.mark(slot) & S3FIFO.count < 2 { return slot }
        queues.move(slot, toBackOf: S3FIFO.main)
        queues.setMark(slot, 0)
      }
      slot = next
    }
    return nil
  }

  private mutating func mainVictim(_ canGo: (Int32) -> Bool) -> Int32? {
    // A count of 3 takes three rounds to come down.
    for _ in 0...Int(S3FIFO.count) {
      var slot = queues.first(of: S3FIFO.main)
      while slot != SlotQueues.none {
        let next = queues.next(after: slot)
        if canGo(slot) {
          let mark = queues.mark(slot)
          if mark & S3FIFO.count == 0 { return slot }
          queues.setMark(slot, mark - 1)
          queues.move(slot, toBackOf: S3FIFO.main)
        }
        slot = next
      }
    }
    return nil
  }
}
