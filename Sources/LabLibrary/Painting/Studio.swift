import LabBase
import StrategyKit

/// Paints and encodes the canvases of a seed, each on its own, in any order and on any thread.
final class Studio: Sendable {
  private let seed: UInt64
  private let geometry: PoolGeometry
  private let textures: TextureSet

  init(seed: UInt64, geometry: PoolGeometry) {
    self.seed = seed
    self.geometry = geometry
    textures = TextureSet(size: min(1024, geometry.canvasWidth / 2), seed: seed)
  }

  /// Paints canvas `index` and encodes it.
  func paint(canvas index: Int) throws(CodecError) -> PaintedCanvas {
    let kind = SceneKind.of(canvas: index, profile: geometry.profile)
    var random = SplitMix64(seed: SplitMix64.hash(seed ^ 0x7363_656E_65, UInt64(index)))
    let stage = Stage(geometry: geometry, textures: textures)
    let painter = BandPainter(kind.scene(on: stage, random: &random), textures: textures)
    var cutter = try CanvasCutter(geometry)
    for top in stride(from: 0, to: geometry.canvasHeight, by: BandPainter.rowCount) {
      try unsafe cutter.append(painter.paint(from: top), rowCount: BandPainter.rowCount)
    }
    return try cutter.finish()
  }
}
