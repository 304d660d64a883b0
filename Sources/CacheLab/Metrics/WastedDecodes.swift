/// Started decodes that ended and went without ever being requested.
package struct WastedDecodes: Metric {
  package static let descriptor = MetricDescriptor(
    "wasted-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "started decodes that ended and went without ever being requested")

  package static func value(of run: RunFacts) -> MetricValue {
    .integer(run.tally.preheat.wasted)
  }
}
