/// The cost model fitted to decodes by least squares: t = fixed + factor[scale] x (perByte x bytes + perPixel x pixels).
///
/// The model is linear but for one number, the share that bytes have beside pixels. For a given share, fixed and one
/// slope a scale follow from the normal equations in closed form; so the share alone is searched, over ever finer grids
/// (variable projection: Golub, Pereyra 1973). No coefficient is ever negative.
struct CostFit {
  let fixed: Double
  /// Nanoseconds for each byte and pixel, at full size.
  let perByte: Double
  let perPixel: Double
  let factors: [Double]

  private static let gridCells = 256

  init(_ samples: [CostSample]) throws(MeasureError) {
    try CostFit.check(samples)
    // Both are of one magnitude then.
    let mean = (
      bytes: samples.reduce(0) { $0 + Double($1.encodedBytes) } / Double(samples.count),
      pixels: samples.reduce(0) { $0 + Double($1.pixels) } / Double(samples.count)
    )
    let share = CostFit.bestShare(samples, mean)
    let (fixed, slopes, _) = CostFit.solve(samples, mean, share: share)
    guard fixed.isFinite, slopes.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .noFit("a decode would cost \(fixed) ns and \(slopes.map { "\($0)" }.joined(separator: ", ")) by scale")
    }
    self.fixed = fixed
    perByte = share * slopes[7] / mean.bytes
    perPixel = (1 - share) * slopes[7] / mean.pixels
    factors = slopes.map { $0 / slopes[7] }
  }

  func device(name: String, workers: Int, perReducedPixel: Double = 0) throws(MeasureError) -> DeviceProfile {
    try DeviceProfile(
      fitted: name, workers: workers, fixed: fixed, perByte: perByte, perPixel: perPixel,
      perReducedPixel: perReducedPixel, factors: factors)
  }

  private static func check(_ samples: [CostSample]) throws(MeasureError) {
    for eighths in 1...8 as ClosedRange<Int32> {
      let bytes = samples.filter { $0.eighths == eighths }.map(\.encodedBytes)
      guard bytes.count >= Calibration.imagesMin else {
        throw MeasureError(
          "\(bytes.count) decodes at \(eighths)/8, a fit needs \(Calibration.imagesMin); raise --assets")
      }
      let (least, most) = (bytes.min() ?? 0, bytes.max() ?? 0)
      guard Set(bytes).count >= 3, least > 0, most * 10 >= least * 11 else {
        throw MeasureError(
          "the files measured have \(least) to \(most) bytes: what a byte costs cannot be told from what every decode "
            + "costs; raise --assets, or choose a library whose files differ by a tenth at least")
      }
    }
    for sample in samples where !(sample.nanoseconds.isFinite && sample.nanoseconds > 0 && sample.pixels > 0) {
      throw .noFit("a decode of \(sample.pixels) pixels took \(sample.nanoseconds) ns")
    }
  }

  private typealias Means = (bytes: Double, pixels: Double)

  private static func bestShare(_ samples: [CostSample], _ mean: Means) -> Double {
    var (low, high, best) = (0.0, 1.0, 0.0)
    // Each grid spans both cells beside the best share of the one before it; those of the last are 2e-9 apart.
    for _ in 0..<4 {
      let cells = (0...gridCells).map { low + (high - low) * Double($0) / Double(gridCells) }
      let errors = cells.map { solve(samples, mean, share: $0).error }
      let place = cells.indices.min { errors[$0] < errors[$1] } ?? 0
      (low, high, best) = (cells[max(place - 1, 0)], cells[min(place + 1, gridCells)], cells[place])
    }
    return best
  }

  /// Sums over the samples of one scale, where u is proportional to a decode's variable cost.
  private struct Sums {
    var (weight, time, u, uu, ut) = (0.0, 0.0, 0.0, 0.0, 0.0)
  }

  /// Returns the best fixed cost and slopes for a share, and their sum of squares, less a constant.
  ///
  /// Samples weigh 1/t2, so that the relative error is minimised: a 1/8 decode counts as much as a full one.
  private static func solve(
    _ samples: [CostSample], _ mean: Means, share: Double
  ) -> (fixed: Double, slopes: [Double], error: Double) {
    var scales = [Sums](repeating: Sums(), count: 8)
    for sample in samples {
      let (scale, time) = (Int(sample.eighths) - 1, sample.nanoseconds)
      let u = share * Double(sample.encodedBytes) / mean.bytes + (1 - share) * Double(sample.pixels) / mean.pixels
      let weight = 1 / (time * time)
      scales[scale].weight += weight
      scales[scale].time += weight * time
      scales[scale].u += weight * u
      scales[scale].uu += weight * u * u
      scales[scale].ut += weight * u * time
    }
    // Each slope is (sum of u t - fixed x sum of u) / sum of u2; put into the equation for fixed, one unknown is left.
    let whole = scales.reduce(0) { $0 + $1.weight - $1.u * $1.u / $1.uu }
    let part = scales.reduce(0) { $0 + $1.time - $1.u * $1.ut / $1.uu }
    // If u is the same for all samples of a scale, fixed cannot be told from the slopes.
    let isKnown = whole > 1e-9 * scales.reduce(0) { $0 + $1.weight }
    let fixed = isKnown ? max(0, part / whole) : 0
    let slopes = scales.map { ($0.ut - fixed * $0.u) / $0.uu }
    var error = 0.0
    for (scale, slope) in zip(scales, slopes) {
      error += fixed * fixed * scale.weight - 2 * fixed * scale.time
      error += slope * (slope * scale.uu + 2 * fixed * scale.u - 2 * scale.ut)
    }
    return (fixed, slopes, error)
  }
}

struct CostSample: Sendable {
  var encodedBytes: Int64
  var pixels: Int64
  var eighths: Int32
  var reducedPixels: Int64 = 0
  var nanoseconds: Double

  /// Returns the difference of a device's cost, as a share of this one.
  func error(of device: DeviceProfile) -> Double {
    let cost = device.cost(
      encodedBytes: encodedBytes, pixels: pixels, reducedPixels: reducedPixels, eighths: eighths)
    return Double(cost.rawValue) / nanoseconds - 1
  }
}
