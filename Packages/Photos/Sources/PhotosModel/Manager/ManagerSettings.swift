public import CacheLab
public import StrategyKit

/// How the model behaves where Photos' documents are silent or disagree. Each says what is known.
public struct ManagerSettings: Hashable, Sendable {
  /// When a caching request serves a later request.
  public enum CacheMatch: Hashable, Sendable {
    /// Asset, target size, content mode and options are the same: the web documentation of startCachingImages.
    case wholeKey
    /// Asset and options are the same, and the cached source is large enough: the header, which speaks of options and
    /// of sources only.
    case optionsOnly
  }

  /// What becomes of a second caching request for an asset with another key.
  public enum SecondCaching: Hashable, Sendable {
    /// The first has precedence until it is stopped, then the second is queued: the header.
    case waits
    /// Both are cached: what the web documentation, which knows of no precedence, lets one expect.
    case besides
  }

  /// What a handler hears of a cancelled request. The header: it may not be called at all.
  public enum Cancellation: Hashable, Sendable {
    /// Nothing.
    case silent
    /// One last call that says so: what `PHImageCancelledKey` is for.
    case called
  }

  public var cacheMatch: CacheMatch = .wholeKey
  public var secondCaching: SecondCaching = .waits
  public var cancellation: Cancellation = .silent
  /// Whether a result that is at hand, a cached or a degraded one, comes before an opportunistic request returns. The
  /// header says that it may; in other modes it never does.
  public var deliversAtHandAtOnce = true
  /// Whether a synchronous request is of high quality whatever its mode (observed).
  public var synchronousIsHighQuality = true
  /// Whether a thumbnail that reaches the target is the final image (observed: a target of 100 has one result).
  public var thumbnailServesSmallTargets = true
  /// Whether a request may be served by an image that a client still holds under the same key. Undocumented: an
  /// assumption, that of the replay, where what is displayed is resident.
  public var servesHeldImages = true
  /// Bytes of images that stay after a request on demand, least recently used first out. The web documentation says
  /// that such images are cached and not for how long; 0 keeps none, as in the replay: an assumption.
  public var keepsOnDemand = ByteCount.zero
  /// Bytes that caching requests may hold. What is started beyond waits until something is stopped. No document has a
  /// limit, and a phone has one: an assumption.
  public var preparedMax = ByteCount(rawValue: 512_000_000)
  /// Decodes at once, at least one: an assumption.
  public var workers = 2
  /// Scales that the decoder may use.
  public var scales: ScaleSet = .all

  public init() {}
}
