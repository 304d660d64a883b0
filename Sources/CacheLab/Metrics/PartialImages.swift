/// Decodes that libjpeg-turbo ended with a warning.
struct PartialImages: Metric {
  static let descriptor = MetricDescriptor(
    "partial-images", unit: .count, better: .lower, kind: .measured,
    summary: "decodes that libjpeg-turbo ended with a warning")

  static func value(of run: RunFacts) -> MetricValue {
    run.measured { .integer($0.partialImages) }
  }
}
