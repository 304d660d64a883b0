import LabRecords

/// What a sweep says: which strategies no other beats, which is best on each trace, and what each parameter does.
public struct SweepSummary: Sendable {
  /// A strategy on a screen: the mean over traces and devices.
  struct Point: Sendable {
    var strategy: Int
    var figures: SweepFigures
    /// No other has less blank area at a peak no higher and with no more work, nor less of these with as little blank area.
    var isOnBlankFront: Bool
    /// The same with hits.
    var isOnHitFront: Bool
  }

  struct Front: Sendable {
    var screen: Int
    var group: TraceGroup
    /// Those on either front, by peak.
    var points: [Point]
  }

  /// The best strategy on a trace and screen, devices taken together.
  struct Best: Sendable {
    var trace: Int
    var screen: Int
    var leastBlank: (strategy: Int, figures: SweepFigures)
    var mostHits: (strategy: Int, figures: SweepFigures)
  }

  let plan: SweepPlan
  let fronts: [Front]
  let bests: [Best]
  let effects: [(group: TraceGroup, effects: [ParameterEffect])]

  /// - Parameter table: Of a whole sweep.
  public init(_ table: SweepTable) {
    precondition(table.shard.isWhole, "a shard says nothing of the whole")
    plan = table.plan
    let cells = SweepCells(table)
    let groups = plan.groups
    fronts = plan.screens.indices.flatMap { screen in
      groups.map { SweepSummary.front(cells, screen: screen, $0) }
    }
    bests = plan.traces.indices.flatMap { trace in
      cells.plan.screens.indices.map { SweepSummary.best(cells, trace: trace, screen: $0) }
    }
    effects = groups.map { group in
      let means = cells.plan.strategies.indices.map { cells.mean(strategy: $0, traces: group.traces) }
      return (group, ParameterEffect.all(in: cells.plan, means: means))
    }.filter { !$0.1.isEmpty }
  }

  private static func front(_ cells: SweepCells, screen: Int, _ group: TraceGroup) -> Front {
    let means = cells.plan.strategies.indices.map { cells.mean(strategy: $0, traces: group.traces, screen: screen) }
    func front(_ lack: (SweepFigures) -> Double) -> [Bool] {
      ParetoFront.members(of: means.map { [$0.value(.peak), $0.value(.work), lack($0)] })
    }
    // With thumbnails what counts is all area that does not show its image.
    let (blank, hits) = (front { $0.value(.blank) + $0.value(.soft) }, front { -$0.value(.hits) })
    let points = means.indices.filter { blank[$0] || hits[$0] }.map { index in
      Point(strategy: index, figures: means[index], isOnBlankFront: blank[index], isOnHitFront: hits[index])
    }
    return Front(
      screen: screen, group: group,
      points: points.sorted { ($0.figures.value(.peak), $0.strategy) < ($1.figures.value(.peak), $1.strategy) })
  }

  private static func best(_ cells: SweepCells, trace: Int, screen: Int) -> Best {
    let means = cells.plan.strategies.indices.map { cells.mean(strategy: $0, traces: [trace], screen: screen) }
    func first(_ isBetter: (SweepFigures, SweepFigures) -> Bool) -> (strategy: Int, figures: SweepFigures) {
      var best = 0
      for index in means.indices where isBetter(means[index], means[best]) { best = index }
      return (best, means[best])
    }
    return Best(
      trace: trace, screen: screen, leastBlank: first { $0.isBetter(than: $1) },
      mostHits: first { one, other in
        one.value(.hits) == other.value(.hits) ? one.isBetter(than: other) : one.value(.hits) > other.value(.hits)
      })
  }
}
