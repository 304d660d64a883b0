/// Wall time of each real decode.
public struct DecodeWall: Metric {
  public static let descriptor = MetricDescriptor(
    "decode-wall", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "wall time of each real decode")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { .distribution($0.decodeWall.distribution) }
  }
}
