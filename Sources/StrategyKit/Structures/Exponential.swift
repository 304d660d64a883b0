/// Exponential and logarithm from `+ - * /` alone, in one fixed order: IEEE arithmetic gives the same bits on every
/// machine, which the C library's functions do not promise. Errors stay below one part in a million.
public enum Exponential {
  /// Returns e^-x.
  ///
  /// - Precondition: `x` is not negative; beyond 60 the result is 0.
  public static func decay(_ x: Double) -> Double {
    if x > 60 { return 0 }
    // (e^-(x/64))^64: six squarings of a short series.
    let y = -x / 64
    var value = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5 * (1 + y / 6)))))
    for _ in 0..<6 { value = value * value }
    return value
  }

  /// Returns the natural logarithm.
  ///
  /// - Precondition: `x` is positive and normal.
  public static func logarithm(_ x: Double) -> Double {
    // x = 2^k * m with m in [1, 2); ln m = 2 artanh((m-1)/(m+1)), whose argument is at most 1/3.
    let m = x.significand
    let s = (m - 1) / (m + 1)
    let q = s * s
    let series = 1 + q * (1 / 3.0 + q * (1 / 5.0 + q * (1 / 7.0 + q * (1 / 9.0 + q / 11))))
    return Double(x.exponent) * 0.6931471805599453 + 2 * s * series
  }
}
