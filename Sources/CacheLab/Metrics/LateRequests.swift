/// Requests whose decode was asked for at an earlier frame and had not ended.
public struct LateRequests: Metric {
  public static let descriptor = MetricDescriptor(
    "late", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose decode was asked for at an earlier frame and had not ended")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.late)
  }
}
