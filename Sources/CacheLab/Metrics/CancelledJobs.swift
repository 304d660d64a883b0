/// Jobs removed from a queue before they began.
package struct CancelledJobs: Metric {
  package static let descriptor = MetricDescriptor(
    "cancelled", unit: .count, better: .neither, kind: .deterministic,
    summary: "jobs removed from a queue before they began")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.cancelled)
  }
}
