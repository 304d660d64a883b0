/// Cells that asked for an image.
public struct Requests: Metric {
  public static let descriptor = MetricDescriptor(
    "requests", unit: .count, better: .neither, kind: .deterministic,
    summary: "cells that asked for an image")

  public static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.count)
  }
}
