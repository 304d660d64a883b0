/// Time in which the screen lacked a frame that was due, in milliseconds a second.
public struct HitchRatio: Metric {
  public static let descriptor = MetricDescriptor(
    "hitch-ratio", unit: .millisecondsPerSecond, better: .lower, kind: .measured,
    summary: "time the screen lacked a frame that was due, a second (--time real)")

  public static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { .ratio(Int128($0.hitchTime) * 1000, Int128(run.tally.duration)) }
  }
}
