public import Strategies

/// A cache of any retention policy, opened once a batch.
public protocol RequestTaking: Sendable {
  var tally: RequestTally { get }
  mutating func take(_ batch: RequestBatch)
}

extension RequestCache: RequestTaking {}

extension RequestTaking where Self == RequestCache<LeastRecentlyUsed> {
  /// A cache for a retention policy that only the running program knows. Those that ship are named, so that their code
  /// is specialised, as in a replay.
  public static func cache(_ retention: any RetentionPolicy, keyCount: Int) -> any RequestTaking {
    switch retention {
    case let retention as LeastRecentlyUsed: RequestCache(retention, keyCount: keyCount)
    case let retention as LeastRecentlyUsedBySize: RequestCache(retention, keyCount: keyCount)
    case let retention as Sieve: RequestCache(retention, keyCount: keyCount)
    case let retention as Clock: RequestCache(retention, keyCount: keyCount)
    case let retention as S3FIFO: RequestCache(retention, keyCount: keyCount)
    case let retention as AdaptiveReplacement: RequestCache(retention, keyCount: keyCount)
    case let retention: opened(retention, keyCount: keyCount)
    }
  }

  private static func opened(_ retention: some RetentionPolicy, keyCount: Int) -> any RequestTaking {
    RequestCache(retention, keyCount: keyCount)
  }
}
