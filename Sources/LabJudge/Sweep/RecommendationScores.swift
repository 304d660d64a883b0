import LabRecords

/// What candidates came to on each trace, devices and all screens or one taken together, and which stay within a budget.
struct RecommendationScores: Sendable {
  let plan: SweepPlan
  /// Bytes that bitmaps may take at their highest point.
  private(set) var budget: Double
  /// Decodes a request that an answer may begin, the mean over each set of traces; nil without a limit.
  let workMax: Double?
  /// The strategies that may be the answer; any others are only shown beside it.
  let candidates: Range<Int>
  /// By strategy, then trace.
  private let figures: [[SweepFigures]]

  /// - Parameter screen: Its number in the plan; nil for all of them.
  init(_ cells: SweepCells, budget: Double, workMax: Double?, candidates: Range<Int>, screen: Int? = nil) {
    plan = cells.plan
    self.candidates = candidates
    self.workMax = workMax
    self.budget = budget
    figures = plan.strategies.indices.map { strategy in
      cells.plan.traces.indices.map { cells.mean(strategy: strategy, traces: [$0], screen: screen) }
    }
  }

  subscript(strategy: Int, trace: Int) -> SweepFigures { figures[strategy][trace] }

  /// Whether a strategy stays within the budget on a trace, on every screen and device.
  func fits(_ strategy: Int, on trace: Int) -> Bool { figures[strategy][trace].value(.worstPeak) <= budget }

  /// The same runs beside another budget.
  func within(_ budget: Double) -> RecommendationScores {
    var scores = self
    scores.budget = budget
    return scores
  }

  /// All peaks, each once, from the lowest on.
  var peaks: [Double] { Set(figures[candidates].joined().map { $0.value(.worstPeak) }).sorted() }

  /// The answer over the traces on which a strategy stays within the budget; nil where these are too few, and where no
  /// strategy does on each of them.
  var answer: Int? {
    let judged = fitting
    return Recommendation.isTooFew(judged.count, of: plan.traces.count) ? nil : chosen(over: judged)
  }

  /// Traces on which a strategy stays within the budget.
  var fitting: [Int] {
    plan.traces.indices.filter { trace in candidates.contains { fits($0, on: trace) } }
  }

  /// Traces by set, in the order in which they decide.
  func groups(_ traces: [Int]) -> [TraceGroup] { plan.groups.compactMap { $0.among(traces) } }

  /// Every trace counts the same.
  ///
  /// - Parameter traces: Of one set.
  func mean(_ strategy: Int, over traces: [Int]) -> SweepFigures {
    SweepFigures(over: traces.map { figures[strategy][$0] })
  }

  /// The strategies that are wanted and stay within the budget on each of some traces, and within the work over each set.
  private func fitting(over traces: [Int], where isWanted: (Int) -> Bool) -> [Int] {
    let groups = groups(traces)
    return candidates.filter { strategy in
      guard isWanted(strategy), traces.allSatisfy({ fits(strategy, on: $0) }) else { return false }
      guard let workMax else { return true }
      return groups.allSatisfy { mean(strategy, over: $0.traces).value(.work) <= workMax }
    }
  }

  /// The best of the candidates.
  func best(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    best(of: fitting(over: traces, where: isWanted), over: traces)
  }

  /// Set by set those stay that are as good as the best there within the noise; of these the best on the last set.
  func best(of strategies: [Int], over traces: [Int]) -> Int? {
    guard let last = groups(traces).last else { return nil }
    return leastLacking(
      of: contenders(strategies, over: traces.filter { !last.traces.contains($0) }), over: last.traces)
  }

  /// Those that are as good as the best on each set, within the noise of the traces: by area that shows nothing, of these
  /// by area that shows a thumbnail alone, of these by hits.
  private func contenders(_ strategies: [Int], over traces: [Int]) -> [Int] {
    groups(traces).reduce(strategies) { left, group in
      RecommendationScores.axes.reduce(left) { left, axis in
        let means = left.map { mean($0, over: group.traces).cost(axis.column) }
        guard let least = means.min(), let best = means.firstIndex(of: least) else { return [] }
        return left.filter { isAsGood($0, as: left[best], over: group.traces, axis.column, unseen: axis.unseen) }
      }
    }
  }

  /// What decides, in this order, and differences that nobody sees: a ten thousandth of the area, one image of a thousand.
  private static let axes: [(column: Column, unseen: Double)] = [
    (.blank, SweepFigures.unseen), (.soft, SweepFigures.unseen), (.hits, 0.001),
  ]

  /// Of the candidates that are as good as the best, within the noise of the traces, the one that works least on the first
  /// set.
  func chosen(over traces: [Int], where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    guard let first = groups(traces).first else { return nil }
    var chosen: (strategy: Int, figures: SweepFigures)?
    for strategy in contenders(fitting(over: traces, where: isWanted), over: traces) {
      let figures = mean(strategy, over: first.traces)
      guard let least = chosen?.figures else {
        chosen = (strategy, figures)
        continue
      }
      let (own, other) = (figures.value(.work), least.value(.work))
      if own < other || (own == other && figures.isBetter(than: least)) { chosen = (strategy, figures) }
    }
    return chosen?.strategy
  }

  /// Whether a strategy is worse by no more than one standard error of the mean difference over the traces of a set, the
  /// rule of one standard error, of Breiman, Friedman, Olshen and Stone (1984), or by less than anybody sees.
  private func isAsGood(
    _ strategy: Int, as best: Int, over traces: [Int], _ column: Column, unseen: Double
  ) -> Bool {
    let differences = traces.map { figures[strategy][$0].cost(column) - figures[best][$0].cost(column) }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    if mean <= unseen || count < 2 { return mean <= unseen }
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // Who loses on one trace alone has a standard error of the mean itself: that is no noise.
    return mean * mean * RecommendationScores.above < squares / (count - 1) / count
  }

  /// Rounding does not make equals unequal.
  private static let above = 1.000_001

  /// The best strategy over the traces of a set.
  private func leastLacking(of strategies: [Int], over traces: [Int]) -> Int? {
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
