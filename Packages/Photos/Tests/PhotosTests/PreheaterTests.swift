import CacheLab
import Foundation
import GridPhotos
import PhotosModel
import Strategies
import Testing

/// A preheater over the model of `PHCachingImageManager`.
@Suite struct PreheaterTests {
  /// 3 columns of 100 pt on a screen of 300 x 600 pt.
  private static let layout = GridLayout(
    count: 300, columns: 3, cellWidth: .points(99), cellHeight: .points(99), spacingX: .points(1), spacingY: .points(1),
    viewportWidth: .points(300), viewportHeight: .points(600), scaleThousandths: 2_000)

  /// Those that drive Photos and prepare something.
  static let strategies = StrategyRegistry.all.descriptors.map(\.id).filter {
    (try? StrategySpec($0).drivesPhotos) == true && $0 != "none"
  }

  @Test(arguments: strategies) func itPreparesWhatIsAhead(_ text: String) throws {
    let info = AssetInfo(width: 400, height: 400, encodedBytes: 50_000, thumbnailBytes: 2_000, decodes: true)
    let source = BlankImageSource(files: ContiguousArray(repeating: info, count: 300))
    let scheduler = SteppedScheduler()
    let manager = CachingImageManager(source, scheduler: scheduler)
    func assets(_ places: Range<Int>) -> [Asset] {
      places.map { Asset(id: AssetID(rawValue: Int64($0) + 1), file: ItemID($0), pixelSize: info.size) }
    }
    var now = Nanoseconds.zero
    let preheater = try Preheater(
      try StrategySpec(text), layout: PreheaterTests.layout, clock: { now },
      size: { _ in PhotoSize(info.size) },
      manager: Preheater.Manager(
        start: {
          manager.startCachingImages(for: assets($0), targetSize: CGSize($1), contentMode: .aspectFill, options: nil)
        },
        stop: {
          manager.stopCachingImages(for: assets($0), targetSize: CGSize($1), contentMode: .aspectFill, options: nil)
        },
        stopAll: { manager.stopCachingImagesForAllAssets() }))
    var most: Int64 = 0
    for frame in 0..<60 {
      now = .milliseconds(frame * 16)
      preheater.scrolled(to: .points(frame * 40))
      scheduler.runAll()
      most = max(most, manager.engine.heldBytes.rawValue)
      #expect(manager.engine.violations() == [])
    }
    #expect(most > 0)
    #expect(most <= 200 * 200 * 4 * 3 * 60, "some screens, not the library")
    preheater.stop()
    #expect(manager.engine.heldBytes == .zero)
  }
}
