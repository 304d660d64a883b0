/// Anonymous memory of the host and the shared bitmaps that it maps, at the ledger's peak.
public struct HostMemory: Metric {
  public static let descriptor = MetricDescriptor(
    "host-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of the host and the shared bitmaps that it maps, at the ledger's peak")

  public static func value(of run: RunFacts) -> MetricValue {
    run.helped { $0.hostMemory.metricValue }
  }
}
