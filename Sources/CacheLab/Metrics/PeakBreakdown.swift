/// The ledger's peak: time (ns), frame, and bytes displayed, kept and in flight.
public struct PeakBreakdown: Metric {
  public static let descriptor = MetricDescriptor(
    "peak-breakdown", unit: .bytes, better: .neither, kind: .deterministic,
    summary: "the ledger's peak: time (ns), frame, and bytes displayed, kept and in flight")

  public static func value(of run: RunFacts) -> MetricValue {
    let peak = run.tally.peak
    return .parts([
      "time-ns": peak.time, "frame": peak.frame, "displayed": peak.displayed, "kept": peak.kept,
      "in-flight": peak.inFlight,
    ])
  }
}
