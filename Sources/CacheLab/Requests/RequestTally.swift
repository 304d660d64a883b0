public import StrategyKit

/// What a stream of requests found in a cache: integers only.
public struct RequestTally: Hashable, Sendable {
  public var requests: Int64 = 0
  public var misses: Int64 = 0
  /// Bytes of all requests, and of those that missed.
  public var requestedBytes = ByteCount.zero
  public var missedBytes = ByteCount.zero
  /// Requests of entries larger than the whole budget, which are never kept; misses, all of them.
  public var oversize: Int64 = 0
  public var evictions: Int64 = 0
  /// Hits of an entry that came with another size than the one it was kept with, which goes on counting.
  public var resized: Int64 = 0

  public init() {}
}
