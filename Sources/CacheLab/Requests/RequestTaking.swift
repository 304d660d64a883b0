import GridEngine
public import StrategyKit

/// A cache of any retention policy, opened once a batch.
public protocol RequestTaking: Sendable {
  var tally: RequestTally { get }
  mutating func take(_ batch: RequestBatch)
}

extension RequestCache: RequestTaking {}

extension RequestTaking where Self == RequestCache<NoRetention> {
  /// A cache for a retention policy that only the running program knows.
  public static func cache(_ retention: any RetentionPolicy, keyCount: Int) -> any RequestTaking {
    RequestCache<AnyRetention>(AnyRetention(retention), keyCount: keyCount)
  }
}
