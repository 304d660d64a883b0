import CacheLab
import Strategies
import Testing

@testable import PhotosModel

@Suite struct ImagePlanTests {
  private static func plan(
    _ stored: PixelSize, _ target: PixelSize, _ mode: ImageContentMode, _ resize: ImageRequestOptionsResizeMode,
    orientation: Int32
  ) -> ImagePlan {
    var asset = Asset(id: AssetID(rawValue: 1), file: ItemID(0), pixelSize: stored)
    asset.orientation = orientation
    let options = ImageRequestOptions()
    options.resizeMode = resize
    return ImagePlan(stored: stored, asset: asset, target: target, mode: mode, options: options.values)
  }

  private static func delivered(_ plan: ImagePlan, _ stored: PixelSize) -> PixelSize {
    plan.deliver(PhotosImage(pixelSize: plan.scale.scaled(stored), pixels: [], ledger: nil), isDegraded: false)
      .pixelSize
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func sizesAreAsTheModesSay(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stored = PixelSize(width: Int32(random.next(in: 20...3_000)), height: Int32(random.next(in: 20...3_000)))
    let target = PixelSize(width: Int32(random.next(in: 10...1_500)), height: Int32(random.next(in: 10...1_500)))
    let orientation = Int32(random.next(in: 1...8))
    let upright = orientation >= 5 ? PixelSize(width: stored.height, height: stored.width) : stored
    func size(_ mode: ImageContentMode, _ resize: ImageRequestOptionsResizeMode) -> PixelSize {
      ImagePlanTests.delivered(ImagePlanTests.plan(stored, target, mode, resize, orientation: orientation), stored)
    }
    #expect(size(.aspectFill, .exact) == target, "seed \(seed)")
    let fit = size(.aspectFit, .exact)
    #expect(target.covers(fit) && (fit.width == target.width || fit.height == target.height), "seed \(seed): \(fit)")
    #expect(size(.aspectFill, .none) == upright && size(.aspectFit, .none) == upright)
    let fill = size(.aspectFill, .fast)
    #expect(fill.covers(target) || fill == upright, "seed \(seed): \(fill) for \(target)")
    let loose = size(.aspectFit, .fast)
    #expect(loose.width >= min(fit.width, upright.width) - 1 && loose.height >= min(fit.height, upright.height) - 1)
    #expect(upright.covers(loose))
  }
}
