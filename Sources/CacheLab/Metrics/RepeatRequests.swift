/// Requests of a photo at a size that was requested before: the most that keeping images can ever serve.
public struct RepeatRequests: Metric {
  public static let descriptor = MetricDescriptor(
    "repeat-requests", unit: .count, better: .neither, kind: .deterministic,
    summary: "requests of a key requested before: the most that keeping images can ever serve")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.repeats)
  }
}
