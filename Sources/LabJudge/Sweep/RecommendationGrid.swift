import LabBase
import LabRecords
public import StrategyKit

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
    "texture-ranges:leading=1/4,1/2,1 texture-ranges:trailing=0,1/4",
    "glide-preloader:items=8,16,24",
    "nuke-prefetch:screens=1/4,1/2,3/4",
    "scroll-aware:extent=50,100,250",
    "skewport:budget=PARTS",
    "displayport:rest=3/2,2,7/2",
    "flashlist:buffer=125,250,500",
    "deadline-lookahead:most=1/4,1/2,3/4",
    "windowed-lead:window=ALL,6/5screens,3/2screens windowed-lead:lean=0,1/2",
    "budget-priority:budget=ALL budget-priority:rest=1/8,3/16,3/8 budget-priority:tau=1/5,3/10",
    "lru:budget=ALL", "lru-by-size:budget=ALL", "sieve:budget=ALL", "clock:budget=ALL", "s3-fifo:budget=ALL",
    "arc:budget=ALL",
    "fixed-window:screens=1/5+lru:budget=ALL", "fixed-window:screens=2/5+lru:budget=ALL", "preheat2x+lru:budget=ALL",
  ]

  /// The candidates for a budget. A strategy that the list does not know, such as one of somebody else's, is tried at its
  /// defaults, with the budgets where it has one.
  public static func strategies(budget: ByteCount, registry: StrategyRegistry) throws(SweepError) -> [StrategySpec] {
    let place = "the grid of \(ToolName.current) recommend"
    let ids = registry.descriptors.map(\.id)
    let known = lines.filter { line in
      line.split(separator: " ").allSatisfy { StrategyWords(String($0)).parts.allSatisfy { ids.contains($0.id) } }
    }
    var named: [SweepWord] = []
    var varied: [SweepWord] = []
    let whole = tenths(10, 9, 8, 7, of: budget, over: 10)
    for word in known.flatMap({ $0.split(separator: " ").map(String.init) }) {
      let text = word.replacing("ALL", with: whole).replacing("PARTS", with: tenths(1, 2, 3, of: budget, over: 4))
      if text.contains("=") {
        varied.append(SweepWord(text, at: place))
      } else {
        named.append(SweepWord(text, at: place))
      }
    }
    let listed = Set(lines.flatMap { StrategyWords($0).parts.map(\.id) })
    named += ids.filter { !listed.contains($0) }.map { SweepWord($0, at: place) }
    let all = try StrategyGrid.strategies(
      named: named, varying: varied, budgets: [SweepWord(whole, at: place)], registry: registry)
    return all.filter(mayShip)
  }

  /// Whether an app could run a strategy: what knows the trace beforehand or has no budget measures others, and is no
  /// candidate.
  public static func mayShip(_ strategy: StrategySpec) -> Bool { !strategy.isYardstick }

  private static func tenths(_ parts: Int64..., of budget: ByteCount, over whole: Int64) -> String {
    parts.map { "\(ByteCount(rawValue: max(1, budget.rawValue / whole * $0)))" }.joined(separator: ",")
  }
}
