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

  /// The natural logarithm.
  ///
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
    var n = 25.0
    while n >= 1 {
      sum = sum * square + 1 / n
      n -= 2
    }
    return exponent * ln2High + (2 * s * sum + exponent * ln2Low)
  }

  /// - Precondition: a positive base.
  static func pow(_ base: Double, _ exponent: Double) -> Double { exp(exponent * log(base)) }
}
