import CacheLab

extension MetricValue {
  /// One cell of a metric in a flat file.
  package struct Field: Hashable, Sendable {
    /// Follows the metric's id: `-p95`; empty for a metric of one number.
    package var suffix: String
    /// Empty for a share of nothing.
    package var text: String
    var isPart = false
  }

  /// The metric as cells of CSV and TSV files; none when it is absent.
  var fields: [Field] {
    switch self {
    case .integer(let count): return [Field(suffix: "", text: "\(count)")]
    case .ratio: return [Field(suffix: "", text: number.map { "\($0)" } ?? "")]
    case .distribution(let d):
      let ranks = [("p50", d.p50), ("p90", d.p90), ("p95", d.p95), ("p99", d.p99), ("max", d.max)]
      return [Field(suffix: "-mean", text: "\(d.mean)")] + ranks.map { Field(suffix: "-\($0.0)", text: "\($0.1)") }
    case .parts(let parts):
      return parts.sorted { $0.key < $1.key }.map { Field(suffix: "-\($0.key)", text: "\($0.value)", isPart: true) }
    case .absent: return []
    }
  }
}
