import LabBase

/// One number of a run: how it is called and how it follows from what the run counted or measured.
///
/// A metric is a constant and a word of its family's list above it, in `Metric+Cells.swift`, `Metric+Jobs.swift` or
/// `Metric+Measured.swift`; a test names the one that is in no list.
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
    _ id: String, _ unit: Unit, better: Direction, kind: Kind = .deterministic, _ summary: String,
    value: @escaping @Sendable (RunFacts) -> MetricValue
  ) {
    self.id = id
    self.unit = unit
    self.better = better
    self.kind = kind
    self.summary = summary
    compute = value
  }

  /// One of real decodes.
  init(
    _ id: String, _ unit: Unit, better: Direction, _ summary: String,
    measured value: @escaping @Sendable (Measurements) -> MetricValue
  ) {
    self.init(id, unit, better: better, kind: .measured, summary) { $0.measured(value) }
  }

  /// One of a replay on the wall clock.
  init(
    _ id: String, _ unit: Unit, better: Direction, _ summary: String,
    punctuality value: @escaping @Sendable (FrameTimings) -> MetricValue
  ) {
    self.init(id, unit, better: better, kind: .measured, summary) { $0.punctuality(value) }
  }

  /// The metric of a run; `absent` with a reason when it could not be measured.
  public func value(of run: RunFacts) -> MetricValue { compute(run) }
}

extension Metric {
  /// Every metric, in the order in which they are listed: the families.
  public static let all: [Metric] =
    requestsFamily + ledgerFamily + waitsFamily + screensFamily + jobsFamily + workFamily + thumbnailsFamily
    + downloadsFamily + decodingFamily + framesFamily

  /// The metrics of one kind.
  public static func all(_ kind: Kind) -> [Metric] { all.filter { $0.kind == kind } }

  /// Every name of a figure: the ids, then those of distributions' figures, `time-to-image-p95`.
  public static var names: [String] {
    let ids = all.map { $0.id }
    return ids + ids.flatMap { id in ["-mean", "-p50", "-p90", "-p95", "-p99", "-max"].map { id + $0 } }
  }

  /// The metric with this id, where somebody typed it.
  public static func named(_ id: String) -> Metric? { all.first { $0.id == id } }
}

extension Metric: Hashable {
  public static func == (one: Metric, other: Metric) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
