/// Requests whose bitmap was there.
struct Hits: Metric {
  static let descriptor = MetricDescriptor(
    "hits", unit: .count, better: .higher, kind: .deterministic,
    summary: "requests whose bitmap was there")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.hits)
  }
}
