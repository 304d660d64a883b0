public import CacheLab
import LabBase
import LabRecords

/// One exact number of a deterministic metric: a count, a fraction, or a figure of a distribution.
public struct ExactFigure: Hashable, Sendable {
  /// The metric's id with the figure taken: `time-to-image-p95`.
  public let name: String
  public let unit: Metric.Unit
  public let better: Metric.Direction
  public let numerator: Int128
  /// Positive, or 0 for a share of nothing.
  public let denominator: Int128

  /// The figures of a distribution.
  static let suffixes = ["-mean", "-p50", "-p90", "-p95", "-p99", "-max"]

  /// The figures of all deterministic metrics, in the catalog's order; metrics of several parts have none.
  ///
  /// - Parameter metrics: a metric's value by its id.
  public static func all(_ metrics: (String) -> MetricValue?) -> [ExactFigure] {
    Metric.all(.deterministic).flatMap { figures(of: $0, metrics($0.id)) }
  }

  /// The figures of one metric: one, or several of a distribution; none of what is absent or has several parts.
  static func figures(of metric: Metric, _ value: MetricValue?) -> [ExactFigure] {
    func figure(_ suffix: String, _ numerator: Int128, _ denominator: Int128 = 1) -> ExactFigure {
      ExactFigure(
        name: metric.id + suffix, unit: metric.unit, better: metric.better, numerator: numerator,
        denominator: denominator)
    }
    switch value {
    case .integer(let count)?: return [figure("", Int128(count))]
    case .ratio(let part, let whole)?: return [figure("", part, whole)]
    case .distribution(let d)?:
      let ranks = [d.p50, d.p90, d.p95, d.p99, d.max]
      return [figure("-mean", d.sum, Int128(d.count))] + zip(suffixes.dropFirst(), ranks).map { figure($0, Int128($1)) }
    case .parts?, .absent?, nil: return []
    }
  }

  /// Every name that a limit can be set for: that of a figure, or a metric's for all its figures.
  static let names: [String] = {
    let nothing = MetricColumns.nothing(withAll: true)
    return Metric.all(.deterministic).flatMap { metric -> [String] in
      let value = metric.value(of: nothing)
      if case .parts = value { return [] }
      return [metric.id] + figures(of: metric, value).map(\.name).filter { $0 != metric.id }
    }
  }()

  /// The unit of what a limit is set for; nil when there is nothing of that name.
  static func unit(of name: String) -> Metric.Unit? {
    names.contains(name) ? Metric.named(metric(of: name))?.unit : nil
  }

  /// The id of a figure's metric.
  static func metric(of name: String) -> String {
    if Metric.named(name) != nil { return name }
    return suffixes.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
  }

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
