/// From asking a helper process for an image until its answer, as the host sees it; thumbnails too.
struct HelperRoundTrip: Metric {
  static let descriptor = MetricDescriptor(
    "helper-round-trip", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from asking a helper process for an image until its answer")

  static func value(of run: RunFacts) -> MetricValue {
    run.helped { .distribution($0.roundTrips.distribution) }
  }
}
