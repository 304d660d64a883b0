/// Preheat jobs skipped because only displayed or started bitmaps could make room.
struct RefusedJobs: Metric {
  static let descriptor = MetricDescriptor(
    "refused", unit: .count, better: .lower, kind: .deterministic,
    summary: "preheat jobs skipped because only displayed or started bitmaps could make room")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.refused)
  }
}
