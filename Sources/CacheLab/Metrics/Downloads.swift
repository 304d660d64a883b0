/// Downloads of photos from the cloud that began.
struct Downloads: Metric {
  static let descriptor = MetricDescriptor(
    "downloads", unit: .count, better: .lower, kind: .deterministic,
    summary: "downloads of photos from the cloud that began")

  static func value(of run: RunFacts) -> MetricValue {
    run.cloud { .integer($0.downloads) }
  }
}
