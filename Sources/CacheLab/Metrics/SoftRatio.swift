/// Area x time of cells that show the coarse image only / visible cell area x time.
public struct SoftRatio: Metric {
  public static let descriptor = MetricDescriptor(
    "soft-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "area x time of cells that show the coarse image only / visible cell area x time")

  public static func value(of run: RunFacts) -> MetricValue {
    run.coarse { .ratio($0.soft, run.tally.blank.whole) }
  }
}
