import StrategyKit

/// How many bytes of bitmaps a trace asks for: what a cache would have to hold.
public struct WorkingSet: Hashable, Sendable {
  /// Bytes of all keys that are asked for, each counted once: with so much nothing has to be decoded twice.
  public let bytes: Int64
  /// The most that is asked for from one request of a key to the next of the same, both ends' key counted once: a least
  /// recently used cache of so many bytes keeps all that is asked for again, a smaller one loses some of it. 0 where
  /// nothing is asked for again.
  public let largestReuseBytes: Int64
  public let requests: Int64
  /// Those of the first frame, which nothing can have ready.
  public let coldRequests: Int64
  /// Requests of keys that were asked for before: the most that keeping can serve.
  public let repeats: Int64
  /// Their share of the requests after the first frame.
  public var repeatShare: Double {
    requests == coldRequests ? 0 : Double(repeats) / Double(requests - coldRequests)
  }

  /// - Complexity: O(n log n) in requests.
  public init(_ replay: Replay) {
    let table = replay.table
    let (tally, requests) = replay.runOnce(.nothing, observer: RequestRecorder(table))
    self.init(keys: requests.slots, coldRequests: tally.requests.count - tally.warmRequests.count) {
      table.bytes(ofSlot: $0)
    }
  }

  /// - Parameters:
  ///   - keys: Not negative, in the order of the requests.
  ///   - size: Bytes of a key.
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
    self.coldRequests = coldRequests
    self.repeats = repeats
  }
}
