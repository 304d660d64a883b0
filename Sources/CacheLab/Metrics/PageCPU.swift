/// CPU time of making bitmaps' pages resident.
public struct PageCPU: Metric {
  public static let descriptor = MetricDescriptor(
    "page-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "CPU time of making bitmaps' pages resident")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { .integer($0.pageCPU) }
  }
}
