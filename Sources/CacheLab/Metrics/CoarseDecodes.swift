/// Decodes of embedded thumbnails, counted among all decodes too.
struct CoarseDecodes: Metric {
  static let descriptor = MetricDescriptor(
    "coarse-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of embedded thumbnails, counted among all decodes too")

  static func value(of run: RunFacts) -> MetricValue {
    run.coarse { .integer($0.decodes) }
  }
}
