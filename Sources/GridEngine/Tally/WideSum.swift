/// A sum of products of two integers of 64 bits, exact, in two words: `Int128` would do, but came with iOS 18, and an app
/// counts on older systems too.
///
/// 128 bits in two's complement. Sums that do not fit wrap: the longest trace comes nowhere near.
public struct WideSum: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  public let high: Int64
  public let low: UInt64

  public init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  static let min = WideSum(high: .min, low: 0)

  public init(_ value: Int64 = 0) { self.init(high: value < 0 ? -1 : 0, low: UInt64(bitPattern: value)) }

  public init(integerLiteral value: Int64) { self.init(value) }

  /// Adds a product.
  @inline(__always)
  public mutating func add(_ value: Int64, times factor: Int64 = 1) {
    let product = value.multipliedFullWidth(by: factor)
    self += WideSum(high: product.high, low: product.low)
  }

  /// The quotient by a positive number, rounded towards zero, as far as it fits.
  public func divided(by divisor: Int64) -> Int64 {
    if high < 0 { return self == .min ? -.max : -(0 - self).divided(by: divisor) }
    if high >= divisor { return .max }
    let quotient = UInt64(divisor).dividingFullWidth((UInt64(high), low)).quotient
    return Int64(clamping: quotient)
  }

  public static func < (left: WideSum, right: WideSum) -> Bool { (left.high, left.low) < (right.high, right.low) }

  @inline(__always)
  public static func + (left: WideSum, right: WideSum) -> WideSum {
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    return WideSum(high: left.high &+ right.high &+ (carry ? 1 : 0), low: low)
  }

  public static func - (left: WideSum, right: WideSum) -> WideSum {
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    return WideSum(high: left.high &- right.high &- (borrow ? 1 : 0), low: low)
  }

  @inline(__always)
  public static func += (left: inout WideSum, right: WideSum) { left = left + right }
}

extension Double {
  public init(_ sum: WideSum) {
    // Two words of different signs would cancel each other where the sum is small.
    let isNegative = sum.high < 0 && sum != .min
    let magnitude = isNegative ? 0 - sum : sum
    self = Double(magnitude.high) * 0x1p64 + Double(magnitude.low)
    if isNegative { negate() }
  }
}
