extension SweepTable {
  /// A strategy on a screen, the mean over traces and devices: whether no other has fewer noticed waits (or less blank area)
  /// at a peak no higher and with no more work, nor less of these with as few.
  typealias Point = (strategy: Int, figures: SweepFigures, isOnWaitFront: Bool, isOnBlankFront: Bool)

  /// Those on either front, by peak.
  typealias Front = (part: SweepPlan.Part, points: [Point])

  /// The strategy with the fewest noticed waits on a trace and screen, devices taken together; of equals the one that
  /// works least.
  typealias Best = (trace: Int, screen: Int, strategy: Int, figures: SweepFigures)

  var fronts: [Front] { plan.parts.map(front) }

  var bests: [Best] {
    plan.traces.indices.flatMap { trace in
      plan.screens.indices.compactMap { screen in
        let all = plan.strategies.indices.map { strategy -> Best in
          (trace, screen, strategy, mean(strategy, traces: [trace], screen: screen))
        }
        return all.filter { !$0.figures.isAbsent }.min {
          let (one, other) = ($0.figures, $1.figures)
          return one.noticedThousandths == other.noticedThousandths
            ? one.hasLessWork(than: other) : one.noticedThousandths < other.noticedThousandths
        }
      }
    }
  }

  private func front(_ part: SweepPlan.Part) -> Front {
    let means = plan.strategies.indices.map { mean($0, traces: part.group.traces, screen: part.screen) }
    let known = means.indices.filter { !means[$0].isAbsent }
    func isOnFront(_ lack: (SweepFigures) -> Double) -> [Bool] {
      ParetoFront.members(of: known.map { [means[$0].value(.peak), means[$0].value(.work), lack(means[$0])] })
    }
    // With thumbnails what counts is all area that does not show its image.
    let both = zip(isOnFront { $0.noticedThousandths }, isOnFront { $0.value(.blank) + $0.value(.thumbnailArea) })
    let points = zip(known, both).filter { $1.0 || $1.1 }.map { index, isOn -> Point in
      (index, means[index], isOn.0, isOn.1)
    }
    return (part, points.ordered { ($0.figures.value(.peak), $0.strategy) < ($1.figures.value(.peak), $1.strategy) })
  }

  /// The tables that a sweep prints; over a pack, percentiles of its traces stand in place of what is best on each.
  package var summary: [ReportPart] {
    fronts.flatMap(parts) + (population == nil ? bestParts : populationParts())
  }

  private func parts(_ front: Front) -> [ReportPart] {
    // Evenly over the peaks, with both ends.
    let count = min(front.points.count, 24)
    let shown = (0..<count).map { front.points[$0 * (front.points.count - 1) / max(count - 1, 1)] }
    let hasThumbnails = shown.contains { $0.figures.hasThumbnails }
    let columns: [TableColumn<Point>] = [
      .words("strategy") { plan.strategies[$0.strategy].text },
      .words("not beaten", "in") { $0.isOnWaitFront ? ($0.isOnBlankFront ? "both" : "waits") : "blank" },
    ]
    let cut = shown.count < front.points.count ? " \(shown.count) of \(front.points.count) are shown." : ""
    return [
      .title(
        "PARETO SET on \(plan.screenWords(front.part.screen)): \(front.points.count) of "
          + "\(NumberText.grouped(Int64(plan.strategies.count))) strategies, means over \(plan.words(front.part.group)), "
          + plan.deviceWords),
      .table(
        TextTable(shown, columns + TableColumn.figures(Figure.front, hasThumbnails: hasThumbnails) { $0.figures[$1] })),
      .paragraph(
        "Not beaten: no other strategy has fewer noticed waits (or less blank area) at a peak of bitmap memory no higher and "
          + "with no more decodes a request, nor less of either with as few waits (or as little blank area). Waits count in "
          + "whole cells of 1,000. Warm figures leave the first screen out; first: how long it takes to be sharp."
          + (hasThumbnails ? " Area that shows a thumbnail alone counts as blank here." : "") + cut),
    ]
  }

  private var bestParts: [ReportPart] {
    let head: [TableColumn<Best>] = [
      .words("trace") { plan.traceNames[$0.trace] }, .words("screen") { plan.screens[$0.screen] },
    ]
    let figures = TableColumn<Best>.figures(Figure.best) { $0.figures[$1] }
    return [
      .title(
        "BEST ON EACH TRACE by noticed waits, whatever its memory"
          + (plan.devices.count > 1 ? "; means over \(plan.devices.count) devices" : "")),
      .table(TextTable(bests, head + figures + [.words("strategy") { plan.strategies[$0.strategy].text }])),
    ]
  }
}

enum ParetoFront {
  /// For each point, whether it is on the front: no other point is at most as large on all sides and smaller on one.
  ///
  /// Points that are equal are on the front together. A side that is better when larger is given negated.
  ///
  /// - Precondition: all points have the same number of sides.
  static func members(of points: [[Double]]) -> [Bool] {
    points.map { point in
      !points.contains { other in
        let sides = zip(other, point)
        return !sides.contains { $0 > $1 } && sides.contains { $0 < $1 }
      }
    }
  }
}
