/// The load of the busiest whole second since the first frame.
public struct LoadWorstSecond: Metric {
  public static let descriptor = MetricDescriptor(
    "load-worst-second", unit: .ratio, better: .neither, kind: .deterministic,
    summary: "the load of the busiest whole second since the first frame")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.worstSecondCost, Int128(run.tally.workers) * 1_000_000_000)
  }
}
