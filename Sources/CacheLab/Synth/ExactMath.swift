/// exp, log and pow from additions, multiplications and divisions alone.
///
/// IEEE 754 rounds these the same everywhere, while the C library's functions differ in their last bit from one system
/// to the next: a synthetic trace must have the same bytes on every machine. Errors stay below 1e-15 of the result for
/// the arguments of scroll physics.
enum ExactMath {
  static let ln2 = 0.693_147_180_559_945_3
  /// The upper bits of ln 2: products with small whole numbers are exact.
  private static let ln2High = 0.693_147_180_369_123_8
  private static let ln2Low = 1.908_214_929_270_587_7e-10

  /// - Precondition: an argument within +-700, so that the result is finite and not denormal.
  static func exp(_ x: Double) -> Double {
    precondition(x.magnitude <= 700, "exp of a number within +-700")
    let power = (x / ln2).rounded()
    let rest = (x - power * ln2High) - power * ln2Low
    var term = 1.0
    var sum = 1.0
    // |rest| < 0.35: the 18th term is below 1e-23.
    for n in 1...18 {
      term = term * rest / Double(n)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// - Precondition: a positive, normal number.
  static func log(_ x: Double) -> Double {
    precondition(x.isNormal && x > 0, "log of a positive number")
    var significand = x.significand
    var exponent = Double(x.exponent)
    if significand > 1.414_213_562_373_095_1 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 (s + s^3/3 + s^5/5 ...) with s = (m - 1)/(m + 1), |s| < 0.172.
    let s = (significand - 1) / (significand + 1)
    let square = s * s
    var sum = 0.0
    for n in stride(from: 25, through: 1, by: -2) { sum = sum * square + 1 / Double(n) }
    return exponent * ln2High + (2 * s * sum + exponent * ln2Low)
  }

  /// - Precondition: a positive base.
  static func pow(_ base: Double, _ exponent: Double) -> Double { exp(exponent * log(base)) }
}

/// The normal distribution with mean 0 and standard deviation 1, from `ExactMath` alone: the same on every machine.
enum NormalCurve {
  /// Returns the share of values below `z`: formula 26.2.17 of Abramowitz and Stegun, off by at most 7.5e-8.
  static func share(below z: Double) -> Double {
    let t = 1 / (1 + 0.2316419 * z.magnitude)
    let sum = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    let tail = ExactMath.exp(-z * z / 2) * 0.398_942_280_401_432_7 * sum
    return z > 0 ? 1 - tail : tail
  }

  /// Returns the value with this share below it: Acklam's rational approximation, off by at most 1.2e-9 of the value.
  ///
  /// - Parameter share: Taken as at least 1e-9 and at most 1 - 1e-9.
  static func value(share: Double) -> Double {
    let share = min(max(share, 1e-9), 1 - 1e-9)
    if share > 0.975_75 { return -value(share: 1 - share) }
    if share < 0.024_25 {
      let q = (-2 * ExactMath.log(share)).squareRoot()
      let top = polynomial(
        q, -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838, -2.549732539343734, 4.374664141464968,
        2.938163982698783)
      return top
        / polynomial(q, 7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996, 3.754408661907416, 1)
    }
    let q = share - 0.5
    let top = polynomial(
      q * q, -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
      -3.066479806614716e+01, 2.506628277459239)
    return top * q
      / polynomial(
        q * q, -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
        -1.328068155288572e+01, 1)
  }

  private static func polynomial(_ x: Double, _ factors: Double...) -> Double {
    factors.reduce(0) { $0 * x + $1 }
  }
}

/// Values at ascending places, and straight lines between them: a distribution where places are shares from 0 to 1.
struct Quantiles: Sendable {
  private let points: [(place: Double, value: Double)]

  init(_ points: [(Double, Double)]) { self.points = points }

  /// Returns the value at a place; before the first point and behind the last one it is theirs.
  func value(at place: Double) -> Double {
    let upper = points.dropFirst().firstIndex { $0.place > place } ?? points.count - 1
    let (low, high) = (points[upper - 1], points[upper])
    let place = min(max(place, low.place), high.place)
    return low.value + (high.value - low.value) * (place - low.place) / (high.place - low.place)
  }

  func draw(_ random: inout SplitMix64) -> Double { value(at: random.share()) }
}

extension SplitMix64 {
  /// Draws a number from 0 up to, but not including, 1.
  mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
