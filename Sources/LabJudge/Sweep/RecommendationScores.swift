/// The figures of candidates on each trace, devices and all screens or one taken together, beside a budget.
struct RecommendationScores: Sendable {
  let table: SweepTable
  private(set) var budget: ByteCount
  /// The most decodes a request that an answer may begin, the mean over each set of traces; nil without a limit.
  let workMax: Double?
  /// The strategies that may be the answer; any others are only shown beside it.
  private(set) var candidates: [Int]
  /// By strategy, then trace.
  private(set) var figures: [[SweepFigures]]

  init(_ table: SweepTable, budget: ByteCount, workMax: Double?, candidates: [Int]? = nil, screen: Int? = nil) {
    (self.table, self.budget, self.workMax) = (table, budget, workMax)
    self.candidates = candidates ?? Array(table.plan.strategies.indices)
    figures = table.plan.strategies.indices.map { strategy in
      table.plan.traces.indices.map { table.mean(strategy, traces: [$0], screen: screen) }
    }
  }

  var plan: SweepPlan { table.plan }

  subscript(strategy: Int, trace: Int) -> SweepFigures { figures[strategy][trace] }

  func isWithin(_ strategy: Int, on trace: Int) -> Bool {
    figures[strategy][trace].value(.worstPeak) <= Double(budget.rawValue)
  }

  func within(_ budget: ByteCount) -> RecommendationScores {
    var scores = self
    scores.budget = budget
    return scores
  }

  func between(_ figures: [[SweepFigures]]) -> RecommendationScores {
    var scores = self
    (scores.figures, scores.candidates) = (figures, Array(figures.indices))
    return scores
  }

  /// The answer over the traces on which a strategy stays within the budget, unless these are too few.
  var answer: Int? {
    let judged = fitting
    return RecommendationScores.isTooFew(judged.count, of: plan.traces.count) ? nil : chosen(over: judged)
  }

  /// Returns true for fewer than half of the traces: they say nothing of the others.
  static func isTooFew(_ judged: Int, of count: Int) -> Bool { judged > 0 && judged * 2 < count }

  var fitting: [Int] {
    plan.traces.indices.filter { trace in candidates.contains { isWithin($0, on: trace) } }
  }

  /// Returns traces by set, in the order in which they decide.
  func groups(_ traces: [Int]) -> [TraceGroup] { plan.groups.compactMap { $0.among(traces) } }

  func mean(_ strategy: Int, over traces: [Int]) -> SweepFigures {
    SweepFigures(over: traces.map { figures[strategy][$0] })
  }

  func peak(_ strategy: Int, over traces: [Int]) -> Double {
    traces.map { self[strategy, $0].value(.worstPeak) }.max() ?? 0
  }

  func family(_ strategy: Int) -> String { StrategyWords(plan.strategies[strategy].canonicalText).family }

  /// Returns true for policies at their defaults, with the whole budget.
  func isStandard(_ strategy: Int) -> Bool {
    StrategyWords(plan.strategies[strategy].text).parts.flatMap(\.settings).allSatisfy { setting in
      // A grid makes budgets of whole tenths.
      ByteCount(setting.value).map { (budget.rawValue - 10...budget.rawValue).contains($0.rawValue) } ?? false
    }
  }

  private func fitting(over traces: [Int], among wanted: [Int]? = nil) -> [Int] {
    let groups = groups(traces)
    return (wanted ?? candidates).filter { strategy in
      guard traces.allSatisfy({ isWithin(strategy, on: $0) }) else { return false }
      guard let workMax else { return true }
      return groups.allSatisfy { mean(strategy, over: $0.traces).value(.work) <= workMax }
    }
  }

  /// Returns, of the candidates that are as good as the best, set by set, the one that works least on the first set.
  ///
  /// - Parameter wanted: The only candidates that may be chosen; nil for all.
  func chosen(over traces: [Int], among wanted: [Int]? = nil) -> Int? {
    let groups = groups(traces)
    guard let first = groups.first else { return nil }
    let contenders = groups.reduce(fitting(over: traces, among: wanted)) { left, group in
      let means = left.map { mean($0, over: group.traces).cost(.noticed) }
      guard let least = means.min(), let best = means.firstIndex(of: least) else { return [] }
      return left.filter { isAsGood($0, as: left[best], over: group.traces) }
    }
    return contenders.map { ($0, mean($0, over: first.traces)) }.min { $0.1.hasLessWork(than: $1.1) }?.0
  }

  /// Returns the candidate that holds least among those that are as good as a strategy on each set and hold at most four
  /// fifths of what it holds.
  func cheaper(than strategy: Int, over traces: [Int]) -> Int? {
    let (groups, most) = (groups(traces), peak(strategy, over: traces) * 0.8)
    let equals = fitting(over: traces).filter { other in
      peak(other, over: traces) <= most
        && groups.allSatisfy { group in
          let (own, beside) = (mean(strategy, over: group.traces), mean(other, over: group.traces))
          return beside.cost(.noticed) <= own.cost(.noticed) + BestRow.equalWaits
            && beside.value(.work) <= own.value(.work) * 1.1
        }
    }
    return equals.min { peak($0, over: traces) < peak($1, over: traces) }
  }

