/// Decodes begun.
package struct Decodes: Metric {
  package static let descriptor = MetricDescriptor(
    "decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.decodes)
  }
}
