/// Images that the index promises and that a helper's end cost.
public struct LostImages: Metric {
  public static let descriptor = MetricDescriptor(
    "lost-images", unit: .count, better: .lower, kind: .measured,
    summary: "images that the index promises and that a helper's end cost: the run ends with exit code 1")

  public static func value(of run: RunFacts) -> MetricValue {
    run.helped { .integer($0.lostImages) }
  }
}
