/// Frames that were not done when the next refresh of the screen was due.
public struct DroppedFrames: Metric {
  public static let descriptor = MetricDescriptor(
    "dropped-frames", unit: .count, better: .lower, kind: .measured,
    summary: "frames not done when the next refresh was due (--time real)")

  public static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { .integer($0.dropped) }
  }
}
