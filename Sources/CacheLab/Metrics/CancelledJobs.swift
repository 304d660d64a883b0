/// Jobs removed from a queue before they began.
struct CancelledJobs: Metric {
  static let descriptor = MetricDescriptor(
    "cancelled", unit: .count, better: .neither, kind: .deterministic,
    summary: "jobs removed from a queue before they began")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.cancelled)
  }
}
