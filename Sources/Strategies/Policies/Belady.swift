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

  /// A held slot, as of a time; out of date once the slot has gone or was requested again.
  private struct Entry: Sendable {
    var next: Int32
    var slot: Int32

    func precedes(_ other: Entry) -> Bool { next != other.next ? next > other.next : slot < other.slot }
  }

  public var limit: BudgetInForce
  private var future: RequestFuture?
  private var upcoming: ContiguousArray<Int32> = []
  private var latest: Int32 = -1
  private var isHeld: ContiguousArray<Bool> = []
  /// A binary heap, the farthest next request first.
  private var heap: ContiguousArray<Entry> = []
  /// The size of the heap at which what is out of date is removed.
  private var heapMax = 0
  private var passed: ContiguousArray<Entry> = []

  public init(_ parameters: ParameterValues) { limit = BudgetInForce(parameters.budget("budget")) }

  public mutating func foresee(_ future: RequestFuture) { self.future = future }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    precondition(future.map { $0.first.count == slotCount } ?? true, "a future is that of the slots in use")
    upcoming = future?.first ?? ContiguousArray(repeating: RequestFuture.never, count: slotCount)
    latest = -1
    isHeld = ContiguousArray(repeating: false, count: slotCount)
    heap.removeAll(keepingCapacity: true)
    heapMax = 1024
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    guard let future else { return }
    // The engine may pass by requests that the policy never hears of.
    var request = upcoming[Int(slot)]
    while request <= latest { request = future.next[Int(request)] }
    if request == RequestFuture.never { return }
    latest = request
    upcoming[Int(slot)] = future.next[Int(request)]
    if isHeld[Int(slot)] { push(Entry(next: upcoming[Int(slot)], slot: slot)) }
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {}

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    isHeld[Int(slot)] = true
    push(Entry(next: upcoming[Int(slot)], slot: slot))
  }

  public mutating func dropped(_ slot: Int32) { isHeld[Int(slot)] = false }

  /// - Throws: `InvariantViolation` if a slot stands before one that is requested later.
  public func checkInvariants() throws(InvariantViolation) {
    for place in heap.indices.dropFirst() {
      try Invariant.holds(
        !heap[place].precedes(heap[(place - 1) / 2]), "slot \(heap[place].slot) stands below its place")
    }
  }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    passed.removeAll(keepingCapacity: true)
    while let top = heap.first, !(isCurrent(top) && canGo(top.slot)) {
      if isCurrent(top) { passed.append(top) }
      removeFirst()
    }
    let found = heap.first?.slot
    for index in passed.indices { push(passed[index]) }
    return found
  }

  private func isCurrent(_ entry: Entry) -> Bool {
    isHeld[Int(entry.slot)] && upcoming[Int(entry.slot)] == entry.next
  }

  private mutating func push(_ entry: Entry) {
    if heap.count >= heapMax {
      heap = ContiguousArray(heap.filter { isCurrent($0) })
      // What is sorted is a heap.
      heap.sort { $0.precedes($1) }
      heapMax = 2 * heap.count + 1024
    }
    heap.append(entry)
    var place = heap.count - 1
    while place > 0 && entry.precedes(heap[(place - 1) / 2]) {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = entry
  }

  private mutating func removeFirst() {
    let entry = heap.removeLast()
    if heap.isEmpty { return }
    var place = 0
    while true {
      var child = 2 * place + 1
      if child >= heap.count { break }
      if child + 1 < heap.count && heap[child + 1].precedes(heap[child]) { child += 1 }
      if !heap[child].precedes(entry) { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = entry
  }
}
