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
}
