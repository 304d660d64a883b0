/// Hits / requests.
public struct HitRate: Metric {
  public static let descriptor = MetricDescriptor(
    "hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "hits / requests")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(Int128(run.tally.requests.hits), Int128(run.tally.requests.count))
  }
}
