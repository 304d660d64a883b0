/// Requests whose cell left, or the trace ended, before the image came.
struct NeverShown: Metric {
  static let descriptor = MetricDescriptor(
    "never-shown", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose cell left, or the trace ended, before the image came")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.neverShown)
  }
}
