/// Requests whose decode was asked for at an earlier frame and had not ended.
package struct LateRequests: Metric {
  package static let descriptor = MetricDescriptor(
    "late", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose decode was asked for at an earlier frame and had not ended")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.late)
  }
}
