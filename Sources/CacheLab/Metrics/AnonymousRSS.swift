/// Anonymous resident memory at the ledger's peak.
struct AnonymousRSS: Metric {
  static let descriptor = MetricDescriptor(
    "rss-anon", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous resident memory at the ledger's peak")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { $0.anonymousRSSAtPeak.metricValue }
  }
}
