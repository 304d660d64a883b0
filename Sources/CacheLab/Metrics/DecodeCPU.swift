/// Thread CPU time of each real decode.
struct DecodeCPU: Metric {
  static let descriptor = MetricDescriptor(
    "decode-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "thread CPU time of each real decode")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { .distribution($0.decodeCPU.distribution) }
  }
}
