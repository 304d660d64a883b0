import CacheLab
import StrategyKit

/// The cost model fitted to decodes by least squares: t = fixed + factor[scale] x (perByte x bytes + perPixel x pixels).
///
/// The model is linear but for one number, the share that bytes have beside pixels. For a given share, fixed and one
/// slope a scale follow from the normal equations in closed form; so the share alone is searched, over a grid and then
/// within its best cell (variable projection: Golub, Pereyra 1973). Unlike alternating between coefficients and
/// factors, this neither stalls nor ends in a local minimum wider than a cell of the grid. A share from 0 to 1, a
/// fixed cost that is set to 0 where it would be negative, and positive slopes: no coefficient is ever negative.
struct CostFit {
  /// Nanoseconds.
  let fixed: Double
  /// Nanoseconds a byte and a pixel, at full size.
  let perByte: Double
  let perPixel: Double
  /// At 1/8 to 8/8; the last is 1.
  let factors: [Double]

  private static let gridCells = 256

  /// - Throws: `CalibrationError.tooFewSamples` or `.tooFewSizes` when the samples cannot tell the coefficients apart,
  ///   `.noFit` when no such model follows them.
  init(_ samples: [CostSample]) throws(CalibrationError) {
    try CostFit.check(samples)
    let meanBytes = samples.reduce(0) { $0 + Double($1.encodedBytes) } / Double(samples.count)
    let meanPixels = samples.reduce(0) { $0 + Double($1.pixels) } / Double(samples.count)
    var moments = [ScaleMoments](repeating: ScaleMoments(), count: 8)
    for sample in samples {
      moments[Int(sample.eighths) - 1].add(
        bytes: Double(sample.encodedBytes) / meanBytes, pixels: Double(sample.pixels) / meanPixels,
        time: sample.nanoseconds)
    }
    let share = CostFit.bestShare(moments)
    let (fixed, slopes, _) = CostFit.solve(moments, share: share)
    guard fixed.isFinite, slopes.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .noFit("a decode would cost \(fixed) ns and \(slopes.map { "\($0)" }.joined(separator: ", ")) by scale")
    }
    self.fixed = fixed
    perByte = share * slopes[7] / meanBytes
    perPixel = (1 - share) * slopes[7] / meanPixels
    factors = slopes.map { $0 / slopes[7] }
  }

  /// The device of these coefficients, in whole nanoseconds, picoseconds and thousandths.
  ///
  /// - Parameter perReducedPixel: Nanoseconds a pixel that a reduction writes.
  /// - Throws: `CalibrationError.noFit` when one of them is beyond what a device may have.
  func device(name: String, workers: Int, perReducedPixel: Double = 0) throws(CalibrationError) -> DeviceProfile {
    let values = [fixed, perByte * 1000, perPixel * 1000, perReducedPixel * 1000] + factors.map { $0 * 1000 }
    guard values.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e15 }) else { throw .noFit("\(values)") }
    let device = DeviceProfile(
      name: name, fixed: Nanoseconds(rawValue: Int64(fixed.rounded())), picosecondsPerByte: Int64(values[1].rounded()),
      picosecondsPerPixel: Int64(values[2].rounded()), picosecondsPerReducedPixel: Int64(values[3].rounded()),
      workers: workers,
      scaleFactors: factors.map { Int64(($0 * 1000).rounded()) })
    if let problem = DeviceLimits.problem(of: device) { throw .noFit(problem) }
    return device
  }

  /// Each scale needs samples, and within it files so different in size that what a byte costs can be told from what
  /// every decode costs.
  private static func check(_ samples: [CostSample]) throws(CalibrationError) {
    for eighths in 1...8 as ClosedRange<Int32> {
      let bytes = samples.filter { $0.eighths == eighths }.map(\.encodedBytes)
      guard bytes.count >= Calibration.imagesMin else {
        throw .tooFewSamples(count: bytes.count, eighths: eighths)
      }
      let (least, most) = (bytes.min() ?? 0, bytes.max() ?? 0)
      guard Set(bytes).count >= 3, least > 0, most * 10 >= least * 11 else {
        throw .tooFewSizes(least: least, most: most)
      }
    }
    for sample in samples where !(sample.nanoseconds.isFinite && sample.nanoseconds > 0 && sample.pixels > 0) {
      throw .noFit("a decode of \(sample.pixels) pixels took \(sample.nanoseconds) ns")
    }
  }

  /// The share of bytes, 0 to 1, that leaves the least error.
  private static func bestShare(_ moments: [ScaleMoments]) -> Double {
    func error(_ share: Double) -> Double { solve(moments, share: share).error }
    let cells = (0...gridCells).map { Double($0) / Double(gridCells) }
    let best = cells.indices.min { error(cells[$0]) < error(cells[$1]) } ?? 0
    var (low, high) = (cells[max(best - 1, 0)], cells[min(best + 1, gridCells)])
    // Golden section; a bound of the search that is the best stays reachable.
    let ratio = (5.0.squareRoot() - 1) / 2
    for _ in 0..<64 {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if error(left) <= error(right) { high = right } else { low = left }
    }
    return [low, (low + high) / 2, high, cells[best]].min { error($0) < error($1) } ?? 0
  }

  /// The best fixed cost and slopes for a share, and the weighted sum of squares that they leave, less a constant.
  private static func solve(
    _ moments: [ScaleMoments], share: Double
  ) -> (fixed: Double, slopes: [Double], error: Double) {
    // Each slope is (sum of u t - fixed x sum of u) / sum of u2; put into the equation for fixed, one unknown is left.
    var (whole, part) = (0.0, 0.0)
    for scale in moments {
      let (u, uu, ut) = scale.mixed(share: share)
      whole += scale.weight - u * u / uu
      part += scale.time - u * ut / uu
    }
    // Where u is the same for all samples of a scale, nothing tells fixed from the slopes.
    let isKnown = whole > 1e-9 * moments.reduce(0) { $0 + $1.weight }
    let fixed = isKnown ? max(0, part / whole) : 0
    var error = 0.0
    let slopes = moments.map { scale -> Double in
      let (u, uu, ut) = scale.mixed(share: share)
      let slope = (ut - fixed * u) / uu
      error += fixed * fixed * scale.weight - 2 * fixed * scale.time + slope * (slope * uu + 2 * fixed * u - 2 * ut)
      return slope
    }
    return (fixed, slopes, error)
  }
}
