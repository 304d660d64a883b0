/// Decodes begun.
struct Decodes: Metric {
  static let descriptor = MetricDescriptor(
    "decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.decodes)
  }
}
