/// Preheat jobs skipped because only displayed or started bitmaps could make room.
package struct RefusedJobs: Metric {
  package static let descriptor = MetricDescriptor(
    "refused", unit: .count, better: .lower, kind: .deterministic,
    summary: "preheat jobs skipped because only displayed or started bitmaps could make room")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.refused)
  }
}
