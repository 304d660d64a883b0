public import CacheLab
public import Foundation
public import StrategyKit

/// Gives images of assets, and keeps none (`PHImageManager`). It asks the library of each asset first: a request for an
/// asset that was fetched before an edit gets the asset as it is now.
///
/// Handlers need not be `Sendable`. An asynchronous request calls them on the scheduler's queue of handlers, the main
/// queue by default; a synchronous one, and the first call of an opportunistic one, on the calling thread.
public class ImageManager: @unchecked Sendable {
  public let engine: ManagerEngine

  /// - Parameters:
  ///   - source: Where images come from.
  ///   - scheduler: Threads, or a test's hand.
  public init(
    _ source: any ImageSourcing, scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    engine = ManagerEngine(source: source, scheduler: scheduler, settings: settings, cloud: cloud)
  }

  /// Asks for an image of an asset.
  ///
  /// - Parameters:
  ///   - targetSize: In pixels; `ImageManagerMaximumSize` for all of it.
  ///   - options: nil is the default: opportunistic, fast, without the network.
  ///   - resultHandler: Called once, or more often in opportunistic delivery, with the image and the info dictionary.
  ///     Only in opportunistic delivery, and of a synchronous request, may it be called before this call returns.
  /// - Returns: A number to cancel it with.
  @discardableResult
  public func requestImage(
    for asset: Asset, targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?,
    resultHandler: @escaping (PhotosImage?, [AnyHashable: Any]?) -> Void
  ) -> ImageRequestID {
    let options = options ?? ImageRequestOptions()
    let wish = engine.wishes(for: [asset], PixelSize(target: targetSize), contentMode, options.values)[0]
    return engine.request(wish, options.progressCall, .image(resultHandler))
  }

  /// Asks for a file as it is, or as an edit left it. The mode of delivery and resizing do not matter.
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

  /// Cancels a request; one that has ended, or a synchronous one, is left as it is.
  public func cancelImageRequest(_ requestID: ImageRequestID) { engine.perform { $0.cancel(requestID) } }
}

/// Gives images of assets, and prepares those that it is told to (`PHCachingImageManager`).
///
/// What is started stays until it is stopped, up to `ManagerSettings.preparedMax`. A strategy decides what. A manager that
/// goes takes what it prepares with it.
public final class CachingImageManager: ImageManager, @unchecked Sendable {
  deinit { engine.perform { $0.stopAll() } }

  /// Prepares images. Only their sources are cached: cut and resized they are at delivery. Only requests with the same
  /// size, mode and options are served by them.
  public func startCachingImages(
    for assets: [Asset], targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let key = (options ?? ImageRequestOptions()).values
    let wishes = engine.wishes(for: assets, PixelSize(target: targetSize), contentMode, key)
    engine.perform { state in for wish in wishes { state.start(wish) } }
  }

  /// Cancels what was not begun; what runs ends. Prepared images go (which Photos does not promise: an assumption).
  public func stopCachingImages(
    for assets: [Asset], targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let key = (options ?? ImageRequestOptions()).values
    let wishes = engine.wishes(for: assets, PixelSize(target: targetSize), contentMode, key)
    engine.perform { state in for wish in wishes { state.stop(wish.key) } }
  }

  public func stopCachingImagesForAllAssets() { engine.perform { $0.stopAll() } }

  /// False while scrolling fast: caching requests then prepare thumbnails only, which serve as degraded results. Those
  /// begun before stay as they are.
  public var allowsCachingHighQualityImages: Bool {
    get { engine.perform { $0.allowsHighQuality } }
    set { engine.perform { $0.allowsHighQuality = newValue } }
  }
}

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
  /// Bytes that caching requests may hold. What is started beyond waits until something is stopped. No document has a
  /// limit, and a phone has one: an assumption.
  public var preparedMax = ByteCount(rawValue: 512_000_000)
  /// Decodes at once, at least one: an assumption.
  public var workers = 2

  public init() {}
}
