/// Wall time of each real decode.
struct DecodeWall: Metric {
  static let descriptor = MetricDescriptor(
    "decode-wall", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "wall time of each real decode")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { .distribution($0.decodeWall.distribution) }
  }
}
