public import LabBase
import LabRecords

extension SweepSummary {
  public var json: JSON {
    .object([
      "sweep-summary": .integer(1), "digest": .string(plan.digest), "jobs": .integer(Int128(plan.jobCount)),
      "pareto": .array(fronts.map(json)), "best": .array(bests.map(json)),
      "effects": .array(
        effects.map { .object(["traces": .string($0.group.name), "effects": .array($0.effects.map(\.json))]) }),
    ])
  }

  private func json(_ front: Front) -> JSON {
    .object([
      "screen": .string(plan.screens[front.screen]), "traces": .string(front.group.name),
      "points": .array(
        front.points.map { point in
          .object([
            "strategy": .string(plan.strategies[point.strategy].text), "means": point.figures.json,
            "drives-photos": .bool(plan.strategies[point.strategy].drivesPhotos),
            "unbeaten-blank": .bool(point.isOnBlankFront), "unbeaten-hits": .bool(point.isOnHitFront),
          ])
        }),
    ])
  }

  private func json(_ best: Best) -> JSON {
    func winner(_ winner: (strategy: Int, figures: SweepFigures)) -> JSON {
      .object(["strategy": .string(plan.strategies[winner.strategy].text), "means": winner.figures.json])
    }
    return .object([
      "trace": .string(plan.traceNames[best.trace]), "screen": .string(plan.screens[best.screen]),
      "least-blank": winner(best.leastBlank), "most-hits": winner(best.mostHits),
    ])
  }
}
