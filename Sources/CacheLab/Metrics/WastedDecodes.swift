/// Started decodes that ended and went without ever being requested.
public struct WastedDecodes: Metric {
  public static let descriptor = MetricDescriptor(
    "wasted-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "started decodes that ended and went without ever being requested")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.preheat.wasted)
  }
}
