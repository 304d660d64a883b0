/// A decimal number as it is written: digits x 10^exponent, exact.
struct DecimalNumber: Sendable {
  var isNegative = false
  /// Up to 18 significant digits; further ones only move the exponent and are cut off.
  var digits: Int64 = 0
  var exponent: Int = 0

  /// The number times 10^`decimals`, rounded half away from zero; nil when it does not fit 62 bits.
  func scaled(decimals: Int) -> Int64? {
    if digits == 0 { return 0 }
    var shift = exponent + decimals
    var value = digits
    guard shift <= 18 else { return nil }
    while shift > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow, product < 1 << 62 else { return nil }
      value = product
      shift -= 1
    }
    if shift < 0 {
      guard shift > -19 else { return 0 }
      var divisor: Int64 = 1
      for _ in 0..<(-shift) { divisor *= 10 }
      value = value / divisor + (value % divisor >= (divisor + 1) / 2 ? 1 : 0)
    }
    return isNegative ? -value : value
  }
}
