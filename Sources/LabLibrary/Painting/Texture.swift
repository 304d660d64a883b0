import LabBase
import StrategyKit

/// Which noise roughens a surface.
enum Texture: Int, CaseIterable, Sendable {
  /// Strong at all sizes: leaves, stone, gravel.
  case rough
  /// Strong at large sizes: clouds, walls, skin.
  case smooth
  /// Drawn out sideways: water, wood, brushed cloth.
  case streaks
  /// Nothing but single samples: sensor noise.
  case grain
}

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

/// A square of fractal noise that closes to a torus, in signed bytes. Integers only: the same on every
/// machine.
///
/// Made from coarse to fine: each level is the one before it at twice the size, smoothed, with new noise
/// added.
struct NoiseTile: ~Copyable, Sendable {
  /// Samples along a side, a power of two.
  let size: Int
  /// Every row twice over, so that `size` samples can be read from any start.
  private let samples: Plane<Int8>

  /// - Parameters:
  ///   - amplitudes: Of each level, finest first; the last is repeated for coarser ones, up to 4 samples a
  ///     side.
  ///   - stretch: How many times wider than high the grain is, a power of two.
  init(size: Int, amplitudes: [Int], stretch: Int = 1, seed: UInt64) {
    precondition(size >= 8 && size & (size - 1) == 0, "a power of two")
    self.size = size
    var random = SplitMix64(seed: seed)
    var (width, height) = (max(1, 4 / stretch), 4)
    var level = [Int32](repeating: 0, count: width * height)
    while true {
      let fineness = (size / height).trailingZeroBitCount
      let amplitude = Int32(amplitudes[min(fineness, amplitudes.count - 1)])
      NoiseTile.addNoise(to: &level, amplitude: amplitude, random: &random)
      if height == size { break }
      if height * 2 / stretch > width {
        level = NoiseTile.doubled(level, width: width, height: height, across: true)
        width *= 2
      }
      level = NoiseTile.doubled(level, width: width, height: height, across: false)
      height *= 2
    }
    while width < size {
      level = NoiseTile.doubled(level, width: width, height: height, across: true)
      width *= 2
    }
    samples = Plane(width: size * 2, height: size)
    for y in 0..<size {
      let row = unsafe samples.row(y)
      for x in 0..<size {
        let value = Int8(clamping: level[y * size + x] >> 4)
        unsafe row[x] = value
        unsafe row[x + size] = value
      }
    }
  }

  /// `size` samples of a row, from `x` on; both wrap around.
  func samples(x: Int, y: Int) -> UnsafePointer<Int8> {
    unsafe UnsafePointer(samples.row(y & (size - 1)) + x & (size - 1))
  }

  /// Adds the sum of two uniform numbers to each sample: a triangular distribution.
  private static func addNoise(to level: inout [Int32], amplitude: Int32, random: inout SplitMix64) {
    guard amplitude > 0 else { return }
    for start in stride(from: 0, to: level.count, by: 4) {
      var bits = random.next()
      for index in start..<min(start + 4, level.count) {
        let noise = Int32(bits & 255) + Int32(bits >> 8 & 255) - 255
        level[index] &+= (noise &* amplitude) >> 4
        bits >>= 16
      }
    }
  }

  /// Twice as wide, or twice as high, and smooth; what lies beyond an end is what the other begins with.
  private static func doubled(_ level: [Int32], width: Int, height: Int, across: Bool) -> [Int32] {
    var result = [Int32](repeating: 0, count: width * height * 2)
    for y in 0..<height {
      let (above, below) = ((y + height - 1) % height, (y + 1) % height)
      for x in 0..<width {
        let here = 3 &* level[y * width + x]
        let before = across ? level[y * width + (x + width - 1) % width] : level[above * width + x]
        let after = across ? level[y * width + (x + 1) % width] : level[below * width + x]
        let place = across ? 2 * (y * width + x) : 2 * y * width + x
        result[place] = (here &+ before) >> 2
        result[place + (across ? 1 : width)] = (here &+ after) >> 2
      }
    }
    return result
  }
}
