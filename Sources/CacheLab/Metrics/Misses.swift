/// Requests for which no decode had been asked before the frame.
package struct Misses: Metric {
  package static let descriptor = MetricDescriptor(
    "misses", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests for which no decode had been asked before the frame")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.misses)
  }
}
