/// Bitmaps dropped for room.
package struct Evictions: Metric {
  package static let descriptor = MetricDescriptor(
    "evictions", unit: .count, better: .neither, kind: .deterministic,
    summary: "bitmaps dropped for room")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.evictions)
  }
}
