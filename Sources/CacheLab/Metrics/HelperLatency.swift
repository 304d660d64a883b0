/// The round trip less what the helper spent on opening the file and on decoding: messages, waking up, and mapping the
/// bitmap's pages.
public struct HelperLatency: Metric {
  public static let descriptor = MetricDescriptor(
    "helper-latency", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "latency that decoding in another process adds to an image")

  public static func value(of run: RunFacts) -> MetricValue {
    run.helped { .distribution($0.added.distribution) }
  }
}
