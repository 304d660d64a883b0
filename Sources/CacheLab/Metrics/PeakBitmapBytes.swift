/// High-water mark of the ledger: displayed, kept and in flight.
public struct PeakBitmapBytes: Metric {
  public static let descriptor = MetricDescriptor(
    "peak-bitmap-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "high-water mark of the ledger: displayed, kept and in flight")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.peak.bytes)
  }
}
