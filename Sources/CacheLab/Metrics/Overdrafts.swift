/// Decodes begun past the byte budget because nothing more could go.
struct Overdrafts: Metric {
  static let descriptor = MetricDescriptor(
    "overdrafts", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun past the byte budget because nothing more could go")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.overdrafts)
  }
}
