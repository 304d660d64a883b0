/// The bytes of bitmaps that a trace asks for, which a cache would have to hold.
public struct WorkingSet: Hashable, Sendable {
  /// The bytes of all requested keys, each counted once: with so many nothing has to be decoded twice.
  public let bytes: Int64
  /// The most bytes that are requested from one request of a key to its next one, that key counted once: an LRU cache
  /// of so many bytes keeps all that is requested again, a smaller one loses some of it. 0 if nothing is requested
  /// again.
  public let largestReuseBytes: Int64
  public let requests: Int64
  /// The requests of keys that were requested before: the most that keeping can serve.
  public let repeats: Int64
  /// Their share of the requests after the first frame, in which nothing can be ready.
  public let repeatShare: Double

  /// - Complexity: O(n log n) in requests.
  public init(_ replay: Replay) {
    let table = replay.table
    let (tally, requests) = replay.run(.nothing, observer: RequestExport(table))
    self.init(keys: requests.slots, coldRequests: tally.requests.count - tally.warmRequests.count) {
      table.bytes(ofSlot: $0)
    }
  }

  /// - Parameters:
  ///   - keys: Not negative, in the order of the requests.
  ///   - size: Returns the bytes of a key.
  init(keys: ContiguousArray<Int32>, coldRequests: Int64 = 0, size: (Int32) -> Int64) {
    var last = ContiguousArray<Int>(repeating: -1, count: Int(keys.max() ?? -1) + 1)
    // A Fenwick tree over requests holds the bytes of each key at its latest one.
    var tree = ContiguousArray<Int64>(repeating: 0, count: keys.count + 1)
    func add(_ bytes: Int64, at place: Int) {
      var index = place + 1
      while index <= keys.count {
        tree[index] += bytes
        index += index & -index
      }
    }
    func sum(before place: Int) -> Int64 {
      var (index, sum) = (place, Int64(0))
      while index > 0 {
        sum += tree[index]
        index -= index & -index
      }
      return sum
    }
    var (bytes, largest, repeats) = (Int64(0), Int64(0), Int64(0))
    for (place, key) in keys.enumerated() {
      let own = size(key)
      let before = last[Int(key)]
      if before >= 0 {
        repeats += 1
        // Its own bytes stand at its last request, which is the first that is not before it.
        largest = max(largest, sum(before: place) - sum(before: before))
        add(-own, at: before)
      } else {
        bytes += own
      }
      add(own, at: place)
      last[Int(key)] = place
    }
    self.bytes = bytes
    largestReuseBytes = largest
    requests = Int64(keys.count)
    self.repeats = repeats
    repeatShare = requests == coldRequests ? 0 : Double(repeats) / Double(requests - coldRequests)
  }
}
