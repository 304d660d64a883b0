/// Coarse jobs and what became of them: shown, cancelled, unseen or pending.
struct CoarseLedger: Metric {
  static let descriptor = MetricDescriptor(
    "coarse-ledger", unit: .count, better: .neither, kind: .deterministic,
    summary: "coarse jobs and what became of them: shown, cancelled, unseen or pending")

  static func value(of run: RunFacts) -> MetricValue {
    run.coarse {
      .parts([
        "created": $0.created, "shown": $0.shown, "cancelled": $0.cancelled, "unseen": $0.unseen, "pending": $0.pending,
      ])
    }
  }
}
