public import LabBase
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
    let plan = table.plan
    self.plan = plan
    fronts = plan.screens.indices.flatMap { screen in
      plan.groups.map { SweepSummary.front(table, screen: screen, $0) }
    }
    bests = plan.traces.indices.flatMap { trace in
      plan.screens.indices.map { SweepSummary.best(table, trace: trace, screen: $0) }
    }
    effects = plan.groups.map { group in
      let means = plan.strategies.indices.map { table.mean($0, traces: group.traces) }
      return (group, ParameterEffect.all(in: plan, means: means))
    }.filter { !$0.1.isEmpty }
  }

  private static func front(_ table: SweepTable, screen: Int, _ group: TraceGroup) -> Front {
    let means = table.plan.strategies.indices.map { table.mean($0, traces: group.traces, screen: screen) }
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

  private static func best(_ table: SweepTable, trace: Int, screen: Int) -> Best {
    let means = table.plan.strategies.indices.map { table.mean($0, traces: [trace], screen: screen) }
    func first(_ isBetter: (SweepFigures, SweepFigures) -> Bool) -> (strategy: Int, figures: SweepFigures) {
      let best = means.indices.min { isBetter(means[$0], means[$1]) } ?? 0
      return (best, means[best])
    }
    return Best(
      trace: trace, screen: screen, leastBlank: first { $0.isBetter(than: $1) },
      mostHits: first { one, other in
        one.value(.hits) == other.value(.hits) ? one.isBetter(than: other) : one.value(.hits) > other.value(.hits)
      })
  }
}

/// Which of several points no other beats on every side.
public enum ParetoFront {
  /// For each point, whether it is on the front: no other point is at most as large on all sides and smaller on one.
  ///
  /// Points that are equal are on the front together. A side that is better when larger is given negated.
  ///
  /// - Precondition: all points have the same number of sides.
  /// - Complexity: O(points squared).
  public static func members(of points: [[Double]]) -> [Bool] {
    points.map { point in !points.contains { beats($0, point) } }
  }

  private static func beats(_ other: [Double], _ point: [Double]) -> Bool {
    precondition(other.count == point.count, "points have the same sides")
    var isSmaller = false
    for (left, right) in zip(other, point) {
      if left > right { return false }
      if left < right { isSmaller = true }
    }
    return isSmaller
  }
}

extension SweepSummary {
  /// Rows of a front at most; JSON has all.
  private static let pointsMax = 24

  /// For a terminal, at most 100 columns wide.
  public var text: String { sections.map(\.text).joined(separator: "\n") }

  /// For a pull request or a document.
  public var markdown: String { sections.map(\.markdown).joined(separator: "\n") }

  private var sections: [TableSection] {
    fronts.map(section) + [bestSection] + effects.map { effectSection($0.effects, $0.group) }
  }

  /// `18 traces, decode-4ms and decode-12ms`.
  private func over(_ group: TraceGroup) -> String {
    "\(plan.words(group)), \(SharedRuns.list(plan.devices.indices.map { plan.deviceName($0) }))"
  }

  private func section(_ front: Front) -> TableSection {
    let shown = SweepSummary.thinned(front.points)
    let isSoft = shown.contains { $0.figures.hasThumbnails }
    func number(_ column: Column) -> (Point) -> String { { $0.figures.text(column) } }
    let columns: [TableColumn<Point>] = [
      .words("strategy") { plan.strategies[$0.strategy].text },
      .words("not beaten", "in") { $0.isOnBlankFront ? ($0.isOnHitFront ? "both" : "blank") : "hits" },
      .numbers("warm", "hits", text: number(.hits)), .numbers("warm", "blank", text: number(.blank)),
      isSoft ? .numbers("thumb-", "nails", text: number(.soft)) : .numbers("mean", "wait ms", text: number(.wait)),
      .numbers("first", "ms", text: number(.firstSharp)), .numbers("peak", "MB", text: number(.peak)),
      .numbers("worst", "peak MB", text: number(.worstPeak)),
      .numbers("mean", "MB", text: number(.meanBytes)), .numbers("decodes", "a request", text: number(.work)),
    ]
    let cut =
      shown.count < front.points.count
      ? " \(shown.count) of \(front.points.count) are shown; --format json has all." : ""
    return TableSection(
      "PARETO SET on \(plan.screens[front.screen]) screen\(plan.screens[front.screen] == "recorded" ? "s" : ""): "
        + "\(front.points.count) of \(NumberText.grouped(Int64(plan.strategies.count))) strategies, means over \(over(front.group))",
      [TextTable(shown, columns)],
      note:
        "Not beaten: no other strategy has less blank area (or more hits) at a peak of bitmap memory no higher and with no "
        + "more decodes a request, nor less of either with as little blank area (or as many hits). Warm figures leave the "
        + "first screen out; first: how long it takes to be sharp."
        + (isSoft ? " Area that shows a thumbnail alone counts as blank here." : "") + cut)
  }

