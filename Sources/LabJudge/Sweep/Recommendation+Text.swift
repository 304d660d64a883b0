public import CacheLab
public import LabBase
package import LabRecords
import StrategyKit

extension Recommendation {
  /// All of it, with the lines for the app behind it; nil when there is no answer.
  package func parts(code: RecommendedCode?) -> [ReportPart] { parts + (code.map { [.code($0.text)] } ?? []) }

  package var parts: [ReportPart] {
    var parts = paragraphs.map { ReportPart.paragraph($0) }
    if !screens.isEmpty { parts.append(.table(screenTable, caption: "BY SCREEN")) }
    parts.append(.paragraph(byScreen ?? ""))
    if answer != nil {
      parts.append(.table(costs, caption: "WHAT IT COSTS, means over traces, shares without the first screen"))
      if plan.crowd == nil {
        parts.append(.table(traces, caption: "HOW SURE THAT IS, noticed waits of 1,000 by trace"))
      } else {
        parts += table.populationParts(of: shown.map(\.strategy))
      }
    }
    return parts + [duels + confidence, reservations].map { .paragraph($0.joined(separator: " ")) }
  }

  /// The strategies that tables show, with what they are.
  private var shown: [(role: String, strategy: Int)] {
    var shown: [(role: String, strategy: Int)] = answer.map { [("answer", $0)] } ?? []
    shown += rivals
    for (role, strategy) in [("today", today), ("no preheating", plain)] {
      if let strategy, !shown.contains(where: { $0.strategy == strategy }) { shown.append((role, strategy)) }
    }
    return shown
  }

  private var costs: TextTable {
    typealias Row = (group: TraceGroup, role: String, strategy: Int, mean: SweepFigures)
    let isSoft = groups.contains { group in answer.map { scores.mean($0, over: group.traces).hasThumbnails } ?? false }
    let head: [TableColumn<Row>] = [
      .words("traces") { $0.group.name }, .words("which") { $0.role },
    ]
    let figures = TableColumn<Row>.figures(Figure.costs, isSoft: isSoft) { $0.mean[$1] }
    let rows = groups.flatMap { group in
      shown.map { (group, $0.role, $0.strategy, scores.mean($0.strategy, over: group.traces)) as Row }
    }
    return TextTable(rows, head + figures + [.words("strategy") { name($0.strategy) }])
  }

  private func waits(_ strategy: Int, _ trace: Int) -> String { scores[strategy, trace].text(.noticed) }

  private var traces: TextTable {
    guard let answer else { return TextTable(columns: []) }
    let beside = rivals.flatMap { rival -> [TableColumn<Int>] in
      [
        .numbers(rival.role) { waits(rival.strategy, $0) },
        .words("") { duel(answer, rival.strategy, on: $0).rawValue },
      ]
    }
    let without = TableColumn<Int>.words("answer without it") { trace in
      let fold = folds?.first { $0.trace == trace }?.strategy
      return fold.map { $0 == answer ? "the same" : name($0) } ?? "-"
    }
    return TextTable(
      groups.flatMap(\.traces),
      [.words("trace") { plan.traceNames[$0] }, .numbers("answer") { waits(answer, $0) }] + beside + [without])
  }
}

extension RecommendedCode {
  /// - Parameters:
  ///   - target: What shows the photos.
  ///   - strategy: By its number in `plan`.
  ///   - settings: Those of the replays.
  ///   - command: On one line, quoted for a shell.
  public init(
    for target: Target, _ plan: SweepPlan, strategy: Int, _ settings: ReplaySettings, command: String
  ) {
    // Devices that do not agree leave the default.
    let workers = Set(plan.devices.map { $0["workers"]?.integer })
    self.init(
      for: target, strategy: plan.strategies[strategy].canonicalText, fit: settings.fit,
      workers: workers.count == 1 ? workers.first.flatMap(\.self).flatMap { Int(exactly: $0) } : nil,
      origin: "What this command recommends:", command: command)
  }
}

