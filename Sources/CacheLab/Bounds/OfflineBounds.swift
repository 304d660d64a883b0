public import StrategyKit

/// What a trace allows on a device: `none`, `preheat2x` and `clairvoyant`, counted without decoding, the last at the
/// bytes that `preheat2x` peaked at, and the bounds that no strategy passes at those bytes. The clairvoyant knows what
/// the others do, so where one of them is better within its bytes, their plan is its own.
///
/// All are exact and the same on every machine. Figures leave out the first frame, which no strategy can have ready.
public struct OfflineBounds: Sendable {
  /// What a strategy came to.
  public struct Mark: Hashable, Sendable {
    public var hits: Int64
    /// Blank area over time, thousandths of a point x nanoseconds.
    public var blank: Int128
    /// Decodes of images begun; nil of a bound.
    public var decodes: Int64?

    public init(hits: Int64, blank: Int128, decodes: Int64? = nil) {
      self.hits = hits
      self.blank = blank
      self.decodes = decodes
    }

    package init(_ tally: ReplayTally) {
      self.init(
        hits: tally.warmRequests.hits, blank: Int128(tally.warmBlank.part),
        decodes: tally.decodes - tally.coarse.decodes)
    }
  }

  /// What a strategy that is judged came to, and the bytes that it peaked at.
  public struct Run: Sendable {
    var mark: Mark
    var peak: Int64
    var strategy: String

    /// - Parameter strategy: What it is called.
    public init(_ tally: ReplayTally, _ strategy: String) {
      (mark, peak, self.strategy) = (Mark(tally), tally.peak.bytes, strategy)
    }
  }

  /// The best of several runs within some bytes, figure by figure, and whose each is.
  public struct Best: Hashable, Sendable {
    public private(set) var mark: Mark
    /// What the strategy is called that has the hits.
    public private(set) var hitsOf: String
    public private(set) var blankOf: String

    public init(_ mark: Mark, hitsOf: String, blankOf: String) {
      (self.mark, self.hitsOf, self.blankOf) = (mark, hitsOf, blankOf)
    }

    /// Takes from another what is better.
    public mutating func take(_ other: Best) {
      // Decodes go with the hits: the fewest that are known to give as many.
      let hasFewer = other.mark.hits == mark.hits && other.mark.decodes ?? .max < mark.decodes ?? .max
      if other.mark.hits > mark.hits || hasFewer {
        (mark.hits, mark.decodes, hitsOf) = (other.mark.hits, other.mark.decodes, other.hitsOf)
      }
      if other.mark.blank < mark.blank { (mark.blank, blankOf) = (other.mark.blank, other.blankOf) }
    }

    mutating func take(_ mark: Mark, of name: String) { take(Best(mark, hitsOf: name, blankOf: name)) }
  }

  /// How much is done to bring `clairvoyant` and `bound` near to each other.
  public enum Effort: String, CaseIterable, Sendable {
    /// Some milliseconds a trace.
    case quick
    /// Some seconds where decodes are slow. The clairvoyant also plans by prices. The bound on blank is by prices over
    /// the whole trace where that is tighter.
    case tight
    /// Up to ten times as long. The clairvoyant plans by prices in several more ways. The search for the bound's prices
    /// takes up to 20 times as many steps.
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
  /// The best that was found within `budget`: the clairvoyant's plans, and those of `none` and `preheat2x`.
  public let best: Best
  public var clairvoyant: Mark { best.mark }
  /// More hits and less blank than this no strategy has that stays within `budget`.
  public let bound: Mark

  /// - Parameter registry: where `none`, `preheat2x` and `clairvoyant` are looked up.
  /// - Throws: `SpecError` only when one is not registered.
  public init(
    _ replay: Replay, registry: StrategyRegistry, effort: Effort = .quick
  ) throws(SpecError) {
    // What Photos might keep by itself is no business of theirs.
    var replay = replay
    replay.settings.managerCache = .zero
    let nothing = try StrategySpec("none", registry: registry)
    let sample = try StrategySpec("preheat2x", registry: registry)
    let (first, second) = (replay.runOnce(nothing), replay.runOnce(sample))
    // What holds nothing has no gap to close; a budget is at least a byte.
    budget = ByteCount(rawValue: max(1, second.peak.bytes))
    requests = first.warmRequests.count
    area = Int128(first.warmBlank.whole)
    (none, preheat2x) = (Mark(first), Mark(second))
    let quick = OfflineBounds.bound(replay, memory: budget, effort: .quick)
    let spec = try StrategySpec("clairvoyant:budget=\(budget.rawValue)B", registry: registry)
    let seer = Mark(replay.runOnce(spec))
    var best = Best(seer, hitsOf: "clairvoyant", blankOf: "clairvoyant")
    if first.peak.bytes <= budget.rawValue { best.take(none, of: "none") }
    best.take(preheat2x, of: "preheat2x")
    // Prices can do no better where deadlines alone reach the bound.
    if effort == .quick || best.mark.blank == quick.blank {
      (self.best, bound) = (best, quick)
      return
    }
    for parameters in effort.tries {
      let spec = try StrategySpec("clairvoyant:budget=\(budget.rawValue)B,\(parameters)", registry: registry)
      best.take(Mark(replay.runOnce(spec)), of: "clairvoyant")
    }
    self.best = best
    bound = Mark(
      hits: quick.hits, blank: max(quick.blank, OfflineBounds.pricedBlank(replay, memory: budget, effort: effort)))
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
