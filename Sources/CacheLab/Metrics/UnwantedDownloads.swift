/// Downloads that ended when nobody waited for the photo any more.
struct UnwantedDownloads: Metric {
  static let descriptor = MetricDescriptor(
    "unwanted-downloads", unit: .count, better: .lower, kind: .deterministic,
    summary: "downloads that ended when nobody waited for the photo any more")

  static func value(of run: RunFacts) -> MetricValue {
    run.cloud { .integer($0.unwanted) }
  }
}
