/// Decodes of files that the index marks as damaged: their cells stay blank.
struct FailedDecodes: Metric {
  static let descriptor = MetricDescriptor(
    "failed-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of files that the index marks as damaged: their cells stay blank")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.failedDecodes)
  }
}
