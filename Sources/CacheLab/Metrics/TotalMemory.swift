/// Anonymous memory of host and helpers and the shared bitmaps, each page once, at the ledger's peak.
public struct TotalMemory: Metric {
  public static let descriptor = MetricDescriptor(
    "total-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of host and helpers and the shared bitmaps once, at the ledger's peak")

  public static func value(of run: RunFacts) -> MetricValue {
    run.helped { $0.totalMemory.metricValue }
  }
}