extension Recommendation {
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
      "cheaper": cheaper.map { choice($0) } ?? .null,
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
    if let fold = folds?.first(where: { $0.trace == trace }) {
      members["left-out"] = .object([
        "answer": .string(name(fold.strategy)), "regret-noticed": .number(fold.regret),
        "within-budget": .bool(fold.fits),
      ])
    }
    return .object(members)
  }
}

extension Recommendation {
  /// What one of several screens alone would have.
  struct ScreenAnswer: Sendable {
    let screen: Int
    /// The best there, on the traces that are judged; where all screens have no answer, on those that are judged there.
    /// Nil when nothing fits, or too few traces are judged.
    let best: Int?
    /// What the best and the answer for all screens come to there, by set.
    let figures: [(group: TraceGroup, best: SweepFigures?, answer: SweepFigures?)]

    init(_ screen: Int, _ scores: RecommendationScores, answer: Int?, judged: [Int]) {
      self.screen = screen
      let own = answer == nil ? scores.fitting : judged
      best = Recommendation.isTooFew(own.count, of: scores.plan.traces.count) ? nil : scores.chosen(over: own)
      figures = scores.groups(own).map { [best] group in
        (group, best.map { scores.mean($0, over: group.traces) }, answer.map { scores.mean($0, over: group.traces) })
      }
    }

    /// True where another strategy has fewer noticed waits than the answer, by more than one of 1,000 cells.
    var isBetterServed: Bool {
      figures.contains { _, best, answer in
        guard let best, let answer else { return false }
        return best.cost(.noticed) + SweepFigures.equalWaits < answer.cost(.noticed)
      }
    }
  }

  /// Where another strategy is better than the answer; what each screen would have where all of them have none.
  var byScreen: String? {
    if screens.isEmpty { return nil }
    guard let answer else {
      let words = screens.map { "\(plan.screens[$0.screen]) \($0.best.map(name) ?? "none")" }
      return "Each screen by itself would have: \(words.joined(separator: ", "))."
    }
    let better = screens.filter(\.isBetterServed)
    if better.isEmpty {
      return "No other has fewer noticed waits on any of the \(screens.count) screens."
    }
    let words = better.map { screen in
      let waits = screen.figures.map { group, best, answer in
        "\(best?.waits ?? "-"), not \(answer?.waits ?? "-")\(suffix(group))"
      }
      return "\(screen.best.map(name) ?? "-") on \(plan.screens[screen.screen]) (\(waits.joined(separator: "; ")))"
    }
    return "Within the budget \(name(answer)) is not the best on each screen: better are \(SharedRuns.list(words))."
  }

  /// A row a screen and set.
  var screenTable: TextTable {
    typealias Row = (screen: ScreenAnswer, group: TraceGroup, best: SweepFigures?, answer: SweepFigures?)
    let rows = screens.flatMap { screen in screen.figures.map { (screen, $0.group, $0.best, $0.answer) as Row } }
    let head: [TableColumn<Row>] = [
      .words("screen") { plan.screens[$0.screen.screen] }, .words("traces") { $0.group.name },
      .numbers("noticed", "of 1,000") { $0.answer?.text(.noticed) ?? "-" },
    ]
    let best: [TableColumn<Row>] = [
      .numbers("best", "noticed") { $0.best?.text(.noticed) ?? "-" },
      .words("the best there") { row in
        row.screen.best.map { $0 == answer ? "the answer" : name($0) } ?? "nothing fits"
      },
    ]
    return TextTable(rows, head + TableColumn.figures(Figure.screens) { $0.answer?[$1] } + best)
  }

  var screensJSON: JSON {
    .array(
      screens.map { screen in
        .object([
          "screen": .string(plan.screens[screen.screen]), "best": screen.best.map { .string(name($0)) } ?? .null,
          "means": .array(
            screen.figures.map { group, best, answer in
              .object(["traces": .string(group.name), "best": best?.json ?? .null, "answer": answer?.json ?? .null])
            }),
        ])
      })
  }
}
