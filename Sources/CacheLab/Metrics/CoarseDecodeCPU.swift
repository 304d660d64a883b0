/// Thread CPU time of each decode of a thumbnail.
struct CoarseDecodeCPU: Metric {
  static let descriptor = MetricDescriptor(
    "coarse-decode-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "thread CPU time of each decode of a thumbnail")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { measured in run.coarse { _ in .distribution(measured.coarseCPU.distribution) } }
  }
}
