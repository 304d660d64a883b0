import StrategyKit

/// An upper bound on the requests of a trace that are hits, for any strategy whose bitmaps never take more than some
/// bytes.
///
/// **The claim.** No replay in virtual time over this script and table whose ledger peaks at `memory` bytes or less has
/// more hits.
///
/// **The relaxation.** Take a time t0 at which cells ask, after the decodes that end then are complete and before
/// anything else happens, and a later such time t1. A key that is a hit at a request in [t0, t1] is full by then, so
/// either its bitmap was held or in flight at t0, and the ledger counted its bytes then; or its decode began at t0 or
/// later and had ended by t1. A key that was a hit before t0 and is still on screen at t0 is held then. The ledger is
/// at most `memory`, so the bytes of those held are at most that; W workers do at most W (t1 - t0) of work between, none
/// if no decode is that short, so the costs of those decoded are at most that. Nothing else is demanded: not that one
/// plan meets all windows, not that work is whole decodes or has a place to go to.
///
/// **A window's bound.** Give a byte the price b and a nanosecond of work the price w, neither negative. Each hit is
/// worth 1. Those in memory paid b x bytes each, those decoded w x cost, all together at most b x `memory` +
/// w x W (t1 - t0). So the hits of the window are at most that much, plus for each key max(0, 1 - what it pays at
/// least): min(b x bytes, w x cost) for one asked for within, b x bytes for one on screen at t0. A key may
/// be dropped and decoded again: only its first request in the window is worth something here, each further one counts
/// as a hit for nothing. Hits are whole, so the bound is rounded down.
///
/// **All windows together.** Windows that share no request add up, and requests in none count as hits. The least sum is
/// found by dynamic programming over the times at which cells ask: the best up to a time is the best up to an earlier
/// one and a window in between (or nothing, and all hits). Requests between two windows are the next one's where their
/// cells are still on screen when it begins, and hits for nothing otherwise. Before the first frame nothing is held, so a
/// window that begins at it has no memory. Nor is anything of another target size held before its first frame: strategies
/// start items of the layout in force, at frames; so in a window that begins no later its keys pay by work alone.
/// Requests of the first frame, of the first frame of their target size, and of files that do not decode are never hits.
///
/// Prices are tried from a small set and all arithmetic is in integers: which windows and prices are looked at changes
/// how tight the bound is, never whether it holds. It holds for strategies that show bitmaps of the very size that is asked
/// for, not where a larger one may serve a smaller request (`match=at-least`). Coarse images are no hits, and take memory
/// and time from full ones, so the bound holds with them too.
public struct HitBound: Sendable {
  /// The most that a hit is worth, so that prices can be integers.
  private static let unitMax: Int64 = 100_000_000_000
  /// The most times of a window.
  private static let spanMax = 160
  /// The number of times before a window whose requests it includes.
  private static let reachMax = 48

  private let demand: BoundDemand
  /// The worth of a hit: less if requests are so many that all of them would exceed `BoundPrices.most`.
  let unit: Int64
  private let workers: Int64
  private let leastCost: Int64
  private let prices: [BoundPrices]
  /// By request and price: the worth of a hit beyond its least price.
  private var worths: ContiguousArray<Int64> = []

  public init(_ replay: Replay) {
    demand = BoundDemand(replay)
    unit = HitBound.unit(requests: demand.visits.count)
    workers = Int64(replay.table.device.workers)
    leastCost = demand.leastCost
    prices = HitBound.prices(for: demand, unit: unit)
    worths.reserveCapacity(demand.visits.count * prices.count)
    for visit in demand.visits {
      for price in prices { worths.append(rest(of: price.least(bytes: visit.bytes, cost: visit.cost))) }
    }
  }

  /// The requests of all frames but the first, of which hits are a share.
  public var warmRequests: Int64 { Int64(demand.visits.count - demand.coldCount) }

