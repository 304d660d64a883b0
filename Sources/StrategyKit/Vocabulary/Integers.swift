extension Int64 {
  /// The quotient rounded towards minus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func flooringDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }

  /// The quotient rounded towards plus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func ceilingDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor < self ? quotient + 1 : quotient
  }

  /// This number times a fraction, rounded towards zero; the product has 128 bits, and a quotient that does not fit 64 is
  /// the nearest that does. `Int128` would do, but came with iOS 18.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
    let product = magnitude.multipliedFullWidth(by: factor.magnitude)
    let isNegative = (self < 0) != (factor < 0)
    if product.high >= divisor.magnitude { return isNegative ? -.max : .max }
    let quotient = Int64(clamping: divisor.magnitude.dividingFullWidth(product).quotient)
    return isNegative ? -quotient : quotient
  }
}
