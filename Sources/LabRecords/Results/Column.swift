public import CacheLab

/// A number of a run: a metric, or one number of a metric that has several, such as the p95 of a distribution.
///
/// Tables, comparisons, limits and pictures take name, unit and value of a number from its column.
public struct Column: Hashable, Sendable {
  /// A number of a metric.
  public enum Part: Hashable, Sendable {
    /// The only one.
    case whole
    case mean, p50, p90, p95, p99, max
    /// One of several with names, such as the parts of the peak of memory.
    case named(String)

    static let ofDistribution: [Part] = [.mean, .p50, .p90, .p95, .p99, .max]

    /// The end of the column's id, `-p95`; empty for a metric of one number.
    var suffix: String {
      switch self {
      case .whole: ""
      case .named(let name): "-\(name)"
      default: "-\(self)"
      }
    }
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
  /// The id of the number of one run.
  package var runID: String { metric.id + part.suffix }
  public var unit: Metric.Unit { metric.unit }
  public var better: Metric.Direction { metric.better }
  /// True for a number of a metric that has several of different units.
  package var isNamed: Bool { if case .named = part { true } else { false } }

  /// Returns the columns of a metric with this value; none for an absent one.
  package static func all(of metric: Metric, _ value: MetricValue?) -> [Column] {
    switch value {
    case .integer?, .ratio?: [Column(metric)]
    case .distribution?: Part.ofDistribution.map { Column(metric, $0) }
    case .parts(let parts)?: parts.keys.sorted().map { Column(metric, .named($0)) }
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
}

// MARK: Values

extension Column {
  /// Returns the exact number as both sides of a fraction, with a denominator of 0 for a share of nothing; nil if the value
  /// has none.
  package func exact(_ value: MetricValue?) -> (numerator: Int128, denominator: Int128)? {
    switch (value, part) {
    case (.integer(let count)?, .whole): (Int128(count), 1)
    case (.ratio(let part, let whole)?, .whole): (part, whole)
    case (.distribution(let waits)?, .mean): (waits.sum, Int128(waits.count))
    case (.distribution(let waits)?, .p50): (Int128(waits.p50), 1)
    case (.distribution(let waits)?, .p90): (Int128(waits.p90), 1)
    case (.distribution(let waits)?, .p95): (Int128(waits.p95), 1)
    case (.distribution(let waits)?, .p99): (Int128(waits.p99), 1)
    case (.distribution(let waits)?, .max): (Int128(waits.max), 1)
    case (.parts(let parts)?, .named(let name)): parts[name].map { (Int128($0), 1) }
    default: nil
    }
  }

  /// Returns the number for people and statistics, or nil if there is none. The mean of no waits is 0.
  package func number(_ value: MetricValue?) -> Double? {
    guard let (numerator, denominator) = exact(value) else { return value?.number }
    if denominator == 0 { return part == .mean ? 0 : nil }
    return Double(numerator) / Double(denominator)
  }

  /// Returns the number of several runs, or nil if none has one.
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

  /// Returns the number as a cell of CSV and TSV files; empty if there is none.
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
  /// Returns a run in which nothing happened, whose metrics show their form.
  ///
  /// - Parameter withAll: Whether it has thumbnails and new screens.
  package static func nothing(withAll: Bool) -> RunFacts {
    var tally = ReplayTally()
    tally.thumbnails.isPresent = withAll
    if withAll { tally.screens.later = [ScreenTally.Times(filled: 0, sharp: 0)] }
    return RunFacts(tally: tally, measurements: Measurements())
  }
}
