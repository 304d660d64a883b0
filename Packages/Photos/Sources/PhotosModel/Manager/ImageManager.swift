public import CacheLab
public import Foundation
import StrategyKit

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
    let wish = engine.wishes(for: [asset], PixelSize(target: targetSize), contentMode, options.key)[0]
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
    var key = options.key
    key.normalizedCropRect = nil
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
    let key = (options ?? ImageRequestOptions()).key
    let wishes = engine.wishes(for: assets, PixelSize(target: targetSize), contentMode, key)
    engine.perform { state in for wish in wishes { state.start(wish) } }
  }

  /// Cancels what was not begun; what runs ends. Prepared images go (which Photos does not promise: an assumption).
  public func stopCachingImages(
    for assets: [Asset], targetSize: CGSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let key = (options ?? ImageRequestOptions()).key
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
