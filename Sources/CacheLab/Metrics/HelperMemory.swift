/// Anonymous memory of all helper processes, at the ledger's peak.
public struct HelperMemory: Metric {
  public static let descriptor = MetricDescriptor(
    "helper-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of all helper processes, at the ledger's peak")

  public static func value(of run: RunFacts) -> MetricValue {
    run.helped { $0.helperMemory.metricValue }
  }
}
