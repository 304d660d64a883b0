/// Cells that asked for an image.
struct Requests: Metric {
  static let descriptor = MetricDescriptor(
    "requests", unit: .count, better: .neither, kind: .deterministic,
    summary: "cells that asked for an image")

  static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.requests.count)
  }
}
