import LabBase
import LabRecords

extension SweepSummary {
  /// A table under its title, with what is to be said below it.
  struct Section {
    var title: String
    var table: TextTable
    var note = ""
  }

  /// Rows of a front at most; JSON has all.
  private static let pointsMax = 24
  private static let width = 100

  /// For a terminal, at most 100 columns wide.
  public var text: String {
    sections.map { section in
      let note =
        section.note.isEmpty
        ? "" : "\n" + section.note.wrapped(width: SweepSummary.width).joined(separator: "\n") + "\n"
      return section.title.wrapped(width: SweepSummary.width).joined(separator: "\n") + "\n\n"
        + section.table.text(width: SweepSummary.width) + note
    }.joined(separator: "\n")
  }

  /// For a pull request or a document.
  public var markdown: String {
    sections.map { section in
      "**\(section.title)**\n\n" + section.table.markdown + (section.note.isEmpty ? "" : "\n\(section.note)\n")
    }.joined(separator: "\n")
  }

  private var sections: [Section] {
    fronts.map(section) + [bestSection] + effects.map { effectSection($0.effects, $0.group) }
  }

  /// `18 traces, decode-4ms and decode-12ms`.
  private func over(_ group: TraceGroup) -> String {
    "\(plan.words(group)), \(SweepSummary.list(plan.devices.indices.map { plan.deviceName($0) }))"
  }

  static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }

  private func section(_ front: Front) -> Section {
    var table = TextTable(columns: [
      .init(["strategy"], alignsRight: false), .init(["not beaten", "in"], alignsRight: false),
    ])
    let shown = SweepSummary.thinned(front.points)
    let columns = SweepSummary.columns(isSoft: shown.contains { $0.figures.hasThumbnails })
    table.columns += columns.map { .init($0.title) }
    for point in shown {
      let figures = point.figures
      table.append(
        [
          plan.strategies[point.strategy].text,
          point.isOnBlankFront ? (point.isOnHitFront ? "both" : "blank") : "hits",
        ] + columns.map { $0.text(figures) })
    }
    let cut =
      shown.count < front.points.count
      ? " \(shown.count) of \(front.points.count) are shown; --format json has all." : ""
    return Section(
      title:
        "PARETO SET on \(plan.screens[front.screen]) screen\(plan.screens[front.screen] == "recorded" ? "s" : ""): "
        + "\(front.points.count) of \(NumberText.grouped(Int64(plan.strategies.count))) strategies, means over \(over(front.group))",
      table: table,
      note:
        "Not beaten: no other strategy has less blank area (or more hits) at a peak of bitmap memory no higher and with no "
        + "more decodes a request, nor less of either with as little blank area (or as many hits). Warm figures leave the "
        + "first screen out; first: how long it takes to be sharp."
        + (shown.contains { $0.figures.hasThumbnails }
          ? " Area that shows a thumbnail alone counts as blank here." : "") + cut)
  }

  /// The figures of a front's points.
  private static func columns(isSoft: Bool) -> [(title: [String], text: (SweepFigures) -> String)] {
    func figure(_ figure: SweepFigure) -> (SweepFigures) -> String { { $0.text(figure) } }
    return [(["warm", "hits"], figure(.hits)), (["warm", "blank"], figure(.blank))]
      + (isSoft ? [(["thumb-", "nails"], figure(.soft))] : [(["mean", "wait ms"], figure(.wait))])
      + [(["first", "ms"], figure(.firstSharp)), (["peak", "MB"], figure(.peak))]
      + [(["worst", "peak MB"], { NumberText.megabytes($0.worstPeak) }), (["mean", "MB"], figure(.meanBytes))]
      + [(["decodes", "a request"], figure(.work))]
  }

  /// As many points as are shown, both ends among them.
  private static func thinned(_ points: [Point]) -> [Point] {
    guard points.count > pointsMax else { return points }
    return (0..<pointsMax).map { points[$0 * (points.count - 1) / (pointsMax - 1)] }
  }

  private var bestSection: Section {
    var table = TextTable(columns: [
      .init(["trace"], alignsRight: false), .init(["screen"], alignsRight: false),
      .init(["best by"], alignsRight: false),
      .init(["warm", "hits"]), .init(["warm", "blank"]), .init(["peak", "MB"]), .init(["decodes", "a request"]),
      .init(["strategy"], alignsRight: false),
    ])
    for best in bests {
      let isSame = best.leastBlank.strategy == best.mostHits.strategy
      let rows = [(isSame ? "both" : "blank", best.leastBlank)] + (isSame ? [] : [("hits", best.mostHits)])
      for (index, (axis, winner)) in rows.enumerated() {
        table.append([
          index == 0 ? plan.traceNames[best.trace] : "", index == 0 ? plan.screens[best.screen] : "", axis,
          winner.figures.text(.hits), winner.figures.text(.blank), winner.figures.text(.peak),
          winner.figures.text(.work),
          plan.strategies[winner.strategy].text,
        ])
      }
    }
    return Section(
      title: "BEST ON EACH TRACE, whatever its memory"
        + (plan.devices.count > 1 ? "; means over \(plan.devices.count) devices" : ""),
      table: table)
  }

  private func effectSection(_ effects: [ParameterEffect], _ group: TraceGroup) -> Section {
    var table = TextTable(columns: [
      .init(["strategy"], alignsRight: false), .init(["parameter"], alignsRight: false),
      .init(["values"], alignsRight: false), .init(["figure"], alignsRight: false), .init(["best"]),
      .init(["at"], alignsRight: false), .init(["worst"]), .init(["at"], alignsRight: false),
    ])
    for effect in effects {
      let isSoft = effect.levels.contains { $0.figures.hasThumbnails }
      let rows: [(String, SweepFigure)] =
        [("blank", .blank)] + (isSoft ? [("thumbnails", .soft)] : [])
        + [("hits", .hits), ("peak MB", .peak), ("decodes a request", .work)]
      for (index, (name, figure)) in rows.enumerated() {
        func cost(_ level: ParameterEffect.Level) -> Double {
          level.figures.value(figure) * (figure.isReversed ? -1 : 1)
        }
        let order = effect.levels.enumerated().sorted { (cost($0.element), $0.offset) < (cost($1.element), $1.offset) }
        guard let best = order.first?.element, let worst = order.last?.element else { continue }
        table.append([
          index == 0 ? effect.family : "", index == 0 ? effect.parameter : "", index == 0 ? effect.valuesText : "",
          name, best.figures.text(figure), best.value, worst.figures.text(figure), worst.value,
        ])
      }
    }
    return Section(
      title: "WHAT EACH PARAMETER DOES, the mean over all else at its best and at its worst value"
        + (plan.groups.count > 1 ? ", over \(plan.words(group))" : ""),
      table: table)
  }
}

extension ParameterEffect {
  /// `1/8 to 1/2 (8)`.
  var valuesText: String {
    levels.count < 3
      ? levels.map(\.value).joined(separator: ", ")
      : "\(levels[0].value) to \(levels[levels.count - 1].value) (\(levels.count))"
  }
}
