@testable import StrategyKit
@testable import CacheLab
@testable import LabLibrary

/// Decodes whose cost is known.
enum SyntheticDecodes {
  static let factors = [1.5, 1.6, 1.75, 1.4, 1.9, 1.95, 2.05, 1]

  /// Photos of several sizes and bits a pixel at all eight scales, timed by a formula.
  ///
  /// - Parameter noise: The largest share by which a time is off, from the seed.
  static func samples(
    fixed: Double = 90_000, perByte: Double = 4.8, perPixel: Double = 1.5, factors: [Double] = factors,
    photos: Int = 40, noise: Double = 0, seed: UInt64 = 1
  ) -> [CostSample] {
    var random = SplitMix64(seed: seed)
    return (0..<photos).flatMap { photo -> [CostSample] in
      let side = Int64(640 + 64 * (photo % 7))
      let bytes = side * 768 * Int64(15 + random.next(below: 16)) / 80
      return (1...8).map { eighths in
        let pixels = (side * Int64(eighths) + 7) / 8 * (768 * Int64(eighths) / 8)
        let time = fixed + factors[eighths - 1] * (perByte * Double(bytes) + perPixel * Double(pixels))
        let error = noise * (Double(random.next(below: 2_000_001)) / 1_000_000 - 1)
        return CostSample(encodedBytes: bytes, pixels: pixels, eighths: Int32(eighths), nanoseconds: time * (1 + error))
      }
    }
  }
}
