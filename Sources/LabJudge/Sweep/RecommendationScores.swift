import LabRecords

/// What candidates came to on each trace, devices and all screens or one taken together, and which stay within a budget.
struct RecommendationScores: Sendable {
  let plan: SweepPlan
  /// Bytes that bitmaps may take at their highest point.
  private(set) var budget: Double
  /// Decodes a request that an answer may begin, the mean over each set of traces; nil without a limit.
  let workMax: Double?
  /// By strategy, then trace.
  private let figures: [[SweepFigures]]

  /// - Parameter screen: Its number in the plan; nil for all of them.
  init(_ cells: SweepCells, budget: Double, workMax: Double?, screen: Int? = nil) {
    plan = cells.plan
    self.workMax = workMax
    self.budget = budget
    figures = plan.strategies.indices.map { strategy in
      cells.plan.traces.indices.map { cells.mean(strategy: strategy, traces: [$0], screen: screen) }
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

  /// Traces by set, in the order in which they decide.
  func groups(_ traces: [Int]) -> [TraceGroup] { plan.groups.compactMap { $0.among(traces) } }

  /// Every trace counts the same.
  ///
  /// - Parameter traces: Of one set.
  func mean(_ strategy: Int, over traces: [Int]) -> SweepFigures {
    SweepFigures(meanOf: traces.map { figures[strategy][$0] })
  }

  /// The strategies that are wanted and stay within the budget on each of some traces, and within the work over each set.
  private func candidates(over traces: [Int], where isWanted: (Int) -> Bool) -> [Int] {
    let groups = groups(traces)
    return plan.strategies.indices.filter { strategy in
      guard isWanted(strategy), traces.allSatisfy({ fits(strategy, on: $0) }) else { return false }
      guard let workMax else { return true }
      return groups.allSatisfy { mean(strategy, over: $0.traces).work ?? 0 <= workMax }
    }
  }

  /// The best of the candidates.
  func best(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    best(of: candidates(over: traces, where: isWanted), over: traces)
  }

  /// Set by set those stay that are as good as the best there within the noise; of these the best on the last set.
  func best(of strategies: [Int], over traces: [Int]) -> Int? {
    guard let last = groups(traces).last else { return nil }
    return leastBlank(of: contenders(strategies, over: traces.filter { !last.traces.contains($0) }), over: last.traces)
  }

  /// Those that are as good as the best on each set, within the noise of the traces.
  private func contenders(_ strategies: [Int], over traces: [Int]) -> [Int] {
    groups(traces).reduce(strategies) { left, group in
      guard let best = leastBlank(of: left, over: group.traces) else { return [] }
      return left.filter { isAsGood($0, as: best, over: group.traces) }
    }
  }

  /// Of the candidates that are as good as the best, within the noise of the traces, the one that works least on the first
  /// set.
  func chosen(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    guard let first = groups(traces).first else { return nil }
    var chosen: (strategy: Int, figures: SweepFigures)?
    for strategy in contenders(candidates(over: traces, where: isWanted), over: traces) {
      let figures = mean(strategy, over: first.traces)
      guard let least = chosen?.figures else {
        chosen = (strategy, figures)
        continue
      }
      let (own, other) = (figures.work ?? 0, least.work ?? 0)
      if own < other || (own == other && figures.isBetter(than: least)) { chosen = (strategy, figures) }
    }
    return chosen?.strategy
  }

  /// Whether a strategy's blank area and hits are worse by no more than one standard error of the mean difference over
  /// the traces of a set, the rule of one standard error, of Breiman, Friedman, Olshen and Stone (1984), or by less than
  /// anybody sees.
  private func isAsGood(_ strategy: Int, as best: Int, over traces: [Int]) -> Bool {
    func isAsGood(unseen: Double, _ worse: (SweepFigures, SweepFigures) -> Double) -> Bool {
      let differences = traces.map { worse(figures[strategy][$0], figures[best][$0]) }
      let count = Double(differences.count)
      let mean = differences.reduce(0, +) / count
      if mean <= unseen || count < 2 { return mean <= unseen }
      let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      // Who loses on one trace alone has a standard error of the mean itself: that is no noise.
      return mean * mean * RecommendationScores.above < squares / (count - 1) / count
    }
    return isAsGood(unseen: RecommendationScores.unseen.blank) { ($0.blank ?? 0) - ($1.blank ?? 0) }
      && isAsGood(unseen: RecommendationScores.unseen.hits) { ($1.hits ?? 1) - ($0.hits ?? 1) }
  }

  /// Rounding does not make equals unequal.
  private static let above = 1.000_001
  /// Differences that nobody sees: a ten thousandth of the area, and one image of a thousand.
  private static let unseen = (blank: 0.0001, hits: 0.001)

  /// The strategy with the least blank area over the traces of a set.
  private func leastBlank(of strategies: [Int], over traces: [Int]) -> Int? {
    var best: (strategy: Int, figures: SweepFigures)?
    for strategy in strategies {
      let figures = mean(strategy, over: traces)
      if best.map({ figures.isBetter(than: $0.figures) }) ?? true { best = (strategy, figures) }
    }
    return best?.strategy
  }

  /// The policies of a strategy without their parameters.
  func family(_ strategy: Int) -> String { StrategyWords(plan.strategies[strategy].canonicalText).family }
}
