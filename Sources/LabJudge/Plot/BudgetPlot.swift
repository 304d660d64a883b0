public import CacheLab

/// The hit rate of a strategy at a budget.
public struct BudgetPoint: Hashable, Sendable {
  /// The strategy as tables show it, without its budget.
  public var strategy: String
  public var budget: Int64
  /// The hit rate of requests after the first frame.
  public var hitRate: Double

  public init(strategy: String, budget: Int64, hitRate: Double) {
    self.strategy = strategy
    self.budget = budget
    self.hitRate = hitRate
  }
}

extension BudgetPoint {
  /// Returns budgets around the size of a working set: from a 64th of it, at least 1 MB, to a third more, each a fifth
  /// larger than the one before.
  public static func budgets(for set: WorkingSet) -> [Int64] {
    var budgets: [Int64] = []
    var budget = max(1_000_000, set.bytes / 64)
    while true {
      // Three digits.
      var unit: Int64 = 1
      while budget / unit >= 1000 { unit *= 10 }
      budgets.append(budget / unit * unit)
      if budget * 3 > set.bytes * 4 { return budgets }
      budget += budget / 5
    }
  }
}

extension Plot {
  /// Returns the hit rate over the budget on one trace, a line for each strategy, with the working set marked.
  public static func budget(_ points: [BudgetPoint], workingSet: WorkingSet, trace: String, setting: String) -> Plot {
    let strategies = points.map(\.strategy).unique
    let lines = zip(strategies, StrategyStyle.of(strategies)).map { name, style in
      (name: name, style: style, points: points.filter { $0.strategy == name })
    }
    // In the order in which the lines end, from top to bottom.
    let ranked = lines.enumerated().sorted {
      (-($0.element.points.last?.hitRate ?? 0), $0.offset) < (-($1.element.points.last?.hitRate ?? 0), $1.offset)
    }.map(\.element)
    let megabytes = points.map { Double($0.budget) / 1e6 }
    let (least, most) = (megabytes.min() ?? 1, max(megabytes.max() ?? 2, (megabytes.min() ?? 1) * 2))
    let repeats = workingSet.repeatShare * 100
    let high = max((points.map { $0.hitRate * 100 }.max() ?? 1), repeats, 1)
    let data = PlotData("strategy", "budget MB", "warm hit rate %", blocks: ranked) { line in
      line.points.map {
        [
          line.name, NumberText.fixed(Double($0.budget) / 1e6, decimals: 3),
          NumberText.fixed($0.hitRate * 100, decimals: 3),
        ]
      }
    }
    let marks = [("working set", workingSet.bytes), ("largest reuse window", workingSet.largestReuseBytes)]
      .map { (words: $0, megabytes: Double($1) / 1e6) }.filter { least <= $0.megabytes && $0.megabytes <= most }
    return series(
      PackageResources.budget_gp, name: "budget-\(strategies.count == 1 ? "\(strategies[0])-" : "")\(trace)",
      title: "What does a larger budget buy on \(trace)?",
      subtitle: "\(setting); \(NumberText.grouped(workingSet.requests)) requests; dotted: "
        + "\(NumberText.fixed(repeats, decimals: 1))% are for images asked for before, the most that keeping alone serves",
      data: data, series: ranked.map { Series(name: $0.name, style: $0.style) },
      values: [
        ("least", .number(least)), ("most", .number(most)), ("high", .number(high * 1.1)),
        ("repeated", .number(repeats)), ("marks", .number(Double(marks.count))),
        ("megabytes", .numbers(marks.map(\.megabytes))),
        ("marked", .texts(marks.map { "\($0.words) \(NumberText.fixed($0.megabytes, decimals: 1)) MB" })),
      ])
  }
}
