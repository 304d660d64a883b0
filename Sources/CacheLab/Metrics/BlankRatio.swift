/// Blank cell area x time / visible cell area x time.
package struct BlankRatio: Metric {
  package static let descriptor = MetricDescriptor(
    "blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank cell area x time / visible cell area x time")

  package static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.blank.part, run.tally.blank.whole)
  }
}
