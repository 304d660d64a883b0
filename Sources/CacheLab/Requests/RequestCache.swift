/// A cache for a plain stream of requests, without geometry and without time: a missed entry is there at once.
///
/// The cache owns the entries and counts their bytes; the eviction policy, the same code as in a replay, only names
/// victims. An entry larger than the whole budget is not kept, under every policy.
public struct RequestCache: Sendable {
  public private(set) var tally = RequestTally()
  private var evictionPolicy: Keeper
  /// The bytes of each held entry; 0 for all others.
  private var held: ContiguousArray<UInt32>
  private var heldBytes: Int64 = 0
  private let budget: Int64

  /// - Parameter keyCount: Keys are `0..<keyCount`.
  public init(_ evictionPolicy: any EvictionBehaviour, keyCount: Int) {
    self.evictionPolicy = Keeper(evictionPolicy)
    self.evictionPolicy.base?.reset(slotCount: keyCount, sizeClasses: 1)
    budget = evictionPolicy.budget.rawValue
    held = ContiguousArray(repeating: 0, count: keyCount)
  }

  /// Processes requests in their order.
  public mutating func take(_ batch: RequestBatch) {
    var missed: Int64 = 0
    var requested: Int64 = 0
    for (key, size) in batch {
      requested += Int64(size)
      let found = held[Int(key)]
      if found != 0 {
        if found != size { tally.resized += 1 }
        evictionPolicy.base?.requested(key, bytes: ByteCount(rawValue: Int64(size)))
      } else {
        missed += Int64(size)
        miss(key, size)
      }
    }
    tally.requests += Int64(batch.count)
    tally.requestedBytes.rawValue += requested
    tally.missedBytes.rawValue += missed
  }

  private mutating func miss(_ key: Int32, _ size: UInt32) {
    tally.misses += 1
    let bytes = ByteCount(rawValue: Int64(size))
    guard bytes.rawValue <= budget else {
      tally.oversize += 1
      return
    }
    evictionPolicy.base?.requested(key, bytes: bytes)
    while heldBytes + bytes.rawValue > budget {
      // A policy may have the newcomer in its order already.
      guard let victim = evictionPolicy.base?.victim(where: { $0 != key }) else {
        preconditionFailure("where something is held, a policy names a victim")
      }
      let dropped = Int64(held[Int(victim)])
      precondition(dropped > 0, "a policy names victims that are held")
      held[Int(victim)] = 0
      heldBytes -= dropped
      tally.evictions += 1
      evictionPolicy.base?.dropped(victim)
    }
    held[Int(key)] = size
    heldBytes += bytes.rawValue
    evictionPolicy.base?.becameResident(key, bytes: bytes)
  }
}

/// The outcomes of a stream of requests in a cache: integers only.
public struct RequestTally: Hashable, Sendable {
  public var requests: Int64 = 0
  public var misses: Int64 = 0
  /// The bytes of all requests, and of those that missed.
  public var requestedBytes = ByteCount.zero
  public var missedBytes = ByteCount.zero
  /// The number of requests of entries larger than the whole budget, which are never kept and always miss.
  public var oversize: Int64 = 0
  public var evictions: Int64 = 0
  /// The number of hits of an entry whose size differs from the one it is kept with, which goes on counting.
  public var resized: Int64 = 0
}

/// Successive requests of a stream: dense keys, and their bytes, which are at least 1.
public typealias RequestBatch = ContiguousArray<(key: Int32, size: UInt32)>
