/// Hits / requests.
package struct HitRate: Metric {
  package static let descriptor = MetricDescriptor(
    "hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "hits / requests")

  package static func value(of run: RunFacts) -> MetricValue {
    .ratio(Int128(run.tally.requests.hits), Int128(run.tally.requests.count))
  }
}
