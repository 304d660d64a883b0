/// What became of the jobs that starts created; the parts add up to created.
struct PreheatLedger: Metric {
  static let descriptor = MetricDescriptor(
    "preheat-ledger", unit: .count, better: .neither, kind: .deterministic,
    summary: "what became of the jobs that starts created; the parts add up to created")

  static func value(of run: RunFacts) -> MetricValue {
    let ledger = run.tally.preheat
    return .parts([
      "created": ledger.created, "useful": ledger.useful, "late": ledger.late, "same-frame": ledger.sameFrame,
      "cancelled": ledger.cancelled, "wasted": ledger.wasted, "pending": ledger.pending,
    ])
  }
}
