public import CacheLab
public import Foundation
public import StrategyKit

/// Loads images of assets and keeps none (`PHImageManager`). It asks an asset's library first, so a request for an
/// asset fetched before an edit gets the current version.
///
/// Handlers need not be `Sendable`. An asynchronous request calls them on the scheduler's queue of handlers, by default
/// the main queue; a synchronous request, and the first call of an opportunistic one, use the calling thread.
public class ImageManager: @unchecked Sendable {
  public let engine: ManagerEngine

  /// - Parameters:
  ///   - source: The source of images.
  ///   - scheduler: Threads, or a test's scheduler.
  public init(
    _ source: any ImageSourcing, scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    engine = ManagerEngine(source: source, scheduler: scheduler, settings: settings, cloud: cloud)
  }

  /// Requests an image of an asset.
  ///
  /// - Parameters:
  ///   - targetSize: The size in pixels, or `ImageManagerMaximumSize` for the whole image.
  ///   - options: The options; nil means opportunistic, fast, without the network.
  ///   - resultHandler: Called with the image and the info dictionary, once, or more often in opportunistic delivery.
  ///     Only an opportunistic or a synchronous request may call it before this call returns.
  /// - Returns: The number to cancel the request with.
  @discardableResult
  public func requestImage(
    for asset: Asset, targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?,
    resultHandler: @escaping (PhotosImage?, [AnyHashable: Any]?) -> Void
  ) -> ImageRequestID {
    let options = options ?? ImageRequestOptions()
    let wish = engine.wishes(for: [asset], PixelSize(target: targetSize), contentMode, options.values)[0]
    return engine.request(wish, options.progressCall, .image(resultHandler))
  }

  /// Requests a file as it is, or as an edit left it. Delivery and resize modes have no effect.
  ///
  /// - Parameter resultHandler: Called once with bytes, their type, their orientation and the info dictionary.
  @discardableResult
  public func requestImageDataAndOrientation(
    for asset: Asset, options: ImageRequestOptions?,
    resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
  ) -> ImageRequestID {
    let options = options ?? ImageRequestOptions()
    var key = options.values
    key.crop = nil
    let wish = engine.wishes(for: [asset], .maximum, .aspectFit, key)[0]
    return engine.request(wish, options.progressCall, .data(resultHandler))
  }

  /// Cancels a request, unless it has ended or is synchronous.
  public func cancelImageRequest(_ requestID: ImageRequestID) { engine.perform { $0.cancel(requestID) } }
}

/// Loads images of assets and prepares images in advance (`PHCachingImageManager`).
///
/// Started images stay until they are stopped, up to `ManagerSettings.preparedMax`; a strategy decides which. The
/// manager's prepared images go with it.
public final class CachingImageManager: ImageManager, @unchecked Sendable {
  deinit { engine.perform { $0.stopAll() } }

  /// Prepares images. Only their decoded sources are cached, and are cut and resized at delivery. They serve only
  /// requests with the same size, mode and options.
  public func startCachingImages(
    for assets: [Asset], targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let key = (options ?? ImageRequestOptions()).values
    let wishes = engine.wishes(for: assets, PixelSize(target: targetSize), contentMode, key)
    engine.perform { state in for wish in wishes { state.start(wish) } }
  }

  /// Stops preparing images. Waiting work is cancelled, running work goes on, and prepared images are dropped (which
  /// Photos does not promise: an assumption).
  public func stopCachingImages(
    for assets: [Asset], targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let key = (options ?? ImageRequestOptions()).values
    let wishes = engine.wishes(for: assets, PixelSize(target: targetSize), contentMode, key)
    engine.perform { state in for wish in wishes { state.stop(wish.key) } }
  }

  public func stopCachingImagesForAllAssets() { engine.perform { $0.stopAll() } }

  /// False during fast scrolling: later caching requests then prepare only thumbnails, for use as degraded results.
  public var allowsCachingHighQualityImages: Bool {
    get { engine.perform { $0.isHighQualityAllowed } }
    set { engine.perform { $0.isHighQualityAllowed = newValue } }
  }
}

/// The behaviour of the model where Photos' documents are silent or disagree. Each setting names its source.
public struct ManagerSettings: Hashable, Sendable {
  /// The match of a caching request with a later request.
  public enum CacheMatch: Hashable, Sendable {
    /// Equal asset, target size, content mode and options: the web documentation of startCachingImages.
    case wholeKey
    /// Equal asset and options, and a large enough cached source: the header, which names only options and sources.
    case optionsOnly
  }

  /// The treatment of a second caching request for an asset with another key.
  public enum SecondCaching: Hashable, Sendable {
    /// The first has precedence until it is stopped, then the second is queued: the header.
    case waits
    /// Both are cached: the web documentation, which knows no precedence.
    case besides
  }

  /// The calls of a cancelled request's handler. By the header it may not be called at all.
  public enum Cancellation: Hashable, Sendable {
    /// No call.
    case silent
    /// One last call with `PHImageCancelledKey`.
    case called
  }

  public var cacheMatch: CacheMatch = .wholeKey
  public var secondCaching: SecondCaching = .waits
  public var cancellation: Cancellation = .silent
  /// True to deliver a cached or degraded result before an opportunistic request returns. The header allows it, in this
  /// mode only.
  public var deliversAtHandAtOnce = true
  /// True if a synchronous request has high quality in any mode (observed).
  public var synchronousIsHighQuality = true
  /// True if a large enough thumbnail is the final image (observed: a target of 100 has one result).
  public var thumbnailServesSmallTargets = true
  /// True if an image that a client still holds under the same key may serve a request. Undocumented: an assumption, as
  /// in the replay, where displayed images are resident.
  public var servesHeldImages = true
  /// The most bytes of caching requests; further ones wait until others are stopped. No document names a limit, but a
  /// phone has one: an assumption.
  public var preparedMax = ByteCount(rawValue: 512_000_000)
  /// The number of parallel decodes, at least one: an assumption.
  public var workers = 2

  public init() {}
}
