/// The value of a metric, exact where it is counted.
public enum MetricValue: Hashable, Sendable {
  case integer(Int64)
  /// Both sides of a fraction, unreduced; a denominator of 0 stands for a share of nothing.
  case ratio(Int128, Int128)
  case distribution(Distribution)
  /// Named integers that belong together.
  case parts([String: Int64])
  /// Not measured, and why.
  case absent(String)

  /// The value for people and plots: a fraction divided, a distribution's mean; nil when absent or undefined.
  public var number: Double? {
    switch self {
    case .integer(let count): Double(count)
    case .ratio(_, 0): nil
    case .ratio(let part, let whole): Double(part) / Double(whole)
    case .distribution(let distribution): distribution.mean
    case .parts, .absent: nil
    }
  }

  /// Exact text, the same on every machine: what the digest of a run is made of.
  package var canonicalText: String {
    switch self {
    case .integer(let count): "\(count)"
    case .ratio(let part, let whole): "\(part)/\(whole)"
    case .distribution(let d): "\(d.sum)/\(d.count) \(d.p50) \(d.p90) \(d.p95) \(d.p99) \(d.max)"
    case .parts(let parts): parts.keys.sorted().map { "\($0)=\(parts[$0] ?? 0)" }.joined(separator: " ")
    case .absent(let reason): "absent: \(reason)"
    }
  }
}
