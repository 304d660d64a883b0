/// Thread CPU time of each real decode.
public struct DecodeCPU: Metric {
  public static let descriptor = MetricDescriptor(
    "decode-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "thread CPU time of each real decode")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { .distribution($0.decodeCPU.distribution) }
  }
}
