import StrategyKit

/// How much of the visible cell area must stay blank over time at least, whatever the strategy, when bitmaps never take
/// more than some bytes: over the whole trace at once, with decodes that take their time. What `BlankBound` says window
/// by window, it mostly says tighter.
///
/// **The claim.** No replay in virtual time over this script and table whose ledger peaks at `memory` bytes or less
/// shows more area over time, and so none leaves less blank.
///
/// **The relaxation.** A strategy's decodes of a key are intervals of its cost; each ends with an image that is held
/// until it goes, and never goes while a cell shows it. Give each slice of time a price for a nanosecond of work and each
/// border between slices a price for a byte that is held or on its way when that time comes, before anything happens
/// then; none is negative. Workers do at most W nanoseconds of work a nanosecond and the ledger is at most `memory` at
/// each border, so what all keys gain is at most what they gain beyond the prices that they pay, plus the price of all
/// work and all memory that there was. What a key gains beyond its prices is at most the best that it could choose for
/// itself alone: exactly found by dynamic programming over its visits. Nothing else is given away but that keys choose
/// each for itself.
///
/// A key's gain is linear in the time at which a decode begins but where it begins or ends at a border, where prices for
/// memory change: the best start is one of these. Areas are rounded up, prices are integers, sums are
/// exact. `VisitMarket` finds the prices; they change how tight the bound is, never whether it holds. For the full tier:
/// a coarse image is not blank, and nothing is said of it. See `HitBound` for `sharesSizes`.
public struct PricedBound: Sendable {
  /// So many rounds of prices are tried, fewer where a round takes long.
  public static let roundsMax = 600
  private let demand: BoundDemand
  private let timeline: VisitTimeline
  private let workers: Int
  /// Area in view over time of cells that enter after the first frame, thousandths of a point x nanoseconds.
  public let warmArea: Int128
  private let grainShift: Int

  /// - Parameter sharesSizes: Whether a larger bitmap may serve a smaller request.
  public init(_ replay: Replay, sharesSizes: Bool = false) {
    demand = BoundDemand(replay, sharesSizes: sharesSizes, withStretches: true)
    let since = demand.firstFrame
    timeline = VisitTimeline(
      visits: demand.visits, since: since, coldCount: demand.coldCount, stretches: demand.stretches)
    workers = replay.table.device.workers
    warmArea = demand.warmArea
    var shift = 0
    while warmArea >> shift > Int128(BoundPrices.most / 8) { shift += 1 }
    grainShift = shift
  }

  /// The least area over time that stays blank of cells that enter after the first frame, as a share of `warmArea`.
  ///
  /// - Parameter stepsMax: Bounds the time for finding prices; 10 to 20 ns each.
  public func warmBlank(memory: Int64, rounds: Int = roundsMax, stepsMax: Int) -> Int128 {
    var market = VisitMarket(
      visits: demand.visits, timeline: timeline, workers: workers, memory: memory,
      worth: .init(hit: 0, countsCold: false))
    market.findPrices(rounds: rounds, stepsMax: stepsMax)
    let gain = PricedGain(market, grainShift: grainShift)
    return max(0, warmArea - gain.most(workers: workers, memory: memory) << Int128(grainShift))
  }
}
