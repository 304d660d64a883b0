/// Time-to-image without the first frame's requests.
struct WarmTimeToImage: Metric {
  static let descriptor = MetricDescriptor(
    "warm-time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "time-to-image without the first frame's requests")

  static func value(of run: RunFacts) -> MetricValue {
    .distribution(run.warmTimeToImage)
  }
}
