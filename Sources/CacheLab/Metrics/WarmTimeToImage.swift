/// Time-to-image without the first frame's requests.
public struct WarmTimeToImage: Metric {
  public static let descriptor = MetricDescriptor(
    "warm-time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "time-to-image without the first frame's requests")

  public static func value(of run: RunFacts) -> MetricValue {
    .distribution(run.warmTimeToImage)
  }
}
