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

/// What one decode of one file took.
struct CostSample: Sendable {
  var encodedBytes: Int64
  /// Pixels that the decoder gives.
  var pixels: Int64
  /// 1 to 8.
  var eighths: Int32
  /// Pixels that a reduction writes after the decode; 0 without one.
  var reducedPixels: Int64 = 0
  /// Thread CPU time, nanoseconds.
  var nanoseconds: Double

  /// How far a device's cost lies from it, as a share of it.
  func error(of device: DeviceProfile) -> Double {
    let cost = device.cost(
      encodedBytes: encodedBytes, pixels: pixels, reducedPixels: reducedPixels, eighths: eighths)
    return Double(cost.rawValue) / nanoseconds - 1
  }
}

/// Sums over the samples of one scale: all that a fit needs of them.
///
/// Samples weigh 1/t2, so that what is made least is the relative error: a 1/8 decode counts as much as a full one.
/// Bytes and pixels are divided by their means over all samples first, which keeps the sums of one magnitude.
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

  /// Weighted sums of u, u2 and u x t, where u = share x bytes + (1 - share) x pixels.
  func mixed(share: Double) -> (u: Double, uu: Double, ut: Double) {
    let rest = 1 - share
    return (
      share * bytes + rest * pixels,
      share * share * bytesBytes + 2 * share * rest * bytesPixels + rest * rest * pixelsPixels,
      share * bytesTime + rest * pixelsTime
    )
  }
}

/// How well a device's cost follows decodes of one kind.
public struct FitQuality: Sendable {
  /// Different decodes, each timed in every round.
  public let decodes: Int
  /// Median of their thread CPU time, nanoseconds.
  public let median: Double
  /// Of the cost against the thread CPU time.
  public let errors: ErrorSummary

  init(_ samples: [CostSample], _ device: DeviceProfile) {
    decodes = samples.count
    median = ErrorSummary.median(of: samples.map(\.nanoseconds))
    errors = ErrorSummary(samples.map { $0.error(of: device) })
  }
}

/// Relative errors reduced to two numbers, as shares: 0.02 is 2 %.
public struct ErrorSummary: Hashable, Sendable {
  /// Nearest-rank, like every percentile of the lab.
  public let median: Double
  public let p95: Double

  /// - Parameter errors: Signed or not; their size counts.
  init(_ errors: [Double]) {
    let sorted = errors.map(\.magnitude).sorted()
    median = ErrorSummary.element(of: sorted, percent: 50)
    p95 = ErrorSummary.element(of: sorted, percent: 95)
  }

  /// True where a model is wrong by too much.
  var isPoor: Bool { median > 0.1 || p95 > 0.25 }

  /// `1.2 % (median), 3.4 % (p95)`.
  var words: String { "\(NumberText.percent(median)) (median), \(NumberText.percent(p95)) (p95)" }

  /// The median of values that are in no order; 0 of none.
  static func median(of values: [Double]) -> Double { element(of: values.sorted(), percent: 50) }

  /// The mean of the middle half: as deaf to outliers as the median, without its hold on a value that occurs often. 1
  /// of none.
  static func midmean(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted[(sorted.count / 4)..<(sorted.count - sorted.count / 4)]
    return middle.isEmpty ? 1 : middle.reduce(0, +) / Double(middle.count)
  }

  private static func element(of sorted: [Double], percent: Int) -> Double {
    sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1]
  }
}
