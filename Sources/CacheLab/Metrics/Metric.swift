/// One number of a run: how it is called and how it follows from what the run counted or measured.
///
/// A new metric is a file in this folder and a line in `MetricCatalog.all`.
public protocol Metric: Sendable {
  static var descriptor: MetricDescriptor { get }

  /// The metric of a run; `absent` with a reason when it could not be measured.
  static func value(of run: RunFacts) -> MetricValue
}

/// A metric's name, unit, better direction and kind.
public struct MetricDescriptor: Hashable, Sendable {
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

  public let id: String
  public let unit: Unit
  public let better: Direction
  public let kind: Kind
  public let summary: String

  public init(_ id: String, unit: Unit, better: Direction, kind: Kind, summary: String) {
    self.id = id
    self.unit = unit
    self.better = better
    self.kind = kind
    self.summary = summary
  }
}
