/// One number of a run: how it is called and how it follows from what the run counted or measured.
///
/// A metric is a constant in the file of its family, `Metric+Jobs.swift`, and a word of the family's list above it; a test
/// names the one that is in no list.
public struct Metric: Sendable {
  public enum Unit: String, Sendable {
    case count, ratio, bytes, nanoseconds
    case millisecondsPerSecond = "ms/s"
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
