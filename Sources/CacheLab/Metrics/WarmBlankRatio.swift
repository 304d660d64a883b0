/// Blank-ratio without the cells of the first frame.
public struct WarmBlankRatio: Metric {
  public static let descriptor = MetricDescriptor(
    "warm-blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank-ratio without the cells of the first frame")

  public static func value(of run: RunFacts) -> MetricValue {
    let (all, cold) = (run.tally.blank, run.tally.coldBlank)
    return .ratio(all.part - cold.part, all.whole - cold.whole)
  }
}
