import StrategyKit

/// The forms of files for each target size of a trace. Those of the first few sizes of photos are computed once.
struct BitmapForms: Sendable {
  private struct Known: Sendable {
    var source: PixelSize
    var isTurned: Bool
    var form: BitmapForm
  }

  private static let sourcesMax = 16
  private static let assetsMax = 1024

  private var targets: [PixelSize] = []
  private let fit: Fit
  /// The forms of `sources`, target size by target size.
  private var known: ContiguousArray<Known> = []
  private var sources: [AssetInfo] = []

  init(of assets: some Sequence<AssetInfo>, fit: Fit) {
    for asset in assets.prefix(BitmapForms.assetsMax)
    where !sources.contains(where: { $0.size == asset.size && $0.isTurned == asset.isTurned }) {
      sources.append(asset)
      if sources.count == BitmapForms.sourcesMax { break }
    }
    self.fit = fit
  }

  mutating func reach(_ target: PixelSize) {
    targets.append(target)
    for asset in sources {
      let form = BitmapForm(of: asset, reaching: target, fit: fit)
      known.append(Known(source: asset.size, isTurned: asset.isTurned, form: form))
    }
  }

  func form(of asset: AssetInfo, sizeClass: Int) -> BitmapForm {
    for index in (sizeClass * sources.count)..<((sizeClass + 1) * sources.count)
    where known[index].source == asset.size && known[index].isTurned == asset.isTurned {
      return known[index].form
    }
    return BitmapForm(of: asset, reaching: targets[sizeClass], fit: fit)
  }

  /// Returns the form of a photo's embedded thumbnail, which is held as it is.
  func thumbnailForm(of asset: AssetInfo) -> BitmapForm { BitmapForm(asset.thumbnailSize, at: .full) }
}
