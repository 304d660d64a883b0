/// High-water mark of resident memory (VmHWM) since the reset after set-up.
public struct PeakRSS: Metric {
  public static let descriptor = MetricDescriptor(
    "peak-rss", unit: .bytes, better: .lower, kind: .measured,
    summary: "high-water mark of resident memory (VmHWM) since the reset after set-up")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { $0.peakRSS.metricValue }
  }
}
