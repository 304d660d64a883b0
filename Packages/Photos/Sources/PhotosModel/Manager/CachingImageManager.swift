public import CacheLab
public import StrategyKit

/// Gives images of assets, and prepares those that it is told to (`PHCachingImageManager`).
///
/// Like Photos it has no limit: what is started stays until it is stopped. A strategy decides what.
public final class CachingImageManager: ImageManaging {
  public let engine: ManagerEngine

  public init(
    _ source: any ImageSourcing, scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    engine = ManagerEngine(source: source, scheduler: scheduler, settings: settings, cloud: cloud)
  }

  /// Prepares images. Only their sources are cached: cut and resized they are at delivery. Only requests with the same
  /// size, mode and options are served by them.
  public func startCachingImages(
    for assets: [Asset], targetSize: PixelSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let options = options ?? ImageRequestOptions()
    let wishes = assets.map { engine.wish(for: $0, targetSize, contentMode, options) }
    engine.perform { state in for wish in wishes { state.start(wish) } }
  }

  /// Cancels what was not begun; what runs ends. Prepared images go (which Photos does not promise: an assumption).
  public func stopCachingImages(
    for assets: [Asset], targetSize: PixelSize, contentMode: ImageContentMode, options: ImageRequestOptions?
  ) {
    let options = options ?? ImageRequestOptions()
    let keys = assets.map { engine.wish(for: $0, targetSize, contentMode, options).key }
    engine.perform { state in for key in keys { state.stop(key) } }
  }

  public func stopCachingImagesForAllAssets() { engine.perform { $0.stopAll() } }

  /// False while scrolling fast: caching requests then prepare thumbnails only, which serve as degraded results. Those
  /// begun before stay as they are.
  public var allowsCachingHighQualityImages: Bool {
    get { engine.perform { $0.allowsHighQuality } }
    set { engine.perform { $0.allowsHighQuality = newValue } }
  }
}
