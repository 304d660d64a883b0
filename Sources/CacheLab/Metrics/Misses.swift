/// Requests for which no decode had been asked before the frame.
struct Misses: Metric {
  static let descriptor = MetricDescriptor(
    "misses", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests for which no decode had been asked before the frame")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.misses)
  }
}
