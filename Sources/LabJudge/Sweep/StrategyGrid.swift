import LabBase
import LabRecords
public import StrategyKit

/// The strategies of a sweep: those that are named, and grids over parameters.
public enum StrategyGrid {
  /// Strategies at most.
  static let countMax = 100_000

  /// All strategies that the words stand for, each once, in the order of the words; of none is the budget what another
  /// peaks at.
  public static func strategies(
    named strategies: [SweepWord], varying varies: [SweepWord], budgets: [SweepWord], registry: StrategyRegistry
  ) throws(SweepError) -> [StrategySpec] {
    let specs = try swept(named: strategies, varying: varies, budgets: budgets, registry: registry)
    if let relative = specs.first(where: { !$0.budgets.isEmpty }) {
      throw SweepError(
        relative.shortText,
        "it takes its budget from what another strategy peaks at, which \(ToolName.current) run and sweep do: "
          + "write bytes here")
    }
    return specs.map(\.sample)
  }

  /// All strategies that the words stand for, each once, in the order of the words.
  ///
  /// - Parameters:
  ///   - strategies: As for a run; `all` is every one of the registry at its defaults, `bounds` every
  ///     yardstick.
  ///   - varies: `STRATEGY:key=VALUES`. Several over one STRATEGY are a grid, the first changing slowest.
  ///   - budgets: `VALUES` for the `budget` of each strategy that has one and does not set it.
  public static func swept(
    named strategies: [SweepWord], varying varies: [SweepWord], budgets: [SweepWord], registry: StrategyRegistry
  ) throws(SweepError) -> [PeakSpec] {
    var texts: [SweepWord] = []
    for word in strategies {
      let names =
        switch word.text {
        case "all": registry.descriptors.map(\.id)
        case "bounds": registry.boundDescriptors.map(\.id)
        default: [word.text]
        }
      texts += names.map { SweepWord($0, at: word.place) }
    }
    texts += try grids(varies, registry)
    var specs: [PeakSpec] = []
    var seen: Set<String> = []
    for text in texts {
      for word in try with(budgets, text, registry) {
        let spec = try self.spec(word, registry)
        if seen.insert(spec.canonicalText).inserted { specs.append(spec) }
      }
    }
    return specs
  }

  static func spec(_ word: SweepWord, _ registry: StrategyRegistry) throws(SweepError) -> PeakSpec {
    do {
      return try PeakSpec(word.text, registry: registry)
    } catch {
      throw word.error("\(error)")
    }
  }

  private struct Axis {
    var word: SweepWord
    var part: Int
    var key: String
    var values: [String]
  }

  private static func grids(_ varies: [SweepWord], _ registry: StrategyRegistry) throws(SweepError) -> [SweepWord] {
    var bases: [String] = []
    var axes: [String: [Axis]] = [:]
    for word in varies {
      let (base, axis) = try axis(word, registry)
      if axes[base] == nil { bases.append(base) }
      if axes[base, default: []].contains(where: { $0.part == axis.part && $0.key == axis.key }) {
        throw word.error("'\(axis.key)' of '\(base)' is varied twice: write all its values in one, joined by commas")
      }
      axes[base, default: []].append(axis)
    }
    var texts: [SweepWord] = []
    for base in bases {
      var grid = [StrategyWords(base)]
      for axis in axes[base] ?? [] {
        guard grid.count * axis.values.count <= countMax else {
          throw axis.word.error("the grid of '\(base)' has more than \(countMax) strategies: vary fewer values")
        }
        grid = grid.flatMap { words in
          axis.values.map { words.setting(axis.key, to: $0, ofPart: axis.part) }
        }
      }
      texts += grid.map { SweepWord($0.text, at: axes[base]?.first?.word.place ?? "") }
    }
    return texts
  }

  /// The strategy that a word varies, as written, and the values of its parameter.
  private static func axis(
    _ word: SweepWord, _ registry: StrategyRegistry
  ) throws(SweepError) -> (base: String, axis: Axis) {
    // Values may have commas, keys and names have none: the last `=` ends the key.
    guard let equals = Parentheses.last(in: word.text, where: { $0 == "=" }),
      let mark = Parentheses.last(in: word.text[..<equals], where: { $0 == ":" || $0 == "," })
    else {
      throw word.error(
        "'\(word.text)' does not say what to vary: write STRATEGY:key=VALUES, preheat2x:delta=1/8..1/2/8")
    }
    let base = String(word.text[..<mark])
    let key = String(word.text[word.text.index(after: mark)..<equals])
    _ = try spec(SweepWord(base, at: word.place), registry)
    let parts = StrategyWords(base).parts
    let owner = parts.indices.last { part in declared(key, by: parts[part].id, registry) != nil }
    guard let owner, let parameter = declared(key, by: parts[owner].id, registry) else {
      let known = parts.flatMap { part in policies(registry).first { $0.id == part.id }?.parameters.map(\.key) ?? [] }
      if known.isEmpty {
        throw word.error("'\(base)' has no parameters, so nothing of it can be varied: name it as a strategy")
      }
      throw word.error("'\(base)' has no parameter '\(key)': \(hint(for: key, among: known))")
    }
    guard !parts[owner].settings.contains(where: { $0.key == key }) else {
      throw word.error("'\(key)' of '\(base)' is set and varied: leave out one of the two")
    }
    let values = try ParameterGrid.values(
      String(word.text[word.text.index(after: equals)...]), of: parameter, in: word)
    return (base, Axis(word: word, part: owner, key: key, values: values))
  }

  private static func declared(_ key: String, by id: String, _ registry: StrategyRegistry) -> ParameterSpec? {
    policies(registry).first { $0.id == id }?.parameters.first { $0.key == key }
  }

  private static func policies(_ registry: StrategyRegistry) -> [PolicyDescriptor] {
    registry.descriptors + registry.boundDescriptors
  }

  /// A strategy at each budget, or as it is when it has none or sets its own.
  private static func with(
    _ budgets: [SweepWord], _ word: SweepWord, _ registry: StrategyRegistry
  ) throws(SweepError) -> [SweepWord] {
    let words = StrategyWords(word.text)
    let key = ParameterSpec.budget.key
    guard !budgets.isEmpty,
      let part = words.parts.indices.last(where: { part in
        declared(key, by: words.parts[part].id, registry) != nil
          && !words.parts[part].settings.contains { $0.key == key }
      })
    else { return [word] }
    var texts: [SweepWord] = []
    for budget in budgets {
      for value in try ParameterGrid.values(budget.text, of: .budget, in: budget) {
        // Where the two come together nobody knows which of them is wrong.
        texts.append(
          SweepWord(words.setting(key, to: value, ofPart: part).text, at: "\(word.place), \(budget.place)"))
      }
    }
    return texts
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
