/// Bitmaps dropped for room.
struct Evictions: Metric {
  static let descriptor = MetricDescriptor(
    "evictions", unit: .count, better: .neither, kind: .deterministic,
    summary: "bitmaps dropped for room")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.evictions)
  }
}