  /// Returns the most hits that bitmaps of `memory` bytes together allow.
  public func hits(memory: Int64) -> Int64 {
    var best: ContiguousArray<Int64> = [0]
    for time in demand.times.indices { best.append(best[time] + demand.countable(time)) }
    for begin in demand.times.indices {
      for withScreen in begin == 0 ? [false] : [false, true] {
        let memory = demand.times[begin] == demand.begin ? 0 : memory
        extend(from: begin, withScreen: withScreen, memory: memory, best: &best)
      }
      // A window may have made this start better; what follows by counting all requests must follow again.
      best[begin + 1] = min(best[begin + 1], best[begin] + demand.countable(begin))
    }
    return best[demand.times.count]
  }

  /// Extends the bound by all windows that begin at a time: `best[t]` bounds the hits of all times before t.
  ///
  /// - Parameter withScreen: Whether the window includes requests whose cells are on screen when it begins.
  private func extend(
    from begin: Int, withScreen: Bool, memory: Int64, best: inout ContiguousArray<Int64>
  ) {
    let from = demand.times[begin]
    let first = demand.starts[begin]
    var sums = prices.map { price in
      withScreen ? start(at: begin, price: price, best: best) : best[begin] * unit
    }
    let last = min(demand.times.count, begin + HitBound.spanMax)
    for end in begin..<last {
      for request in demand.starts[end]..<demand.starts[end + 1] where demand.isCountable(request) {
        let visit = demand.visits[request]
        let before = demand.previous[request]
        let isRepeat = before >= first || (withScreen && before >= 0 && demand.visits[before].end >= from)
        if isRepeat {
          for index in sums.indices { sums[index] += unit }
        } else if demand.firstFrame(ofSlot: visit.slot) >= from {
          for index in sums.indices { sums[index] += decoded(visit, prices[index]) }
        } else {
          let row = request * prices.count
          for index in sums.indices { sums[index] += worths[row + index] }
        }
      }
      let time = demand.times[end] - from
      let work = time < leastCost ? 0 : time * workers
      var least = BoundPrices.most
      for index in prices.indices {
        least = min(least, sums[index] + prices[index].whole(memory: memory, work: work))
      }
      best[end + 1] = min(best[end + 1], least / unit)
    }
  }

  /// Returns the least sum of the bound up to an earlier time and the worth of the requests since then in a window that
  /// begins now.
  private func start(at begin: Int, price: BoundPrices, best: ContiguousArray<Int64>) -> Int64 {
    let from = demand.times[begin]
    var least = best[begin] * unit
    var sum: Int64 = 0
    var time = begin - 1
    while time >= max(0, begin - HitBound.reachMax) {
      for request in demand.starts[time]..<demand.starts[time + 1] where demand.isCountable(request) {
        let visit = demand.visits[request]
        let isOnScreen = visit.end >= from
        sum += isOnScreen ? rest(of: price.held(bytes: visit.bytes)) : unit
      }
      least = min(least, best[time] * unit + sum)
      time -= 1
    }
    return least
  }

  /// Returns the worth of a hit that is left after its price.
  private func rest(of paid: Int64) -> Int64 { max(0, unit - paid) }

  /// Returns the worth of a hit for which all requests together are worth at most `BoundPrices.most`, so that a price
  /// that is cut there changes nothing.
  static func unit(requests: Int) -> Int64 { max(1, min(unitMax, BoundPrices.most / (Int64(requests) + 1))) }

  /// Returns the worth of a hit when nothing can be held yet.
  private func decoded(_ visit: CellVisit, _ price: BoundPrices) -> Int64 {
    rest(of: price.least(bytes: visit.bytes, cost: visit.cost, hasMemory: false))
  }

  /// Returns prices at which keys of different bytes and costs just pay for themselves.
  private static func prices(for demand: BoundDemand, unit: Int64) -> [BoundPrices] {
    var bytes = demand.quantiles(of: { $0.bytes }, [0, 50, 85]).map { unit / max(1, $0) }
    // Where a new size comes first, memory is of no use to it, however much there is.
    if demand.hasLaterSizes { bytes.append(0) }
    let costs = demand.quantiles(of: { $0.cost }, [10, 30, 50, 70, 90])
    return bytes.flatMap { byte in costs.map { BoundPrices(byte: byte, nanosecond: unit / max(1, $0)) } }
  }
}
