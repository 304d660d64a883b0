/// Late requests and misses that found the coarse image.
struct CoarseHits: Metric {
  static let descriptor = MetricDescriptor(
    "coarse-hits", unit: .count, better: .higher, kind: .deterministic,
    summary: "late requests and misses that found the coarse image")

  static func value(of run: RunFacts) -> MetricValue {
    run.coarse { _ in .integer(run.tally.requests.coarseHits) }
  }
}
