public import LabRecords

/// An exact number of a run: a count, a fraction, or a number of a distribution.
public struct ExactFigure: Sendable {
  public let column: Column
  /// The value; 0 for a share of nothing.
  public let exact: ExactNumber
  /// True for a share of nothing, whose denominator is 0.
  let isOfNothing: Bool

  init?(_ column: Column, _ value: MetricValue?) {
    guard let (numerator, denominator) = column.exact(value) else { return nil }
    self.column = column
    (exact, isOfNothing) = (ExactNumber(numerator, denominator), denominator == 0)
  }

  /// Returns the figures of all deterministic metrics in the catalog's order; metrics with named parts have none.
  ///
  /// - Parameter metrics: Returns a metric's value by its id.
  public static func all(_ metrics: (String) -> MetricValue?) -> [ExactFigure] {
    Metric.all(.deterministic).flatMap { metric in
      let value = metrics(metric.id)
      return Column.all(of: metric, value).filter { !$0.isNamed }.compactMap { ExactFigure($0, value) }
    }
  }

  /// The column's id: `time-to-image-p95`.
  public var name: String { column.id }
  public var unit: Metric.Unit { column.unit }
  public var better: Metric.Direction { column.better }

  /// The value for people and statistics; verdicts use `exact`.
  public var value: Double { exact.value }

  /// Returns whether two figures are exactly the same number.
  public func isEqual(to other: ExactFigure) -> Bool { isOfNothing == other.isOfNothing && exact == other.exact }

  func text(decimals: Int) -> String {
    if isOfNothing { return "-" }
    if unit == .count, let count = exact.count { return NumberText.grouped(count) }
    return unit.text(value, decimals: unit == .perRequest ? max(2, decimals) : decimals)
  }
}

extension Metric.Unit {
  /// Returns the difference in points for a share, else as a percentage of the old value, else as it is.
  func difference(from old: Double, to new: Double) -> String {
    let difference = new - old
    let sign = difference > 0 ? "+" : ""
    if self == .ratio {
      return sign + NumberText.fixed(difference * 100, decimals: difference.magnitude < 0.001 ? 4 : 2) + " pt"
    }
    if self == .count && old.rounded() == old && new.rounded() == new && difference.magnitude < 1e15 {
      return sign + NumberText.grouped(difference)
    }
    guard old != 0 else { return sign + text(difference, decimals: 2) }
    let share = difference / old * 100
    return sign + NumberText.fixed(share, decimals: share.magnitude < 0.1 ? 3 : 1) + "%"
  }
}

/// A fraction of integers with an exact order: verdicts on counted metrics use no other numbers.
public struct ExactNumber: Comparable, Sendable {
  private let numerator: Int128
  private let denominator: Int128

  /// Creates a fraction; a share of nothing, whose denominator is 0, is 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    // The smallest integer has no opposite.
    let (above, below) = (max(numerator, -.max), max(denominator, -.max))
    self.numerator = below == 0 ? 0 : below < 0 ? -above : above
    self.denominator = below == 0 ? 1 : below < 0 ? -below : below
  }

  /// The value for people and statistics.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The number as an integer, or nil if it is none or does not fit.
  var count: Int64? { denominator == 1 ? Int64(exactly: numerator) : nil }

  public init(_ rational: Rational) { self.init(Int128(rational.numerator), Int128(rational.denominator)) }

  /// Returns the product, after common factors are cancelled; beyond 127 bits it loses its lowest bits.
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

  /// Returns two factors, the larger one without its lowest digit.
  private static func halved(_ factors: (Int128, Int128)) -> (Int128, Int128) {
    factors.0.magnitude > factors.1.magnitude ? (factors.0 >> 1, factors.1) : (factors.0, factors.1 >> 1)
  }

  /// Returns whether two fractions have the same value.
  public static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    let one = left.numerator.multipliedFullWidth(by: right.denominator)
    let other = right.numerator.multipliedFullWidth(by: left.denominator)
    return (one.high, one.low) < (other.high, other.low)
  }

  private static func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> Int128 {
    var (one, other) = (one, other)
    while other > 0 { (one, other) = (other, one % other) }
    return one > UInt128(Int128.max) ? 1 : max(1, Int128(one))
  }
}
