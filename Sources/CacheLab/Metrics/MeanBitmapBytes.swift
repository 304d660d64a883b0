/// Mean of the ledger over time.
struct MeanBitmapBytes: Metric {
  static let descriptor = MetricDescriptor(
    "mean-bitmap-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "mean of the ledger over time")

  static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.liveByteTime, Int128(run.tally.duration))
  }
}
