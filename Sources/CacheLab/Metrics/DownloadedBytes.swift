/// Bytes of the photos that were downloaded, those on their way at the end included.
struct DownloadedBytes: Metric {
  static let descriptor = MetricDescriptor(
    "downloaded-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "bytes of the photos that were downloaded, those on their way at the end included")

  static func value(of run: RunFacts) -> MetricValue {
    run.cloud { .integer($0.bytes) }
  }
}
