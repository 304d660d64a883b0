/// Blank cell area x time / visible cell area x time.
struct BlankRatio: Metric {
  static let descriptor = MetricDescriptor(
    "blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank cell area x time / visible cell area x time")

  static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.blank.part, run.tally.blank.whole)
  }
}
