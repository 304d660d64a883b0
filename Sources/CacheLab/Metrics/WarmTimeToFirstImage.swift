/// Time-to-first-image without the first frame's requests.
struct WarmTimeToFirstImage: Metric {
  static let descriptor = MetricDescriptor(
    "warm-time-to-first-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "time-to-first-image without the first frame's requests")

  static func value(of run: RunFacts) -> MetricValue {
    run.coarse { _ in .distribution(run.warmTimeToFirstImage) }
  }
}
