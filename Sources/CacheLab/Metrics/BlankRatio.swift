/// Blank cell area x time / visible cell area x time.
public struct BlankRatio: Metric {
  public static let descriptor = MetricDescriptor(
    "blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank cell area x time / visible cell area x time")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.blank.part, run.tally.blank.whole)
  }
}
