/// A number of a run: a metric, or one number of a metric that has several, such as the p95 of a distribution.
///
/// Tables, comparisons, limits and pictures take name, unit and value of a number from its column.
public struct Column: Hashable, Sendable {
  /// A number of a metric.
  public struct Part: Hashable, Sendable {
    /// The end of the column's id after a hyphen; empty for the only number of a metric.
    package let name: String

    /// The only one.
    public static let whole = Part(name: "")
    public static let mean = Part(name: "mean")
    public static let p50 = Part(name: "p50")
    public static let p95 = Part(name: "p95")
    public static let p99 = Part(name: "p99")

    static let ofDistribution = [mean, p50, Part(name: "p90"), p95, p99, Part(name: "max")]

    var suffix: String { name.isEmpty ? "" : "-\(name)" }
  }

  /// A way to make one number of those of several runs.
  public enum Summary: String, Hashable, Sendable {
    case mean, worst, sum
  }

  public let metric: Metric
  public let part: Part
  public let summary: Summary

  public init(_ metric: Metric, _ part: Part = .whole, over summary: Summary = .mean) {
    (self.metric, self.part, self.summary) = (metric, part, summary)
  }

  /// Returns the column of an id, or nil if there is no such metric or number.
  public static func named(_ id: String) -> Column? {
    if let metric = Metric.named(id) { return Column(metric) }
    for part in Part.ofDistribution where id.hasSuffix(part.suffix) {
      return Metric.named(String(id.dropLast(part.suffix.count))).map { Column($0, part) }
    }
    return nil
  }

  /// `warm-hit-rate`, `time-to-image-p95`; of several runs also `peak-bitmap-bytes-worst`.
  public var id: String { runID + (summary == .mean ? "" : "-\(summary.rawValue)") }
  package var runID: String { metric.id + part.suffix }
  public var unit: Metric.Unit { metric.unit }
  public var better: Metric.Direction { metric.better }
  /// True for a number of a metric that has several of different units.
  package var isNamed: Bool { part != .whole && !Part.ofDistribution.contains(part) }

  /// Returns the columns of a metric with this value; none for an absent one.
  package static func all(of metric: Metric, _ value: MetricValue?) -> [Column] {
    switch value {
    case .integer?, .ratio?: [Column(metric)]
    case .distribution?: Part.ofDistribution.map { Column(metric, $0) }
    case .parts(let parts)?: parts.keys.ordered().map { Column(metric, Part(name: $0)) }
    case .absent?, nil: []
    }
  }

  /// Returns the columns of metrics, by their values of a run in which nothing happened.
  package static func all(of metrics: [Metric]) -> [Column] {
    let nothing = RunFacts.nothing(withAll: true)
    return metrics.flatMap { metric in
      let columns = all(of: metric, metric.value(of: nothing))
      return columns.isEmpty ? [Column(metric)] : columns
    }
  }

  /// Returns the exact number as both sides of a fraction, with a denominator of 0 for a share of nothing; nil if the value
  /// has none.
  package func exact(_ value: MetricValue?) -> (numerator: Int128, denominator: Int128)? {
    switch value {
    case .integer(let count)? where part == .whole: (Int128(count), 1)
    case .ratio(let above, let below)? where part == .whole: (above, below)
    case .distribution(let waits)? where part == .mean: (waits.sum, Int128(waits.count))
    case .distribution(let waits)?: Distribution.names.firstIndex(of: part.name).map { (waits.figures[$0], 1) }
    case .parts(let parts)?: parts[part.name].map { (Int128($0), 1) }
    default: nil
    }
  }

  /// Returns the number for people and statistics, or nil if there is none. The mean of no waits is 0.
  package func number(_ value: MetricValue?) -> Double? {
    guard let (numerator, denominator) = exact(value) else { return value?.number }
    if denominator == 0 { return part == .mean ? 0 : nil }
    return Double(numerator) / Double(denominator)
  }

  package func combined(_ numbers: [Double]) -> Double? {
    switch summary {
    case .mean: numbers.mean
    case .worst: better == .higher ? numbers.min() : numbers.max()
    case .sum: numbers.isEmpty ? nil : numbers.reduce(0, +)
    }
  }

  /// Returns the number as files have it: a count as an integer, a share or mean divided; null if there is none.
  package func figure(_ value: MetricValue?) -> JSON {
    guard let (numerator, _) = exact(value) else { return .null }
    let isDivided = if case .ratio? = value { true } else { part == .mean }
    return isDivided ? number(value).map { .number($0) } ?? .null : .integer(numerator)
  }

  package func cell(_ value: MetricValue?) -> String { figure(value).cell }

  /// Returns a number for people, as tables show it without its unit; a dash for none.
  package func text(_ number: Double?) -> String {
    guard let number else { return "-" }
    return switch unit {
    case .ratio: NumberText.percent(number)
    case .perRequest: NumberText.decodes(perRequest: number)
    case .bytes: NumberText.megabytes(number)
    case .nanoseconds: NumberText.milliseconds(number)
    case .perThousand: NumberText.fixed(number * 1000, decimals: 1)
    case .count, .secondsPerMinute: NumberText.grouped(number)
    }
  }
}

extension JSON {
  /// A number as a cell of CSV and TSV files; empty for null.
  package var cell: String { if case .null = self { "" } else { compactText } }
}

extension RunFacts {
  /// Returns a run in which nothing happened, whose metrics show their form; with thumbnails and new screens if `withAll`.
  package static func nothing(withAll: Bool) -> RunFacts {
    var tally = ReplayTally()
    tally.thumbnails.isPresent = withAll
    if withAll { tally.screens.later = [ScreenTally.Times(filled: 0, sharp: 0)] }
    return RunFacts(tally: tally, measurements: Measurements())
  }
}
