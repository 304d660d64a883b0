import StrategyKit

/// At which scale a file of a given size is decoded for a target size, and how large its bitmap is.
///
/// Photos come in few sizes: those of the first assets are worked out once, others when they are asked for.
struct BitmapShapes: Sendable {
  struct Shape: Sendable {
    var source: PixelSize
    var scale: DecodeScale
    var bitmap: PixelSize
  }

  private static let sourcesMax = 16
  private static let assetsMax = 1024

  private let targets: [PixelSize]
  private let scales: ScaleSet
  /// `sourceCount` shapes a target size, in order of first appearance.
  private let known: ContiguousArray<Shape>
  private let sourceCount: Int

  init(of assets: some Sequence<AssetInfo>, reaching targets: [PixelSize], scales: ScaleSet) {
    var sources: [PixelSize] = []
    for asset in assets.prefix(BitmapShapes.assetsMax) where !sources.contains(asset.size) {
      sources.append(asset.size)
      if sources.count == BitmapShapes.sourcesMax { break }
    }
    self.targets = targets
    self.scales = scales
    sourceCount = sources.count
    known = ContiguousArray(
      targets.flatMap { target in
        sources.map { BitmapShapes.shape(of: $0, reaching: target, scales: scales) }
      })
  }

  /// What a file of this size becomes for a class of target sizes.
  func shape(of source: PixelSize, sizeClass: Int) -> Shape {
    for index in (sizeClass * sourceCount)..<((sizeClass + 1) * sourceCount) where known[index].source == source {
      return known[index]
    }
    return BitmapShapes.shape(of: source, reaching: targets[sizeClass], scales: scales)
  }

  private static func shape(of source: PixelSize, reaching target: PixelSize, scales: ScaleSet) -> Shape {
    let scale = scales.scale(for: source, reaching: target)
    return Shape(source: source, scale: scale, bitmap: scale.scaled(source))
  }
}
