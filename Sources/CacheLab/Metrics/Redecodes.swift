/// Decodes of a key that was decoded before.
package struct Redecodes: Metric {
  package static let descriptor = MetricDescriptor(
    "redecodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of a key that was decoded before")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.redecodes)
  }
}
