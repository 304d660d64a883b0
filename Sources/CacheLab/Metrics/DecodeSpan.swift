/// Time from begin to end of each decode as the replay saw it, page making, waking and holding included.
struct DecodeSpan: Metric {
  static let descriptor = MetricDescriptor(
    "decode-span", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from begin to end of each decode as the replay saw it (--time real)")

  static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { .distribution(Distribution(samples: $0.decodeTimes)) }
  }
}
