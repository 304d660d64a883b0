public import StrategyKit

/// A fraction of whole numbers. Verdicts on counted metrics are made of these alone: their order is exact, whatever a
/// record says.
public struct ExactNumber: Comparable, Sendable {
  private let numerator: Int128
  /// Above 0.
  private let denominator: Int128

  /// A fraction; a share of nothing, with 0 below, is 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    // The least of all whole numbers has no opposite.
    let (above, below) = (max(numerator, -.max), max(denominator, -.max))
    self.numerator = below == 0 ? 0 : below < 0 ? -above : above
    self.denominator = below == 0 ? 1 : below < 0 ? -below : below
  }

  public init(_ rational: Rational) { self.init(Int128(rational.numerator), Int128(rational.denominator)) }

  /// The product. Below each other's factors are cancelled first; what then has more than 127 bits loses its lowest.
  public static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    let first = greatestCommonDivisor(left.numerator.magnitude, right.denominator.magnitude)
    let second = greatestCommonDivisor(right.numerator.magnitude, left.denominator.magnitude)
    var above = (left.numerator / first, right.numerator / second)
    var below = (left.denominator / second, right.denominator / first)
    while true {
      let (numerator, isTooMuch) = above.0.multipliedReportingOverflow(by: above.1)
      let (denominator, isTooFine) = below.0.multipliedReportingOverflow(by: below.1)
      if !isTooMuch && !isTooFine { return ExactNumber(numerator, max(1, denominator)) }
      (above, below) = (halved(above), halved(below))
    }
  }

  /// Two factors, the larger one without its lowest digit.
  private static func halved(_ factors: (Int128, Int128)) -> (Int128, Int128) {
    factors.0.magnitude > factors.1.magnitude ? (factors.0 >> 1, factors.1) : (factors.0, factors.1 >> 1)
  }

  /// The same number, however it is written.
  public static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  /// Whole parts first, then what is left of each turned upside down: no product is too large.
  public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    var (left, right) = (left, right)
    while true {
      let (one, other) = (left.floor, right.floor)
      if one.whole != other.whole { return one.whole < other.whole }
      if one.rest == 0 || other.rest == 0 { return one.rest == 0 && other.rest > 0 }
      (left, right) = (ExactNumber(right.denominator, other.rest), ExactNumber(left.denominator, one.rest))
    }
  }

  private var floor: (whole: Int128, rest: Int128) {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return rest < 0 ? (whole - 1, rest + denominator) : (whole, rest)
  }

  private static func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> Int128 {
    var (one, other) = (one, other)
    while other > 0 { (one, other) = (other, one % other) }
    return one > UInt128(Int128.max) ? 1 : max(1, Int128(one))
  }
}
