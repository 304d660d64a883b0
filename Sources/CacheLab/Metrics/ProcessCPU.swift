/// CPU time of the process over the replay.
struct ProcessCPU: Metric {
  static let descriptor = MetricDescriptor(
    "process-cpu", unit: .nanoseconds, better: .neither, kind: .measured,
    summary: "CPU time of the process over the replay")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { .integer($0.processCPU) }
  }
}
