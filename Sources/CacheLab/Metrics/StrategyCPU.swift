/// Time the strategy takes a frame.
struct StrategyCPU: Metric {
  static let descriptor = MetricDescriptor(
    "strategy-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "time the strategy takes a frame")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { .distribution($0.strategyTimes.finestDistribution) }
  }
}
