enum Texture: Int, CaseIterable, Sendable {
  /// Strong at all sizes: leaves, stone, gravel.
  case rough
  /// Strong at large sizes: clouds, walls, skin.
  case smooth
  /// Drawn out sideways: water, wood, brushed cloth.
  case streaks
  /// Only single samples: sensor noise.
  case grain

  /// The amplitudes of each level of its noise, finest first, the ratio of width to height of its grain, and a seed of
  /// its own.
  fileprivate var recipe: (amplitudes: [Int], stretch: Int, seed: UInt64) {
    switch self {
    case .rough: ([28, 32, 34, 36, 36, 36, 34, 30, 20], 1, 0x726F)
    case .smooth: ([5, 7, 10, 15, 22, 32, 44, 56, 60], 1, 0x736D)
    case .streaks: ([20, 28, 36, 40, 40, 34, 26, 20, 16], 8, 0x7374)
    case .grain: ([100, 0], 1, 0x6772)
    }
  }
}

/// The noise of every texture, made once for all canvases of a pool: a square each that closes to a torus, in signed
/// bytes.
final class TextureSet: Sendable {
  let size: Int
  /// Square below square; every row twice over, so that `size` samples can be read from any start.
  private let samples: Plane<Int8>

  init(size: Int, seed: UInt64) {
    precondition(size >= 8 && size & (size - 1) == 0, "a power of two")
    self.size = size
    samples = Plane(width: size * 2, height: size * Texture.allCases.count)
    for texture in Texture.allCases {
      let (amplitudes, stretch, own) = texture.recipe
      let noise = Noise.square(size: size, amplitudes: amplitudes, stretch: stretch, seed: seed ^ own)
      for y in 0..<size {
        let row = unsafe samples.row(texture.rawValue * size + y)
        for x in 0..<size {
          let value = Int8(clamping: noise[y * size + x] >> 4)
          unsafe row[x] = value
          unsafe row[x + size] = value
        }
      }
    }
  }

  /// Returns the samples of a row from `x` on; both coordinates wrap around. `size` of them may be used.
  func samples(_ texture: Texture, x: Int, y: Int) -> UnsafePointer<Int8> {
    unsafe UnsafePointer(samples.row(texture.rawValue * size + y & (size - 1)) + x & (size - 1))
  }
}

/// Fractal noise that closes to a torus, in integers: the same on every machine.
private enum Noise {
  static func square(size: Int, amplitudes: [Int], stretch: Int, seed: UInt64) -> [Int32] {
    var random = SplitMix64(seed: seed)
    var (width, height) = (max(1, 4 / stretch), 4)
    var level = [Int32](repeating: 0, count: width * height)
    while true {
      let fineness = (size / height).trailingZeroBitCount
      let amplitude = Int32(amplitudes[min(fineness, amplitudes.count - 1)])
      addNoise(to: &level, amplitude: amplitude, random: &random)
      if height == size { break }
      if height * 2 / stretch > width {
        level = doubled(level, width: width, height: height, across: true)
        width *= 2
      }
      level = doubled(level, width: width, height: height, across: false)
      height *= 2
    }
    while width < size {
      level = doubled(level, width: width, height: height, across: true)
      width *= 2
    }
    return level
  }

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

  /// Returns a level twice as wide, or twice as high, and smooth; both ends wrap around.
  @inline(never) private static func doubled(_ level: [Int32], width: Int, height: Int, across: Bool) -> [Int32] {
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
