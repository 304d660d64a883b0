/// Decodes that took this machine longer than the declared cost that they were to be held for.
public struct DecodeOverruns: Metric {
  public static let descriptor = MetricDescriptor(
    "decode-overruns", unit: .count, better: .lower, kind: .measured,
    summary: "decodes that took longer than the declared cost that they were held for (--time real)")

  public static func value(of run: RunFacts) -> MetricValue {
    run.punctuality { .integer($0.overruns) }
  }
}
