/// Wall time of each decode of a thumbnail.
struct CoarseDecodeWall: Metric {
  static let descriptor = MetricDescriptor(
    "coarse-decode-wall", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "wall time of each decode of a thumbnail")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { measured in run.coarse { _ in .distribution(measured.coarseWall.distribution) } }
  }
}
