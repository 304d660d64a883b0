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
      .init(["warm", "hits"]),
      .init(["warm", "blank"]), .init(["mean", "wait ms"]), .init(["peak", "MB"]), .init(["worst", "peak MB"]),
      .init(["mean", "MB"]), .init(["decodes", "a request"]),
    ])
    let shown = SweepSummary.thinned(front.points)
    for point in shown {
      let figures = point.figures
      table.append([
        plan.strategies[point.strategy].text,
        point.isOnBlankFront ? (point.isOnHitFront ? "both" : "blank") : "hits",
        NumberText.percent(figures.hits), NumberText.percent(figures.blank), NumberText.milliseconds(figures.wait),
        NumberText.megabytes(figures.peak), NumberText.megabytes(figures.worstPeak),
        NumberText.megabytes(figures.meanBytes), figures.workText,
      ])
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
        + "more decodes a request, nor less of either with as little blank area (or as many hits).\(cut)")
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
          NumberText.percent(winner.figures.hits), NumberText.percent(winner.figures.blank),
          NumberText.megabytes(winner.figures.peak), winner.figures.workText, plan.strategies[winner.strategy].text,
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
      let rows: [(String, (SweepFigures) -> Double, (Double) -> String)] = [
        ("blank", { $0.blank ?? 0 }, { NumberText.percent($0) }),
        ("hits", { -($0.hits ?? 1) }, { NumberText.percent(-$0) }),
        ("peak MB", { $0.peak }, { NumberText.megabytes($0) }),
        ("decodes a request", { $0.work ?? 0 }, { NumberText.decodes(perRequest: $0) }),
      ]
      for (index, (name, value, text)) in rows.enumerated() {
        let order = effect.levels.enumerated().sorted {
          (value($0.element.figures), $0.offset) < (value($1.element.figures), $1.offset)
        }
        guard let best = order.first?.element, let worst = order.last?.element else { continue }
        table.append([
          index == 0 ? effect.family : "", index == 0 ? effect.parameter : "", index == 0 ? effect.valuesText : "",
          name,
          text(value(best.figures)), best.value, text(value(worst.figures)), worst.value,
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
