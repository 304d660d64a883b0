public import StrategyKit

/// What a trace allows on a device: `none`, `preheat2x` and `clairvoyant`, counted without decoding, the last at the
/// bytes that `preheat2x` peaked at, and the bounds that no strategy passes at those bytes.
///
/// All are exact and the same on every machine. Figures leave out the first frame, which no strategy can have ready.
public struct Yardsticks: Sendable {
  /// What a strategy came to.
  public struct Mark: Hashable, Sendable {
    public var hits: Int64
    /// Blank area over time, thousandths of a point x nanoseconds.
    public var blank: Int128

    public init(hits: Int64, blank: Int128) {
      self.hits = hits
      self.blank = blank
    }

    package init(_ tally: ReplayTally) {
      self.init(hits: tally.warmRequests.hits, blank: tally.warmBlank.part)
    }
  }

  /// How much is done to bring `clairvoyant` and `bound` near to each other.
  public enum Effort: String, CaseIterable, Sendable {
    /// Some milliseconds a trace.
    case quick
    /// Some seconds where decodes are slow. The clairvoyant also plans by prices, and the way that leaves less blank
    /// counts. The bound on blank is by prices over the whole trace where that is tighter.
    case tight
    /// Up to ten times as long. The clairvoyant plans by prices in several more ways, and the run with the least blank
    /// counts. The search for the bound's prices takes up to 20 times as many steps.
    case searched

    /// Parameters of the clairvoyants that are tried beside the one that plans by deadlines. Each is replayed, so each
    /// is possible.
    var tries: [String] {
      switch self {
      case .quick: []
      case .tight: ["rounds=300"]
      case .searched:
        [
          "rounds=300", "rounds=300,delay=4", "rounds=1000,worth=0", "rounds=1000,worth=0,sooner=4",
          "rounds=300,worth=0,sooner=4,delay=16", "rounds=300,worth=0,sooner=2,delay=4",
        ]
      }
    }

    /// Rounds of the search for the bound's prices at most, and looks, which bound the time: 10 to 20 ns each.
    var search: (rounds: Int, stepsMax: Int) {
      self == .searched ? (3000, 1_200_000_000) : (PricedBound.roundsMax, 60_000_000)
    }
  }

  /// Longer traces are not replayed for comparison: a clairvoyant keeps all requests in memory.
  public static let framesMax = 200_000

  /// The bytes that `clairvoyant` may use: the peak of `preheat2x`.
  public let budget: ByteCount
  public let requests: Int64
  /// Visible area over time, thousandths of a point x nanoseconds.
  public let area: Int128
  public let none: Mark
  public let preheat2x: Mark
  public let clairvoyant: Mark
  /// More hits and less blank than this no strategy has that stays within `budget`.
  public let bound: Mark

  /// - Parameter registry: where `none`, `preheat2x` and `clairvoyant` are looked up.
  /// - Throws: `SpecError` only when one is not registered.
  public init(
    _ replay: Replay, cells: CellPolicy, registry: StrategyRegistry, effort: Effort = .quick
  ) throws(SpecError) {
    // What Photos might keep by itself is no business of theirs.
    let replay = Replay(script: replay.script, table: replay.table)
    let nothing = try StrategySpec("none", registry: registry)
    let sample = try StrategySpec("preheat2x", registry: registry)
    let (first, second) = (replay.count(nothing, cells), replay.count(sample, cells))
    // What holds nothing has no gap to close; a budget is at least a byte.
    budget = ByteCount(rawValue: max(1, second.peak.bytes))
    requests = first.warmRequests.count
    area = first.warmBlank.whole
    (none, preheat2x) = (Mark(first), Mark(second))
    let quick = Yardsticks.bound(replay, memory: budget, effort: .quick)
    let seer = Mark(replay.count(try StrategySpec("clairvoyant:budget=\(budget.rawValue)B", registry: registry), cells))
    // Prices can do no better where deadlines alone reach the bound.
    if effort == .quick || seer.blank == quick.blank {
      (clairvoyant, bound) = (seer, quick)
      return
    }
    var best = seer
    for parameters in effort.tries {
      let spec = try StrategySpec("clairvoyant:budget=\(budget.rawValue)B,\(parameters)", registry: registry)
      let other = Mark(replay.count(spec, cells))
      if other.blank < best.blank { best = other }
    }
    clairvoyant = best
    bound = Mark(
      hits: quick.hits, blank: max(quick.blank, Yardsticks.pricedBlank(replay, memory: budget, effort: effort)))
  }

  /// More hits and less blank no strategy has that stays within `memory`.
  static func bound(_ replay: Replay, memory: ByteCount, effort: Effort) -> Mark {
    let hits = HitBound(replay).hits(memory: memory.rawValue)
    let blank = BlankBound(replay).warmBlank(memory: memory.rawValue)
    if effort == .quick { return Mark(hits: hits, blank: blank) }
    return Mark(hits: hits, blank: max(blank, pricedBlank(replay, memory: memory, effort: effort)))
  }

  private static func pricedBlank(_ replay: Replay, memory: ByteCount, effort: Effort) -> Int128 {
    PricedBound(replay).warmBlank(
      memory: memory.rawValue, rounds: effort.search.rounds, stepsMax: effort.search.stepsMax)
  }
}

extension Replay {
  /// The counts of a strategy, percentiles of waits left out.
  fileprivate func count(_ strategy: StrategySpec, _ cells: CellPolicy) -> ReplayTally {
    runOnce(strategy, cells: cells)
  }
}
