/// The noise of every texture, made once for all canvases of a pool.
final class TextureSet: Sendable {
  private let rough: NoiseTile
  private let smooth: NoiseTile
  private let streaks: NoiseTile
  private let grain: NoiseTile

  /// - Parameter size: Samples along the side of a tile, a power of two.
  init(size: Int, seed: UInt64) {
    rough = NoiseTile(size: size, amplitudes: [28, 32, 34, 36, 36, 36, 34, 30, 20], seed: seed ^ 0x726F)
    smooth = NoiseTile(size: size, amplitudes: [5, 7, 10, 15, 22, 32, 44, 56, 60], seed: seed ^ 0x736D)
    streaks = NoiseTile(
      size: size, amplitudes: [20, 28, 36, 40, 40, 34, 26, 20, 16], stretch: 8, seed: seed ^ 0x7374)
    grain = NoiseTile(size: size, amplitudes: [100, 0], seed: seed ^ 0x6772)
  }

  /// Samples of a row from `x` on; both coordinates wrap around. `size` of them may be used.
  func samples(_ texture: Texture, x: Int, y: Int) -> UnsafePointer<Int8> {
    switch texture {
    case .rough: unsafe rough.samples(x: x, y: y)
    case .smooth: unsafe smooth.samples(x: x, y: y)
    case .streaks: unsafe streaks.samples(x: x, y: y)
    case .grain: unsafe grain.samples(x: x, y: y)
    }
  }

  var size: Int { rough.size }
}
