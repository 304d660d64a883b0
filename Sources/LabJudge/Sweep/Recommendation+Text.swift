public import CacheLab
import LabBase
import LabRecords

extension Recommendation {
  private static let width = 100

  /// For a terminal, at most 100 columns wide; code lines may be longer.
  ///
  /// - Parameter code: The lines for the app; nil when there is no answer.
  public func text(code: RecommendedCode?) -> String {
    func paragraph(_ sentences: [String]) -> String {
      sentences.isEmpty
        ? "" : sentences.joined(separator: " ").wrapped(width: Recommendation.width).joined(separator: "\n") + "\n"
    }
    let parts: [String] =
      paragraphs.map { paragraph([$0]) } + [
        screens.isEmpty ? "" : "BY SCREEN\n\n" + screenTable.text(width: Recommendation.width),
        paragraph([byScreen].compactMap { $0 }),
        answer == nil
          ? ""
          : "WHAT IT COSTS, means over traces, shares without the first screen\n\n"
            + costs.text(width: Recommendation.width),
        answer == nil
          ? "" : "HOW SURE THAT IS, area that is not sharp by trace\n\n" + traces.text(width: Recommendation.width),
        paragraph(duels + confidence), paragraph(reservations),
        code.map { "TO PASTE\n\n" + $0.text } ?? "",
      ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// For a pull request or a document.
  public func markdown(code: RecommendedCode?) -> String {
    let parts: [String] =
      paragraphs.map { $0 + "\n" } + [
        screens.isEmpty ? "" : screenTable.markdown, (byScreen ?? "") + "\n",
        answer == nil ? "" : costs.markdown, answer == nil ? "" : traces.markdown,
        (duels + confidence).joined(separator: " ") + "\n", reservations.joined(separator: " ") + "\n",
        code.map { "```swift\n\($0.text)```\n" } ?? "",
      ]
    return parts.filter { $0.count > 1 }.joined(separator: "\n")
  }

  private var costs: TextTable {
    let isSoft = groups.contains { group in answer.map { scores.mean($0, over: group.traces).hasThumbnails } ?? false }
    let figures: [(title: [String], figure: SweepFigure)] =
      [(["blank"], .blank)] + (isSoft ? [(["thumb-", "nails"], .soft)] : [])
      + [(["hits"], .hits), (["wait ms", "p95"], .waitP95)]
      + (isSoft ? [(["screen", "shown ms"], .firstScreen)] : [])
      + [(["screen", "sharp ms"], .firstSharp), (["decodes", "a request"], .work)]
    var table = TextTable(
      columns: [.init(["traces"], alignsRight: false), .init(["which"], alignsRight: false), .init(["sharp"])]
        + figures.map { .init($0.title) } + [.init(["worst", "peak MB"]), .init(["strategy"], alignsRight: false)])
    var rows = answer.map { [("answer", $0)] } ?? []
    rows += rivals.map { ($0.role, $0.strategy) }
    for (role, strategy) in [("today", today), ("no preheating", plain)] {
      if let strategy, !rows.contains(where: { $0.1 == strategy }) { rows.append((role, strategy)) }
    }
    for group in groups {
      for (role, strategy) in rows {
        let mean = scores.mean(strategy, over: group.traces)
        table.append(
          [group.name, role, NumberText.sharp(mean.sharp)] + figures.map { mean.text($0.figure) }
            + [NumberText.megabytes(mean.worstPeak), name(strategy)])
      }
    }
    return table
  }

  private func lacking(_ strategy: Int, _ trace: Int) -> String {
    NumberText.percent(scores[strategy, trace].sharp.map { 1 - $0 })
  }

  private var traces: TextTable {
    var columns: [TextTable.Column] = [.init(["trace"], alignsRight: false), .init(["answer"])]
    for rival in rivals {
      columns.append(.init([rival.role]))
      columns.append(.init([""], alignsRight: false))
    }
    var table = TextTable(
      columns: columns + [.init(["answer without it"], alignsRight: false)])
    guard let answer else { return table }
    for trace in groups.flatMap(\.traces) {
      var row = [plan.traceNames[trace], lacking(answer, trace)]
      for rival in rivals {
        row += [lacking(rival.strategy, trace), duel(answer, rival.strategy, on: trace).rawValue]
      }
      let fold = crossCheck?.folds.first { $0.trace == trace }?.strategy
      table.append(row + [fold.map { $0 == answer ? "the same" : name($0) } ?? "-"])
    }
    return table
  }
}

extension RecommendedCode {
  /// - Parameters:
  ///   - target: What shows the photos.
  ///   - strategy: By its number in `plan`.
  ///   - fit: As images were in the replays; so `pixels`.
  ///   - command: On one line, quoted for a shell.
  public init(
    for target: Target, _ plan: SweepPlan, strategy: Int, fit: Fit, pixels: PixelFormat, command: String
  ) {
    // Devices that do not agree leave the default.
    let workers = Set(plan.devices.map { $0["workers"]?.integer })
    self.init(
      for: target, strategy: plan.strategies[strategy].canonicalText, fit: fit, pixels: pixels,
      workers: workers.count == 1 ? workers.first.flatMap(\.self).flatMap { Int(exactly: $0) } : nil,
      origin: "What this command recommends:", command: command)
  }
}
