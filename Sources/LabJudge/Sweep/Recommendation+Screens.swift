import LabBase
import LabRecords

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

    /// True where another strategy lacks less than the answer does, by as much as percentages show.
    var isBetterServed: Bool {
      figures.contains { _, best, answer in
        guard let best, let answer else { return false }
        return best.lacks < answer.lacks && [.blank, .soft].contains { best.text($0) != answer.text($0) }
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
      return "No other shows more on any of the \(screens.count) screens, as far as the table tells."
    }
    let words = better.map { screen in
      let blank = screen.figures.map { group, best, answer in
        "\(best?.shownWords ?? "-"), not \(answer?.shownWords ?? "-")\(suffix(group))"
      }
      return "\(screen.best.map(name) ?? "-") on \(plan.screens[screen.screen]) (\(blank.joined(separator: "; ")))"
    }
    return "Within the budget \(name(answer)) is not the best on each screen: better are \(SweepSummary.list(words))."
  }

  /// A row a screen and set.
  var screenTable: TextTable {
    typealias Row = (screen: ScreenAnswer, group: TraceGroup, best: SweepFigures?, answer: SweepFigures?)
    func number(_ column: Column) -> (Row) -> String { { $0.answer?.text(column) ?? "-" } }
    let rows = screens.flatMap { screen in screen.figures.map { (screen, $0.group, $0.best, $0.answer) as Row } }
    let columns: [TableColumn<Row>] = [
      .words("screen") { plan.screens[$0.screen.screen] }, .words("traces") { $0.group.name },
      .numbers("images", "ready", text: number(.hits)), .numbers("sharp") { NumberText.sharp($0.answer?.sharp) },
      .numbers("blank", text: number(.blank)), .numbers("first", "ms", text: number(.firstSharp)),
      .numbers("peak", "MB", text: number(.worstPeak)),
      .numbers("best", "sharp") { NumberText.sharp($0.best?.sharp) },
      .words("the best there") { row in
        row.screen.best.map { $0 == answer ? "the answer" : name($0) } ?? "nothing fits"
      },
    ]
    return TextTable(rows, columns)
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
