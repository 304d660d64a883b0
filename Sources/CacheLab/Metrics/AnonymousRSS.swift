/// Anonymous resident memory at the ledger's peak.
public struct AnonymousRSS: Metric {
  public static let descriptor = MetricDescriptor(
    "rss-anon", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous resident memory at the ledger's peak")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { $0.anonymousRSSAtPeak.metricValue }
  }
}
