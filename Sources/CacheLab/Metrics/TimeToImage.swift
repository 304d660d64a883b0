/// From request to image: queue wait and decode, 0 for a hit.
package struct TimeToImage: Metric {
  package static let descriptor = MetricDescriptor(
    "time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from request to image: queue wait and decode, 0 for a hit")

  package static func value(of run: RunFacts) -> MetricValue {
    .distribution(run.timeToImage)
  }
}
