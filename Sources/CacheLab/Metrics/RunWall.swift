/// Wall time of the replay with its decodes.
public struct RunWall: Metric {
  public static let descriptor = MetricDescriptor(
    "run-wall", unit: .nanoseconds, better: .neither, kind: .measured,
    summary: "wall time of the replay with its decodes")

  public static func value(of run: RunFacts) -> MetricValue {
    run.measured { .integer($0.runWall) }
  }
}
