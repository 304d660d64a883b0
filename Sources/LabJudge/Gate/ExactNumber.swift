public import StrategyKit

/// A fraction of whole numbers of any length. Verdicts on counted metrics are made of these alone: sums, products and
/// comparisons are exact, whatever a record says.
///
/// 128 bits do not do: both sides of a share of blank area have 60 of them, and the policy `pareto` adds three fractions.
public struct ExactNumber: Comparable, Sendable {
  private let numerator: WholeNumber
  /// Above 0.
  private let denominator: WholeNumber

  private init(_ numerator: WholeNumber, _ denominator: WholeNumber) {
    (self.numerator, self.denominator) = denominator.isNegative ? (-numerator, -denominator) : (numerator, denominator)
  }

  /// A fraction; a share of nothing, with 0 below, is 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    self.init(WholeNumber(denominator == 0 ? 0 : numerator), WholeNumber(denominator == 0 ? 1 : denominator))
  }

  public init(_ rational: Rational) { self.init(Int128(rational.numerator), Int128(rational.denominator)) }

  public var magnitude: ExactNumber { numerator.isNegative ? -self : self }

  public static prefix func - (number: ExactNumber) -> ExactNumber {
    ExactNumber(-number.numerator, number.denominator)
  }

  public static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    ExactNumber(
      left.numerator * right.denominator + right.numerator * left.denominator, left.denominator * right.denominator)
  }

  public static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber { left + -right }

  public static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    ExactNumber(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  /// The same number, however it is written.
  public static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  public static func < (left: ExactNumber, right: ExactNumber) -> Bool { (left - right).numerator.isNegative }
}

/// A whole number of any length.
private struct WholeNumber: Sendable {
  /// Digits to the base 2^32, the lowest first. All are 0 or more but the last, which is -1 below zero, and else 0.
  private let digits: [Int64]

  var isNegative: Bool { digits.last == -1 }

  init(_ value: Int128) { self.init(carrying: [value]) }

  /// - Parameter sums: What each digit would be if it could be any number.
  private init(carrying sums: [Int128]) {
    var digits: [Int64] = []
    var carry: Int128 = 0
    func take(_ sum: Int128) {
      digits.append(Int64(sum & 0xFFFF_FFFF))
      carry = sum >> 32
    }
    for sum in sums { take(sum + carry) }
    while carry != 0 && carry != -1 { take(carry) }
    self.digits = digits + [Int64(carry)]
  }

  static prefix func - (number: WholeNumber) -> WholeNumber {
    WholeNumber(carrying: number.digits.map { -Int128($0) })
  }

  static func + (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var sums = [Int128](repeating: 0, count: max(left.digits.count, right.digits.count))
    for digits in [left.digits, right.digits] {
      for (place, digit) in digits.enumerated() { sums[place] += Int128(digit) }
    }
    return WholeNumber(carrying: sums)
  }

  static func * (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var sums = [Int128](repeating: 0, count: left.digits.count + right.digits.count)
    for (i, one) in left.digits.enumerated() {
      for (j, other) in right.digits.enumerated() { sums[i + j] += Int128(one) * Int128(other) }
    }
    return WholeNumber(carrying: sums)
  }
}
