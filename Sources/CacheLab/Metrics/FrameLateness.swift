/// Time from when each frame was due until it was done.
struct FrameLateness: Metric {
  static let descriptor = MetricDescriptor(
    "frame-lateness", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from when a frame was due until it was done (--time real)")

  static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { .distribution(Distribution(samples: $0.lateness)) }
  }
}
