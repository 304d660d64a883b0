public import CacheLab
import LabBase
public import LabRecords

/// One exact number of a run: a count, a fraction, or a number of a distribution.
public struct ExactFigure: Hashable, Sendable {
  public let column: Column
  public let numerator: Int128
  /// Positive, or 0 for a share of nothing.
  public let denominator: Int128

  /// Nil where the value has no such number.
  init?(_ column: Column, _ value: MetricValue?) {
    guard let exact = column.exact(value) else { return nil }
    self.column = column
    (numerator, denominator) = exact
  }

  /// The figures of all deterministic metrics, in the catalog's order; metrics of several named parts have none.
  ///
  /// - Parameter metrics: a metric's value by its id.
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

  /// For people and statistics; verdicts take `exact`.
  public var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }

  /// The number itself; 0 for a share of nothing.
  public var exact: ExactNumber { ExactNumber(numerator, denominator) }

  /// Exactly the same number.
  public func equals(_ other: ExactFigure) -> Bool {
    if denominator == 0 || other.denominator == 0 { return denominator == other.denominator }
    return exact == other.exact
  }

  /// For people: in the metric's unit, with as many decimals as ask for.
  func text(decimals: Int) -> String {
    if denominator == 0 { return "-" }
    if unit == .count, denominator == 1, let count = Int64(exactly: numerator) { return NumberText.grouped(count) }
    return unit.text(value, decimals: unit == .perRequest ? max(2, decimals) : decimals)
  }
}
