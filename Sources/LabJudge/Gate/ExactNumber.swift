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

/// A whole number of any length, not negative: what products and sums of a verdict are made of, for none of them may
/// leave its type or be rounded.
struct WholeNumber: Comparable, Sendable {
  /// Digits to the base 2^32, the lowest first, none for 0; the last one is not 0.
  private var digits: [UInt64]

  init(_ value: UInt128) {
    digits = (0..<4).map { UInt64(truncatingIfNeeded: value >> (32 * $0)) & WholeNumber.mask }
    trim()
  }

  private init(digits: [UInt64]) {
    self.digits = digits
    trim()
  }

  var isZero: Bool { digits.isEmpty }

  private static let mask: UInt64 = 0xFFFF_FFFF

  private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

  static func + (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var sum: [UInt64] = []
    var carry: UInt64 = 0
    for place in 0..<max(left.digits.count, right.digits.count) + 1 {
      carry += left.digit(place) + right.digit(place)
      sum.append(carry & mask)
      carry >>= 32
    }
    return WholeNumber(digits: sum)
  }

  /// - Precondition: `right` is not the larger one.
  static func - (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    precondition(left >= right, "no whole number is negative")
    var difference: [UInt64] = []
    var borrow: UInt64 = 0
    for place in left.digits.indices {
      let rest = left.digits[place] + mask + 1 - right.digit(place) - borrow
      difference.append(rest & mask)
      borrow = rest > mask ? 0 : 1
    }
    return WholeNumber(digits: difference)
  }

  static func * (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var product = [UInt64](repeating: 0, count: left.digits.count + right.digits.count)
    for (i, one) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (j, other) in right.digits.enumerated() {
        carry += product[i + j] + one * other
        product[i + j] = carry & mask
        carry >>= 32
      }
      product[i + right.digits.count] = carry
    }
    return WholeNumber(digits: product)
  }

  static func < (left: WholeNumber, right: WholeNumber) -> Bool {
    if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
    return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }

  private func digit(_ place: Int) -> UInt64 { place < digits.count ? digits[place] : 0 }
}
