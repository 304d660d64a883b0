import CacheLab
import LabBase
import StrategyKit

/// The cost model fitted to decodes by least squares: t = fixed + factor[scale] x (perByte x bytes + perPixel x pixels).
///
/// The model is linear but for one number, the share that bytes have beside pixels. For a given share, fixed and one
/// slope a scale follow from the normal equations in closed form; so the share alone is searched, over a grid and then
/// within its best cell (variable projection: Golub, Pereyra 1973). Unlike alternating between coefficients and
/// factors, this neither stalls nor ends in a local minimum wider than a cell of the grid. A share from 0 to 1, a
/// fixed cost that is set to 0 where it would be negative, and positive slopes: no coefficient is ever negative.
struct CostFit {
  /// In nanoseconds.
  let fixed: Double
  /// In nanoseconds for each byte and pixel, at full size.
  let perByte: Double
  let perPixel: Double
  /// The factors of 1/8 to 8/8; the last is 1.
  let factors: [Double]

  private static let gridCells = 256

  /// - Throws: `CalibrationError.tooFewSamples` or `.tooFewSizes` if the samples cannot tell the coefficients apart,
  ///   `.noFit` if no such model follows them.
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

  /// Returns the device of these coefficients, in whole nanoseconds, picoseconds and thousandths.
  ///
  /// - Parameter perReducedPixel: Nanoseconds for each pixel that a reduction writes.
  /// - Throws: `CalibrationError.noFit` if one of them is beyond the limits of a device.
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

  /// Checks that each scale has samples, with files so different in size that the cost of a byte can be told from that
  /// of every decode.
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

  /// Returns the share of bytes, 0 to 1, with the least error.
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

  /// Returns the best fixed cost and slopes for a share, and their weighted sum of squares, less a constant.
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

/// The cost of one decode of one file.
struct CostSample: Sendable {
  var encodedBytes: Int64
  /// The pixels that the decoder outputs.
  var pixels: Int64
  /// The scale, 1 to 8.
  var eighths: Int32
  /// The pixels that a reduction writes after the decode; 0 without one.
  var reducedPixels: Int64 = 0
  /// The thread CPU time in nanoseconds.
  var nanoseconds: Double

  /// Returns the difference of a device's cost, as a share of this one.
  func error(of device: DeviceProfile) -> Double {
    let cost = device.cost(
      encodedBytes: encodedBytes, pixels: pixels, reducedPixels: reducedPixels, eighths: eighths)
    return Double(cost.rawValue) / nanoseconds - 1
  }
}

/// Sums over the samples of one scale, from which a fit is computed.
///
/// Samples weigh 1/t2, so that the relative error is minimised: a 1/8 decode counts as much as a full one. Bytes and
/// pixels are divided by their means over all samples first, which keeps the sums of one magnitude.
struct ScaleMoments {
  private(set) var weight = 0.0
  private(set) var bytes = 0.0
  private(set) var pixels = 0.0
  private(set) var time = 0.0
  private(set) var bytesBytes = 0.0
  private(set) var bytesPixels = 0.0
  private(set) var pixelsPixels = 0.0
  private(set) var bytesTime = 0.0
  private(set) var pixelsTime = 0.0

  mutating func add(bytes b: Double, pixels p: Double, time t: Double) {
    let w = 1 / (t * t)
    weight += w
    bytes += w * b
    pixels += w * p
    time += w * t
    bytesBytes += w * b * b
    bytesPixels += w * b * p
    pixelsPixels += w * p * p
    bytesTime += w * b * t
    pixelsTime += w * p * t
  }

  /// Returns weighted sums of u, u2 and u x t, with u = share x bytes + (1 - share) x pixels.
  func mixed(share: Double) -> (u: Double, uu: Double, ut: Double) {
    let rest = 1 - share
    return (
      share * bytes + rest * pixels,
      share * share * bytesBytes + 2 * share * rest * bytesPixels + rest * rest * pixelsPixels,
      share * bytesTime + rest * pixelsTime
    )
  }
}

/// The accuracy of a device's cost for decodes of one kind.
public struct FitQuality: Sendable {
  /// The number of different decodes, each timed in every round.
  public let decodes: Int
  /// The median of their thread CPU time in nanoseconds.
  public let median: Double
  /// The errors of the cost against the thread CPU time.
  public let errors: ErrorSummary

  init(_ samples: [CostSample], _ device: DeviceProfile) {
    decodes = samples.count
    median = ErrorSummary.median(of: samples.map(\.nanoseconds))
    errors = ErrorSummary(samples.map { $0.error(of: device) })
  }
}

/// The size of relative errors in two numbers, as shares: 0.02 is 2 %.
public struct ErrorSummary: Hashable, Sendable {
  /// The median by nearest rank, like every percentile of the lab.
  public let median: Double
  public let p95: Double

  /// - Parameter errors: Signed or not; their size counts.
  init(_ errors: [Double]) {
    let sorted = errors.map(\.magnitude).sorted()
    median = ErrorSummary.element(of: sorted, percent: 50)
    p95 = ErrorSummary.element(of: sorted, percent: 95)
  }

  /// True if the errors are too large.
  var isPoor: Bool { median > 0.1 || p95 > 0.25 }

  /// The text `1.2 % (median), 3.4 % (p95)`.
  var words: String { "\(NumberText.percent(median)) (median), \(NumberText.percent(p95)) (p95)" }

  /// Returns the median of unsorted values; 0 if there are none.
  static func median(of values: [Double]) -> Double { element(of: values.sorted(), percent: 50) }

  /// Returns the mean of the middle half; 1 if there are no values. It ignores outliers as the median does, but is not
  /// held by a value that occurs often.
  static func midmean(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted[(sorted.count / 4)..<(sorted.count - sorted.count / 4)]
    return middle.isEmpty ? 1 : middle.reduce(0, +) / Double(middle.count)
  }

  private static func element(of sorted: [Double], percent: Int) -> Double {
    sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1]
  }
}
