/// Requests whose cell left, or the trace ended, before the image came.
package struct NeverShown: Metric {
  package static let descriptor = MetricDescriptor(
    "never-shown", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose cell left, or the trace ended, before the image came")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.neverShown)
  }
}
