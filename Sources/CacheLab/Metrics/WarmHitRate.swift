/// Hits / requests, without the first frame's, which can never hit.
public struct WarmHitRate: Metric {
  public static let descriptor = MetricDescriptor(
    "warm-hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "hits / requests, without the first frame's, which can never hit")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(Int128(run.tally.warmRequests.hits), Int128(run.tally.warmRequests.count))
  }
}
