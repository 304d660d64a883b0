/// Cost of all requests / (workers x duration): above 1 no strategy can show everything.
public struct Load: Metric {
  public static let descriptor = MetricDescriptor(
    "load", unit: .ratio, better: .neither, kind: .deterministic,
    summary: "cost of all requests / (workers x duration): above 1 no strategy can show everything")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.requestedCost, Int128(run.tally.workers) * Int128(run.tally.duration))
  }
}
