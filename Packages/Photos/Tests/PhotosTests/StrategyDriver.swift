import PhotosModel
import Strategies

/// Lets a strategy decide what a caching manager prepares. PHOTOS.md shows it with the names of Photos.
struct StrategyDriver {
  let manager: CachingImageManager
  /// The asset of an item: `{ fetchResult.object(at: $0) }`.
  let asset: (Int) -> Asset
  let options: ImageRequestOptions?
  private var targetSize: PixelSize
  private var layout: GridLayout
  private var strategy: any CacheStrategy
  private var plan = Plan()

  /// - Parameter text: A strategy as lab-run takes it, such as `preheat2x:height=2,delta=1/3`; one that drives Photos.
  init(
    _ text: String, _ manager: CachingImageManager, _ options: ImageRequestOptions?, layout: GridLayout,
    targetSize: PixelSize, asset: @escaping (Int) -> Asset
  ) throws {
    let spec = try StrategySpec(text)
    precondition(spec.drivesPhotos, "a strategy that lab-run list says drives Photos")
    strategy = spec.prefetcher.init(spec.prefetcherParameters)
    self.manager = manager
    self.options = options
    self.layout = layout
    self.targetSize = targetSize
    self.asset = asset
  }

  /// Call it from scrollViewDidScroll, with the content's offset in thousandths of a point.
  mutating func scrolled(to offset: MilliPoints, at time: Nanoseconds) {
    plan.removeAll()
    strategy.viewportChanged(FrameContext(time: time, offset: offset, layout: layout), plan: &plan)
    for step in plan.steps {
      switch step {
      case .start(let items, _):
        manager.startCachingImages(
          for: assets(items), targetSize: targetSize, contentMode: .aspectFill, options: options)
      case .stop(let items):
        manager.stopCachingImages(
          for: assets(items), targetSize: targetSize, contentMode: .aspectFill, options: options)
      }
    }
  }

  /// Call it after a rotation, or when the number of columns changes.
  mutating func laidOut(_ layout: GridLayout, targetSize: PixelSize, at time: Nanoseconds) {
    manager.stopCachingImagesForAllAssets()
    self.layout = layout
    self.targetSize = targetSize
    strategy.layoutChanged(to: layout, at: time)
  }

  private func assets(_ items: ItemRange) -> [Asset] { (items.lower..<items.upper).map { asset(Int($0)) } }
}
