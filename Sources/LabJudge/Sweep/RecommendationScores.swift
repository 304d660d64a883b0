import LabRecords

/// What candidates came to on each trace, devices and all screens or one taken together, and which stay within a budget.
struct RecommendationScores: Sendable {
  let plan: SweepPlan
  /// Bytes that bitmaps may take at their highest point.
  private(set) var budget: Double
  /// Decodes a request that an answer may begin, the mean over traces; nil without a limit.
  let workMax: Double?
  /// By strategy, then trace.
  private let figures: [[SweepFigures]]

  /// - Parameter screen: Its number in the plan; nil for all of them.
  init(_ cells: SweepCells, budget: Double, workMax: Double?, screen: Int? = nil) {
    plan = cells.plan
    self.workMax = workMax
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
    return Recommendation.isTooFew(judged.count, of: plan.traces.count) ? nil : chosen(over: judged)
  }

  /// Traces on which a strategy stays within the budget.
  var fitting: [Int] {
    plan.traces.indices.filter { trace in plan.strategies.indices.contains { fits($0, on: trace) } }
  }

  /// Every trace counts the same.
  func mean(_ strategy: Int, over traces: [Int]) -> SweepFigures {
    SweepFigures(meanOf: traces.map { figures[strategy][$0] })
  }

  /// Whether a strategy stays within the budget on each of some traces, and within the work over them.
  func isCandidate(_ strategy: Int, over traces: [Int]) -> Bool {
    if let workMax, mean(strategy, over: traces).work ?? 0 > workMax { return false }
    return traces.allSatisfy { fits(strategy, on: $0) }
  }

  /// The least blank area over traces among the candidates.
  func best(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    leastBlank(over: traces) { isWanted($0) && isCandidate($0, over: traces) }
  }

  /// Of the candidates that are as good as the best, within the noise of the traces, the one that works least.
  func chosen(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    guard let best = best(over: traces, where: isWanted) else { return nil }
    var chosen = (strategy: best, figures: mean(best, over: traces))
    for strategy in plan.strategies.indices
    where isWanted(strategy) && isCandidate(strategy, over: traces) && isAsGood(strategy, as: best, over: traces) {
      let figures = mean(strategy, over: traces)
      let (work, least) = (figures.work ?? 0, chosen.figures.work ?? 0)
      if work < least || (work == least && figures.isBetter(than: chosen.figures)) { chosen = (strategy, figures) }
    }
    return chosen.strategy
  }

  /// Whether a strategy's blank area and hits are worse by no more than one standard error of the mean difference over
  /// the traces: the rule of one standard error, of Breiman, Friedman, Olshen and Stone (1984).
  private func isAsGood(_ strategy: Int, as best: Int, over traces: [Int]) -> Bool {
    func isAsGood(_ worse: (SweepFigures, SweepFigures) -> Double) -> Bool {
      let differences = traces.map { worse(figures[strategy][$0], figures[best][$0]) }
      let count = Double(differences.count)
      let mean = differences.reduce(0, +) / count
      if mean <= 0 || count < 2 { return mean <= 0 }
      let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return mean * mean <= squares / (count - 1) / count
    }
    return isAsGood { ($0.blank ?? 0) - ($1.blank ?? 0) } && isAsGood { ($1.hits ?? 1) - ($0.hits ?? 1) }
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
