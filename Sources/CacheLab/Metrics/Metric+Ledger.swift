/// Bytes of bitmaps, exact after each event.
extension Metric {
  static let ledgerFamily: [Metric] = [
    peakBitmapBytes, peakBreakdown, meanBitmapBytes,
  ]

  public static let peakBitmapBytes = Metric(
    "peak-bitmap-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "high-water mark of the ledger: displayed, kept and in flight"
  ) { .integer($0.tally.peak.bytes) }

  public static let peakBreakdown = Metric(
    "peak-breakdown", unit: .bytes, better: .neither, kind: .deterministic,
    summary: "the ledger's peak: time (ns), frame, and bytes displayed, kept and in flight"
  ) { run in
    let peak = run.tally.peak
    return .parts([
      "time-ns": peak.time, "frame": peak.frame, "displayed": peak.displayed, "kept": peak.kept,
      "in-flight": peak.inFlight,
    ])
  }

  public static let meanBitmapBytes = Metric(
    "mean-bitmap-bytes", unit: .bytes, better: .lower, kind: .deterministic, summary: "mean of the ledger over time"
  ) { .ratio(Int128($0.tally.liveByteTime), Int128($0.tally.duration)) }
}