  /// Returns true when a strategy keeps people waiting more often by at most one in 1,000 cells, or by at most one standard
  /// error of the mean difference over the traces of a set: the rule of one standard error, of Breiman, Friedman, Olshen
  /// and Stone (1984).
  private func isAsGood(_ strategy: Int, as best: Int, over traces: [Int]) -> Bool {
    let differences = traces.map { trace -> (value: Double, weight: Double) in
      let (own, other) = (figures[strategy][trace], figures[best][trace])
      return (own.cost(.noticed) - other.cost(.noticed), own.weight(.peak))
    }
    let (count, all) = (Double(differences.count), differences.reduce(0) { $0 + $1.weight })
    guard all > 0 else { return true }
    let mean = differences.reduce(0) { $0 + $1.value * $1.weight } / all
    if mean <= BestRow.equalWaits || count < 2 { return mean <= BestRow.equalWaits }
    // Of traces each weighs 1; of groups of users each as much as its traces.
    let squares = differences.reduce(0) { sum, one in
      let (share, distance) = (one.weight * count / all, one.value - mean)
      return sum + share * share * distance * distance
    }
    // A loss on one trace alone has a standard error of the mean itself, and is noise. Rounding does not make equals
    // unequal.
    return mean * mean <= squares / (count - 1) / count * 1.000_001
  }
}

/// The strategies that `lab-run recommend` tries: every one of the registry, with a few values of what matters most.
public enum RecommendationGrid {
  /// As for `lab-run sweep`: a strategy, or a grid over some of its parameters, joined by spaces. `ALL` stands for the
  /// budget and 9, 8 and 7 tenths of it, `PARTS` for 1, 2 and 3 quarters: a budget that a strategy keeps for what it
  /// prefetches alone, or passes where a cell must be shown, has to be smaller than what all bitmaps may take.
  static let lines = [
    "none",
    "fixed-window:screens=1/10,1/5,3/10,2/5,3/5,1",
    "per-row-window:screens=1/10,1/5,2/5,3/5",
    "preheat2x:height=5/4,3/2,2 preheat2x:delta=0,1/8,1/3",
    "uikit-prefetch:screens=1/4,1/2,3/4",
    "texture-ranges:leading=1/4,1/2,1 texture-ranges:trailing=0,1/4,1/2",
    "glide-preloader:items=8,16,24",
    "nuke-prefetch:screens=1/4,1/2,3/4",
    "scroll-aware:extent=50,100,250",
    "skewport:budget=PARTS",
    "displayport:rest=3/2,2,7/2",
    "flashlist:buffer=125,250,500",
    "deadline-lookahead:most=1/4,1/2,3/4",
    "windowed-lead:window=ALL,6/5screens,3/2screens windowed-lead:lean=0,1/4,1/2",
    "budget-priority:budget=ALL",
    "lru:budget=ALL", "lru-by-size:budget=ALL", "sieve:budget=ALL", "clock:budget=ALL", "s3-fifo:budget=ALL",
    "arc:budget=ALL",
    "fixed-window:screens=1/5+lru:budget=ALL", "fixed-window:screens=2/5+lru:budget=ALL", "preheat2x+lru:budget=ALL",
  ]

  /// Returns the candidates for a budget. A strategy that the list does not know, such as an app's own, is tried at its
  /// defaults, with the budgets where it has one.
  public static func strategies(budget: ByteCount, registry: StrategyRegistry) throws(SweepError) -> [StrategySpec] {
    let place = "the grid of \(ToolName.current) recommend"
    let ids = registry.descriptors.map(\.id)
    let known = lines.filter { line in
      line.split(separator: " ").allSatisfy { StrategyWords(String($0)).parts.allSatisfy { ids.contains($0.id) } }
    }
    let whole = tenths(10, 9, 8, 7, of: budget, over: 10)
    let words = known.flatMap { $0.split(separator: " ") }.map { word in
      SweepWord(
        String(word).replacing("ALL", with: whole).replacing("PARTS", with: tenths(1, 2, 3, of: budget, over: 4)),
        at: place)
    }
    let listed = Set(lines.flatMap { StrategyWords($0).parts.map(\.id) })
    let others = ids.filter { !listed.contains($0) }.map { SweepWord($0, at: place) }
    // Oracles measure others: no app can run one.
    return try StrategyGrid.strategies(
      named: words.filter { !$0.text.contains("=") } + others, varying: words.filter { $0.text.contains("=") },
      budgets: [SweepWord(whole, at: place)], registry: registry
    ).map(\.sample).filter { !$0.isOracle }
  }

  private static func tenths(_ parts: Int64..., of budget: ByteCount, over whole: Int64) -> String {
    parts.map { "\(ByteCount(rawValue: max(1, budget.rawValue / whole * $0)))" }.joined(separator: ",")
  }
}
