/// Soft-ratio without the cells of the first frame.
struct WarmSoftRatio: Metric {
  static let descriptor = MetricDescriptor(
    "warm-soft-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "soft-ratio without the cells of the first frame")

  static func value(of run: RunFacts) -> MetricValue {
    run.coarse { .ratio($0.soft - $0.coldSoft, run.tally.blank.whole - run.tally.coldBlank.whole) }
  }
}
