/// Decodes of a key that was decoded before.
struct Redecodes: Metric {
  static let descriptor = MetricDescriptor(
    "redecodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of a key that was decoded before")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.redecodes)
  }
}
