/// Mean of the ledger over time.
public struct MeanBitmapBytes: Metric {
  public static let descriptor = MetricDescriptor(
    "mean-bitmap-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "mean of the ledger over time")

  public static func value(of run: RunFacts) -> MetricValue {
    .ratio(run.tally.liveByteTime, Int128(run.tally.duration))
  }
}
