public import CacheLab
import LabBase

/// What a strategy gave at a budget.
public struct BudgetPoint: Hashable, Sendable {
  /// As tables show it, without its budget.
  public var strategy: String
  public var budget: Int64
  /// Of the requests after the first frame.
  public var hitRate: Double

  public init(strategy: String, budget: Int64, hitRate: Double) {
    self.strategy = strategy
    self.budget = budget
    self.hitRate = hitRate
  }
}

extension BudgetPoint {
  /// Budgets that show where a working set begins to fit: from a 64th of it, at least 1 MB, to a third more than it,
  /// each a fifth larger than the one before.
  public static func budgets(for set: WorkingSet) -> [Int64] {
    var budgets: [Int64] = []
    var budget = max(1_000_000, set.bytes / 64)
    while true {
      // Round figures: three digits.
      var unit: Int64 = 1
      while budget / unit >= 1000 { unit *= 10 }
      budgets.append(budget / unit * unit)
      if budget * 3 > set.bytes * 4 { return budgets }
      budget += budget / 5
    }
  }
}

extension Plot {
  /// What a larger budget buys on one trace, a line a strategy, with the working set marked.
  public static func budget(_ points: [BudgetPoint], workingSet: WorkingSet, trace: String, setting: String) -> Plot {
    let strategies = points.map(\.strategy).unique
    let styles = StrategyStyle.of(strategies)
    let megabytes = points.map { Double($0.budget) / 1e6 }
    let (least, most) = (megabytes.min() ?? 1, max(megabytes.max() ?? 2, (megabytes.min() ?? 1) * 2))
    let repeats = workingSet.repeatShare * 100
    let repeated = NumberText.fixed(repeats, decimals: 4)
    let high = max((points.map { $0.hitRate * 100 }.max() ?? 1), repeats, 1)
    let data = PlotData("strategy", "budget MB", "warm hit rate %", blocks: strategies) { name in
      points.filter { $0.strategy == name }.map {
        [
          name, NumberText.fixed(Double($0.budget) / 1e6, decimals: 3),
          NumberText.fixed($0.hitRate * 100, decimals: 3),
        ]
      }
    }
    let last = strategies.map { name in points.last { $0.strategy == name }?.hitRate ?? 0 }
    // As the lines end, from top to bottom.
    let key = strategies.indices.sorted { (-last[$0], $0) < (-last[$1], $1) }
    return series(
      name: "budget-\(strategies.count == 1 ? "\(strategies[0])-" : "")\(trace)",
      title: "What does a larger budget buy on \(trace)?",
      subtitle: "\(setting); \(NumberText.grouped(workingSet.requests)) requests; dotted: "
        + "\(NumberText.fixed(repeats, decimals: 1))% are for images asked for before, the most that keeping alone serves",
      data: data, key: key.map { Series(name: strategies[$0], style: styles[$0]) },
      axes: """
        set xlabel 'budget, MB'
        set ylabel 'images ready after the first frame, %'
        set tmargin at screen 0.8
        set logscale x 2
        set xrange [\(NumberText.fixed(least, decimals: 5)):\(NumberText.fixed(most, decimals: 5))]
        set yrange [0:\(NumberText.fixed(high * 1.1, decimals: 5))]
        \(mark(Double(workingSet.bytes) / 1e6, "working set", least...most, row: 0))
        \(mark(Double(workingSet.largestReuseBytes) / 1e6, "largest reuse window", least...most, row: 1))
        set arrow from graph 0, first \(repeated) to graph 1, first \(repeated) nohead dashtype 3 linecolor rgb muted back
        """,
      drawings: styles.enumerated().map { "data index \($0) using 2:3 \($1.drawing(width: "2", size: "0.45"))" })
  }

  /// A line from top to bottom with its name above.
  private static func mark(_ megabytes: Double, _ words: String, _ range: ClosedRange<Double>, row: Int) -> String {
    guard range.contains(megabytes) else { return "" }
    let x = NumberText.fixed(megabytes, decimals: 4)
    // Names grow away from the nearer end of the axis.
    let isRight = megabytes * megabytes > range.lowerBound * range.upperBound
    return """
      set arrow from first \(x), graph 0 to first \(x), graph 1 nohead linewidth 1.5 dashtype 2 linecolor rgb peak back
      set label '\(words) \(text(megabytes)) MB' at first \(x), graph 1 \(isRight ? "right" : "left") \
      offset \(isRight ? "0.4" : "-0.4"),\(row == 0 ? "0.8" : "1.9") font small textcolor rgb peak
      """
  }
}
