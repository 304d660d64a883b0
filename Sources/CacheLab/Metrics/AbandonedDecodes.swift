/// Demand decodes whose cell had left when they ended.
struct AbandonedDecodes: Metric {
  static let descriptor = MetricDescriptor(
    "abandoned-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "demand decodes whose cell had left when they ended")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.abandonedDecodes)
  }
}
