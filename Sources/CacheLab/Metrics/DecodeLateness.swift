/// Time from when each held decode was due to end until its end was dealt with.
struct DecodeLateness: Metric {
  static let descriptor = MetricDescriptor(
    "decode-lateness", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from when a held decode was due to end until its end was dealt with (--time real)")

  static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { frames in
      guard !frames.decodeLateness.isEmpty else { return .absent("no decode was held to its declared cost") }
      return .distribution(Distribution(samples: frames.decodeLateness))
    }
  }
}
