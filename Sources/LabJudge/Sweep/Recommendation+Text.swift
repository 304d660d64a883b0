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
    typealias Row = (group: TraceGroup, role: String, strategy: Int, mean: SweepFigures)
    func number(_ column: Column) -> (Row) -> String { { $0.mean.text(column) } }
    let isSoft = groups.contains { group in answer.map { scores.mean($0, over: group.traces).hasThumbnails } ?? false }
    var columns: [TableColumn<Row>] = [
      .words("traces") { $0.group.name }, .words("which") { $0.role },
      .numbers("sharp") { NumberText.sharp($0.mean.sharp) }, .numbers("blank", text: number(.blank)),
    ]
    if isSoft { columns.append(.numbers("thumb-", "nails", text: number(.soft))) }
    columns += [
      .numbers("hits", text: number(.hits)), .numbers("wait ms", "p95", text: number(.waitP95)),
    ]
    if isSoft { columns.append(.numbers("screen", "shown ms", text: number(.firstScreen))) }
    columns += [
      .numbers("screen", "sharp ms", text: number(.firstSharp)), .numbers("decodes", "a request", text: number(.work)),
      .numbers("worst", "peak MB", text: number(.worstPeak)),
      .words("strategy") { name($0.strategy) },
    ]
    var shown = answer.map { [("answer", $0)] } ?? []
    shown += rivals.map { ($0.role, $0.strategy) }
    for (role, strategy) in [("today", today), ("no preheating", plain)] {
      if let strategy, !shown.contains(where: { $0.1 == strategy }) { shown.append((role, strategy)) }
    }
    let rows = groups.flatMap { group in
      shown.map { (group, $0, $1, scores.mean($1, over: group.traces)) as Row }
    }
    return TextTable(rows, columns)
  }

  private func lacking(_ strategy: Int, _ trace: Int) -> String {
    NumberText.percent(scores[strategy, trace].sharp.map { 1 - $0 })
  }

  private var traces: TextTable {
    guard let answer else { return TextTable(columns: []) }
    let beside = rivals.flatMap { rival -> [TableColumn<Int>] in
      [
        .numbers(rival.role) { lacking(rival.strategy, $0) },
        .words("") { duel(answer, rival.strategy, on: $0).rawValue },
      ]
    }
    let without = TableColumn<Int>.words("answer without it") { trace in
      let fold = crossCheck?.folds.first { $0.trace == trace }?.strategy
      return fold.map { $0 == answer ? "the same" : name($0) } ?? "-"
    }
    return TextTable(
      groups.flatMap(\.traces),
      [.words("trace") { plan.traceNames[$0] }, .numbers("answer") { lacking(answer, $0) }] + beside + [without])
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
