import StrategyKit

extension PhotosImage {
  /// A part of the image in another size: each pixel is the mean of what it covers, between neighbours when enlarged.
  ///
  /// - Parameters:
  ///   - part: In pixels of this image, inside it.
  ///   - size: Of the result.
  func resized(_ part: PixelPart, to size: PixelSize) -> PhotosImage {
    let across = SampleWeights(from: part.x, length: part.width, limit: Int(pixelSize.width), count: Int(size.width))
    let down = SampleWeights(from: part.y, length: part.height, limit: Int(pixelSize.height), count: Int(size.height))
    let stride = Int(pixelSize.width)
    return unsafe derived(size) { source, target in
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          var (blue, green, red): (Int, Int, Int) = (0, 0, 0)
          for (row, rowWeight) in down.samples(of: y) {
            for (column, columnWeight) in across.samples(of: x) {
              let pixel = unsafe source[row * stride + column]
              let weight = rowWeight * columnWeight
              blue += Int(pixel & 255) * weight
              green += Int(pixel >> 8 & 255) * weight
              red += Int(pixel >> 16 & 255) * weight
            }
          }
          let half = SampleWeights.one * SampleWeights.one / 2
          func level(_ sum: Int) -> UInt32 { UInt32((sum + half) / (SampleWeights.one * SampleWeights.one)) }
          unsafe target[y * Int(size.width) + x] = level(blue) | level(green) << 8 | level(red) << 16 | 0xFF00_0000
        }
      }
    }
  }
}

/// A part of an image, in its pixels.
struct PixelPart: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// Which pixels of a row a pixel of the resized row is made of, and how much of each.
struct SampleWeights {
  /// Weights of a pixel add up to this.
  static let one = 1 << 12
  private var starts: [Int] = []
  private var firsts: [Int] = []
  private var weights: [Int] = []

  init(from start: Double, length: Double, limit: Int, count: Int) {
    let step = length / Double(count)
    // At least as wide as a pixel: enlarging then takes the mean of two neighbours.
    let width = max(step, 1)
    for index in 0..<count {
      let middle = start + (Double(index) + 0.5) * step
      let (low, high) = (max(0, middle - width / 2), min(Double(limit), middle + width / 2))
      let first = min(limit - 1, Int(low))
      let last = max(first, min(limit - 1, Int(high.rounded(.up)) - 1))
      starts.append(weights.count)
      firsts.append(first)
      var left = SampleWeights.one
      for pixel in first..<last {
        let share = (min(high, Double(pixel) + 1) - max(low, Double(pixel))) / (high - low)
        let weight = min(left, Int((share * Double(SampleWeights.one)).rounded()))
        weights.append(weight)
        left -= weight
      }
      weights.append(left)
    }
    starts.append(weights.count)
  }

  /// Pixel and weight of each sample.
  func samples(of index: Int) -> some Sequence<(Int, Int)> {
    (starts[index]..<starts[index + 1]).lazy.map { (firsts[index] + $0 - starts[index], weights[$0]) }
  }
}
