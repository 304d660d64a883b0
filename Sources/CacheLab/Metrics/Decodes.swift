/// Decodes begun.
public struct Decodes: Metric {
  public static let descriptor = MetricDescriptor(
    "decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.decodes)
  }
}
