/// Helper processes that ended, or made no sense, while they were asked for an image.
struct HelperCrashes: Metric {
  static let descriptor = MetricDescriptor(
    "helper-crashes", unit: .count, better: .lower, kind: .measured,
    summary: "helper processes that ended, or made no sense, while they were asked for an image")

  static func value(of run: RunFacts) -> MetricValue {
    run.helped { .integer($0.crashes) }
  }
}
