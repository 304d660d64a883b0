/// Decodes begun past the byte budget because nothing more could go.
package struct Overdrafts: Metric {
  package static let descriptor = MetricDescriptor(
    "overdrafts", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun past the byte budget because nothing more could go")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.overdrafts)
  }
}
