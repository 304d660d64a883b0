/// Bitmap bytes of hits / bitmap bytes of all requests.
struct ByteHitRate: Metric {
  static let descriptor = MetricDescriptor(
    "byte-hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "bitmap bytes of hits / bitmap bytes of all requests")

  static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.hitBytes, run.tally.requestedBytes)
  }
}
