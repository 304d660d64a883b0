import LabBase

extension Recommendation {
  /// What one of several screens alone would have.
  struct ScreenAnswer: Sendable {
    let screen: Int
    /// The best there, on the traces that are judged; where all screens have no answer, on those that are judged there.
    /// Nil when nothing fits, or too few traces are judged.
    let best: Int?
    /// What the best comes to there.
    let bestFigures: SweepFigures?
    /// What the answer for all screens comes to there.
    let answerFigures: SweepFigures?

    init(_ screen: Int, _ scores: RecommendationScores, answer: Int?, judged: [Int]) {
      self.screen = screen
      let own = answer == nil ? scores.fitting : judged
      best = Recommendation.isTooFew(own.count, of: scores.plan.traces.count) ? nil : scores.chosen(over: own)
      bestFigures = best.map { scores.mean($0, over: own) }
      answerFigures = answer.map { scores.mean($0, over: own) }
    }

    /// True where another strategy leaves less blank than the answer does, by as much as percentages show.
    var isBetterServed: Bool {
      guard let bestFigures, let answerFigures else { return false }
      return (bestFigures.blank ?? 0) < (answerFigures.blank ?? 0)
        && NumberText.percent(bestFigures.blank) != NumberText.percent(answerFigures.blank)
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
      return "No other leaves less blank on any of the \(screens.count) screens, as far as the table shows."
    }
    let words = better.map { screen in
      "\(screen.best.map(name) ?? "-") on \(plan.screens[screen.screen]) "
        + "(\(NumberText.percent(screen.bestFigures?.blank)) blank, not \(NumberText.percent(screen.answerFigures?.blank)))"
    }
    return "Within the budget \(name(answer)) is not the best on each screen: better are \(SweepSummary.list(words))."
  }

  /// A row a screen.
  var screenTable: TextTable {
    var table = TextTable(columns: [
      .init(["screen"], alignsRight: false), .init(["images", "ready"]), .init(["blank"]), .init(["peak", "MB"]),
      .init(["best", "blank"]), .init(["the best there"], alignsRight: false),
    ])
    for screen in screens {
      let figures = screen.answerFigures
      table.append([
        plan.screens[screen.screen], NumberText.percent(figures?.hits), NumberText.percent(figures?.blank),
        figures.map { NumberText.megabytes($0.worstPeak) } ?? "-", NumberText.percent(screen.bestFigures?.blank),
        screen.best.map { $0 == answer ? "the answer" : name($0) } ?? "nothing fits",
      ])
    }
    return table
  }

  var screensJSON: JSON {
    .array(
      screens.map { screen in
        .object([
          "screen": .string(plan.screens[screen.screen]), "best": screen.best.map { .string(name($0)) } ?? .null,
          "best-means": screen.bestFigures?.json ?? .null, "answer-means": screen.answerFigures?.json ?? .null,
        ])
      })
  }
}
