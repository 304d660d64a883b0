/// The normal distribution with mean 0 and standard deviation 1, from `ExactMath` alone: the same on every machine.
enum NormalCurve {
  /// The share of values below `z`: formula 26.2.17 of Abramowitz and Stegun, off by at most 7.5e-8.
  static func share(below z: Double) -> Double {
    let t = 1 / (1 + 0.2316419 * z.magnitude)
    let sum = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    let tail = ExactMath.exp(-z * z / 2) * 0.398_942_280_401_432_7 * sum
    return z > 0 ? 1 - tail : tail
  }

  /// The value with this share below it: Acklam's rational approximation, off by at most 1.2e-9 of the value.
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