  /// As many points as are shown, both ends among them.
  private static func thinned(_ points: [Point]) -> [Point] {
    guard points.count > pointsMax else { return points }
    return (0..<pointsMax).map { points[$0 * (points.count - 1) / (pointsMax - 1)] }
  }

  private var bestSection: TableSection {
    typealias Row = (best: Best?, axis: String, winner: (strategy: Int, figures: SweepFigures))
    func number(_ column: Column) -> (Row) -> String { { $0.winner.figures.text(column) } }
    let rows = bests.flatMap { best -> [Row] in
      best.leastBlank.strategy == best.mostHits.strategy
        ? [(best, "both", best.leastBlank)] : [(best, "blank", best.leastBlank), (nil, "hits", best.mostHits)]
    }
    let columns: [TableColumn<Row>] = [
      .words("trace") { $0.best.map { plan.traceNames[$0.trace] } ?? "" },
      .words("screen") { $0.best.map { plan.screens[$0.screen] } ?? "" }, .words("best by") { $0.axis },
      .numbers("warm", "hits", text: number(.hits)), .numbers("warm", "blank", text: number(.blank)),
      .numbers("peak", "MB", text: number(.peak)), .numbers("decodes", "a request", text: number(.work)),
      .words("strategy") { plan.strategies[$0.winner.strategy].text },
    ]
    return TableSection(
      "BEST ON EACH TRACE, whatever its memory"
        + (plan.devices.count > 1 ? "; means over \(plan.devices.count) devices" : ""),
      [TextTable(rows, columns)])
  }

  private func effectSection(_ effects: [ParameterEffect], _ group: TraceGroup) -> TableSection {
    /// A number at the values of a parameter, the best first; nil for the effect on all rows but the first.
    typealias Row = (effect: ParameterEffect?, name: String, column: Column, levels: [ParameterEffect.Level])
    let rows = effects.flatMap { effect -> [Row] in
      let isSoft = effect.levels.contains { $0.figures.hasThumbnails }
      let columns: [(String, Column)] =
        [("blank", .blank)] + (isSoft ? [("thumbnails", .soft)] : [])
        + [("hits", .hits), ("peak MB", .peak), ("decodes a request", .work)]
      return columns.enumerated().map { index, named in
        let order = effect.levels.enumerated().sorted {
          ($0.element.figures.cost(named.1), $0.offset) < ($1.element.figures.cost(named.1), $1.offset)
        }
        return (index == 0 ? effect : nil, named.0, named.1, order.map(\.element))
      }
    }
    func number(_ level: ParameterEffect.Level?, _ row: Row) -> String { level?.figures.text(row.column) ?? "" }
    let columns: [TableColumn<Row>] = [
      .words("strategy") { $0.effect?.family ?? "" }, .words("parameter") { $0.effect?.parameter ?? "" },
      .words("values") { $0.effect?.valuesText ?? "" }, .words("figure") { $0.name },
      .numbers("best") { number($0.levels.first, $0) }, .words("at") { $0.levels.first?.value ?? "" },
      .numbers("worst") { number($0.levels.last, $0) }, .words("at") { $0.levels.last?.value ?? "" },
    ]
    return TableSection(
      "WHAT EACH PARAMETER DOES, the mean over all else at its best and at its worst value"
        + (plan.groups.count > 1 ? ", over \(plan.words(group))" : ""),
      [TextTable(rows, columns)])
  }
}

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
