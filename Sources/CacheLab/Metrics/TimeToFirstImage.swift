/// From request to the first image of either tier, 0 for a hit and a coarse hit.
public struct TimeToFirstImage: Metric {
  public static let descriptor = MetricDescriptor(
    "time-to-first-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from request to the first image of either tier, 0 for a hit and a coarse hit")

  public static func value(of run: RunFacts) -> MetricValue {
    run.coarse { _ in .distribution(run.timeToFirstImage) }
  }
}
