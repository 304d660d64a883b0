/// Resident memory at that reset.
public struct BaselineRSS: Metric {
  public static let descriptor = MetricDescriptor(
    "baseline-rss", unit: .bytes, better: .neither, kind: .measured,
    summary: "resident memory at that reset")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { $0.baselineRSS.metricValue }
  }
}
