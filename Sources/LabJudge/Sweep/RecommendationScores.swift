import LabRecords

/// What candidates came to on each trace, devices and all screens or one taken together, and which stay within a budget.
struct RecommendationScores: Sendable {
  let plan: SweepPlan
  /// Bytes that bitmaps may take at their highest point.
  private(set) var budget: Double
  /// By strategy, then trace.
  private let figures: [[SweepFigures]]

  /// - Parameter screen: Its number in the plan; nil for all of them.
  init(_ cells: SweepCells, budget: Double, screen: Int? = nil) {
    plan = cells.plan
    self.budget = budget
    figures = plan.strategies.indices.map { strategy in
      cells.plan.traces.indices.map { cells.mean(strategy: strategy, trace: $0, screen: screen) }
    }
  }

  subscript(strategy: Int, trace: Int) -> SweepFigures { figures[strategy][trace] }

  /// Whether a strategy stays within the budget on a trace, on every screen and device.
  func fits(_ strategy: Int, on trace: Int) -> Bool { figures[strategy][trace].worstPeak <= budget }

  /// The same runs beside another budget.
  func within(_ budget: Double) -> RecommendationScores {
    var scores = self
    scores.budget = budget
    return scores
  }

  /// All peaks, each once, from the lowest on.
  var peaks: [Double] { Set(figures.joined().map(\.worstPeak)).sorted() }

  /// The answer over the traces on which a strategy stays within the budget; nil where these are too few, and where no
  /// strategy does on each of them.
  var answer: Int? {
    let judged = fitting
    return Recommendation.isTooFew(judged.count, of: plan.traces.count) ? nil : best(over: judged)
  }

  /// Traces on which a strategy stays within the budget.
  var fitting: [Int] {
    plan.traces.indices.filter { trace in plan.strategies.indices.contains { fits($0, on: trace) } }
  }

  /// Every trace counts the same.
  func mean(_ strategy: Int, over traces: [Int]) -> SweepFigures {
    SweepFigures(meanOf: traces.map { figures[strategy][$0] })
  }

  /// The least blank area over traces among the strategies that stay within the budget on each of them.
  func best(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    leastBlank(over: traces) { strategy in isWanted(strategy) && traces.allSatisfy { fits(strategy, on: $0) } }
  }

  /// The same among the strategies that are wanted, whether they stay within the budget or not.
  func leastBlank(over traces: [Int], where isWanted: (Int) -> Bool) -> Int? {
    guard !traces.isEmpty else { return nil }
    var best: (strategy: Int, figures: SweepFigures)?
    for strategy in plan.strategies.indices where isWanted(strategy) {
      let figures = mean(strategy, over: traces)
      if best.map({ figures.isBetter(than: $0.figures) }) ?? true { best = (strategy, figures) }
    }
    return best?.strategy
  }

  /// The policies of a strategy without their parameters.
  func family(_ strategy: Int) -> String { StrategyWords(plan.strategies[strategy].canonicalText).family }
}
