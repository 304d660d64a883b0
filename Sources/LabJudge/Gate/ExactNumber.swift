public import StrategyKit

/// A fraction of whole numbers of any length. Verdicts on counted metrics are made of these alone: sums, products and
/// comparisons are exact, whatever a record says.
public struct ExactNumber: Comparable, Sendable {
  private let isNegative: Bool
  private let numerator: WholeNumber
  /// Not 0.
  private let denominator: WholeNumber

  private init(isNegative: Bool, _ numerator: WholeNumber, _ denominator: WholeNumber) {
    self.isNegative = isNegative && !numerator.isZero
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A fraction; a share of nothing, with 0 below, is 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    self.init(
      isNegative: (numerator < 0) != (denominator < 0),
      WholeNumber(denominator == 0 ? 0 : numerator.magnitude),
      WholeNumber(denominator == 0 ? 1 : denominator.magnitude))
  }

  public init(_ rational: Rational) { self.init(Int128(rational.numerator), Int128(rational.denominator)) }

  public var magnitude: ExactNumber { ExactNumber(isNegative: false, numerator, denominator) }

  public static prefix func - (number: ExactNumber) -> ExactNumber {
    ExactNumber(isNegative: !number.isNegative, number.numerator, number.denominator)
  }

  public static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    let (one, other) = (left.numerator * right.denominator, right.numerator * left.denominator)
    let denominator = left.denominator * right.denominator
    if left.isNegative == right.isNegative {
      return ExactNumber(isNegative: left.isNegative, one + other, denominator)
    }
    return one >= other
      ? ExactNumber(isNegative: left.isNegative, one - other, denominator)
      : ExactNumber(isNegative: right.isNegative, other - one, denominator)
  }

  public static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber { left + -right }

  public static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    ExactNumber(
      isNegative: left.isNegative != right.isNegative, left.numerator * right.numerator,
      left.denominator * right.denominator)
  }

  /// The same number, however it is written.
  public static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (one, other) = (left.numerator * right.denominator, right.numerator * left.denominator)
    return left.isNegative ? other < one : one < other
  }
}
