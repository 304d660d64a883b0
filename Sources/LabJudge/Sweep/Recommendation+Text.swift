public import CacheLab
public import LabBase
import LabRecords
import StrategyKit

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

extension Recommendation {
  /// - Parameter code: The lines for the app; nil when there is no answer.
  public func json(code: RecommendedCode?) -> JSON {
    var members: [String: JSON] = [
      "recommendation": .integer(1), "verdict": .string(verdict), "digest": .string(plan.digest),
      "weak": .array(weaknesses.map { .string($0) }), "refused": .bool(isRefused), "screens": screensJSON,
      "budget": .integer(Int128(budget.rawValue)), "candidates": .integer(Int128(scores.candidates.count)),
      "judged": .array(judged.map { .string(plan.traceNames[$0]) }),
      "set-aside": .array(
        aside.map { .object(["trace": .string(plan.traceNames[$0.trace]), "smallest-peak": .number($0.bytes)]) }),
      "smallest-budget": offer.map { offer in
        .object([
          "strategy": .string(offer.strategy), "bytes": .integer(Int128(offer.budget.rawValue)),
          "set-aside": .integer(Int128(offer.asideCount)),
        ])
      } ?? .null,
      "answer": answer.map { choice($0) } ?? .null, "today": today.map { choice($0) } ?? .null,
      "best-whatever-its-work": (best ?? answer).map { choice($0) } ?? .null,
      "work-limit": workMax.map { .number($0) } ?? .null, "next-family": runnerUp.map { choice($0) } ?? .null,
      "best-that-drives-photos": (photosBest ?? answer).map { choice($0) } ?? .null,
      "nearly": nearMiss.map { miss in
        .object([
          "choice": choice(miss.strategy),
          "passes-budget-on": .array(miss.traces.map { .string(plan.traceNames[$0]) }),
        ])
      } ?? .null,
      "swift": code.map { .string($0.text) } ?? .null,
    ]
    if let answer {
      members["traces"] = .array(judged.map { json(ofTrace: $0, answer) })
    }
    return .object(members)
  }

  private func choice(_ strategy: Int) -> JSON {
    .object([
      "strategy": .string(plan.strategies[strategy].text),
      "canonical": .string(plan.strategies[strategy].canonicalText),
      "drives-photos": .bool(plan.strategies[strategy].drivesPhotos),
      "means": means { scores.mean(strategy, over: $0.traces).json },
    ])
  }

  /// What is so by the name of a set, for each of them.
  func means(_ value: (TraceGroup) -> JSON) -> JSON {
    .object(Dictionary(uniqueKeysWithValues: groups.map { ($0.name, value($0)) }))
  }

  private func json(ofTrace trace: Int, _ answer: Int) -> JSON {
    var members: [String: JSON] = [
      "trace": .string(plan.traceNames[trace]), "answer": scores[answer, trace].json,
    ]
    if let runnerUp { members["beside-next-family"] = .string(duel(answer, runnerUp, on: trace).rawValue) }
    if let photosBest { members["beside-drives-photos"] = .string(duel(answer, photosBest, on: trace).rawValue) }
    if let fold = crossCheck?.folds.first(where: { $0.trace == trace }) {
      members["left-out"] = .object([
        "answer": .string(name(fold.strategy)), "regret-blank": .number(fold.regret), "within-budget": .bool(fold.fits),
      ])
    }
    return .object(members)
  }
}
