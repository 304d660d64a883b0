import LabBase

/// One number of a run: how it is called and how it follows from what the run counted or measured.
///
/// A metric is a constant in the file of its family, `Metric+Jobs.swift`, and a word of the family's list above it; a test
/// names the one that is in no list.
public struct Metric: Sendable {
  public enum Unit: String, Sendable {
    case count, ratio, bytes, nanoseconds
    case millisecondsPerSecond = "ms/s"
    case secondsPerMinute = "s/min"
    case perRequest = "a request"

    /// Counted in fractions, which summaries round to billionths.
    package var isFraction: Bool { self == .ratio || self == .perRequest || self == .secondsPerMinute }

    /// What a value is multiplied by for people, and what then stands behind it.
    package var shown: (factor: Double, suffix: String) {
      switch self {
      case .count: (1, "")
      case .ratio: (100, "%")
      case .bytes: (1e-6, " MB")
      case .nanoseconds: (1e-6, " ms")
      case .millisecondsPerSecond, .secondsPerMinute: (1, " \(rawValue)")
      case .perRequest: (1, "")
      }
    }

    /// A value for people: `12.5%`, `36.4 MB`; whole counts without decimals.
    package func text(_ value: Double, decimals: Int) -> String {
      if self == .count && value.rounded() == value { return NumberText.grouped(value) }
      return NumberText.fixed(value * shown.factor, decimals: decimals) + shown.suffix
    }
  }

  public enum Direction: String, Sendable {
    case higher, lower, neither
  }

  /// Deterministic metrics repeat bit for bit and are compared by equality; measured ones by statistics.
  public enum Kind: String, Sendable {
    case deterministic, measured
  }

  /// Kebab-case, never used again for something else.
  public let id: String
  public let unit: Unit
  public let better: Direction
  public let kind: Kind
  public let summary: String
  private let compute: @Sendable (RunFacts) -> MetricValue

  /// - Parameter value: What the metric is of a run; `absent` with a reason where it could not be measured.
  init(
    _ id: String, unit: Unit, better: Direction, kind: Kind, summary: String,
    value: @escaping @Sendable (RunFacts) -> MetricValue
  ) {
    self.id = id
    self.unit = unit
    self.better = better
    self.kind = kind
    self.summary = summary
    compute = value
  }

  /// The metric of a run; `absent` with a reason when it could not be measured.
  public func value(of run: RunFacts) -> MetricValue { compute(run) }
}

extension Metric: Hashable {
  public static func == (one: Metric, other: Metric) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
