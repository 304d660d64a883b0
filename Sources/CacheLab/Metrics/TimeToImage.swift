/// From request to image: queue wait and decode, 0 for a hit.
public struct TimeToImage: Metric {
  public static let descriptor = MetricDescriptor(
    "time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from request to image: queue wait and decode, 0 for a hit")

  public static func value(of run: RunFacts) -> MetricValue {
    .distribution(run.timeToImage)
  }
}
