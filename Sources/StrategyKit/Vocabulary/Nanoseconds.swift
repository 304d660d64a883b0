/// A time since the start of a trace, or a duration, in nanoseconds.
public struct Nanoseconds: Quantity {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  @inlinable
  public static func milliseconds(_ count: Int) -> Nanoseconds { Nanoseconds(rawValue: Int64(count) * 1_000_000) }
}

extension Int64 {
  /// Returns the quotient rounded towards minus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func flooringDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }

  /// Returns the quotient rounded towards plus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func ceilingDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor < self ? quotient + 1 : quotient
  }

  /// Returns this number times a fraction, rounded towards zero. The product has 128 bits, and a quotient that does not
  /// fit 64 is the nearest that does. `Int128` needs iOS 18.
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
