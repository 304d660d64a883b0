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
/// for, not where a larger one may serve a smaller request (`match=at-least`). Thumbnails are no hits, and take memory
/// and time from full ones, so the bound holds with them too.
public struct HitBound: Sendable {
  /// The most that a hit is worth, so that prices can be integers.
  private static let unitMax: Int64 = 100_000_000_000
  private static let spanMax = 160
  /// The number of times before a window whose requests it includes.
  private static let reachMax = 48

  /// The visits of requests, in their order; those of the first frame, `coldCount` of them, come first.
  private let visits: ContiguousArray<CellVisit>
  private let coldCount: Int
  /// By request: the time before and at which nothing of its target size can be ready.
  private let firstFrames: ContiguousArray<Int64>
  /// By request: the one of the same key before it, or -1.
  private var previous: ContiguousArray<Int> = []
  /// The times at which cells ask, ascending, each once, in nanoseconds.
  private var times: ContiguousArray<Int64> = []
  /// The first request of each time, and the number of requests at the end.
  private var starts: ContiguousArray<Int> = []
  /// The first frame of all: before it, and at it, nothing is held or being decoded.
  private let begin: Int64
  /// The worth of a hit: less if requests are so many that all of them would exceed `BoundPrices.most`.
  let unit: Int64
  private let workers: Int64
  private let leastCost: Int64
  private let prices: [BoundPrices]
  /// By request and price: the worth of a hit beyond its least price.
  private var worths: ContiguousArray<Int64> = []

  public init(_ replay: Replay) {
    var walk = CellWalk(script: replay.script, table: replay.table)
    walk.run()
    (visits, coldCount) = (walk.visits, walk.coldCount)
    firstFrames = ContiguousArray(visits.map { walk.firstFrame(ofSlot: $0.slot) })
    begin = walk.firstFrames.min() ?? 0
    unit = HitBound.unit(requests: visits.count)
    workers = Int64(replay.table.device.workers)
    let decoded = visits.filter { $0.bytes > 0 }
    leastCost = decoded.map { $0.cost }.min() ?? 0
    prices = HitBound.prices(for: decoded, unit: unit, hasLaterSizes: Set(walk.firstFrames).count > 1)
    var last = ContiguousArray(repeating: -1, count: replay.table.slotCount)
    for (request, visit) in visits.enumerated() {
      previous.append(last[Int(visit.slot)])
      last[Int(visit.slot)] = request
      if visit.begin != times.last {
        times.append(visit.begin)
        starts.append(request)
      }
      for price in prices { worths.append(rest(of: price.least(bytes: visit.bytes, cost: visit.cost))) }
    }
    starts.append(visits.count)
  }

  /// The requests of all frames but the first, of which hits are a share.
  public var warmRequests: Int64 { Int64(visits.count - coldCount) }

  /// Returns the most hits that bitmaps of `memory` bytes together allow.
  public func hits(memory: Int64) -> Int64 {
    var best: ContiguousArray<Int64> = [0]
    for time in times.indices { best.append(best[time] + countable(time)) }
    for begin in times.indices {
      for withScreen in begin == 0 ? [false] : [false, true] {
        let memory = times[begin] == self.begin ? 0 : memory
        extend(from: begin, withScreen: withScreen, memory: memory, best: &best)
      }
      // A window may have made this start better; what follows by counting all requests must follow again.
      best[begin + 1] = min(best[begin + 1], best[begin] + countable(begin))
    }
    return best[times.count]
  }

  /// Extends the bound by all windows that begin at a time: `best[t]` bounds the hits of all times before t.
  ///
  /// - Parameter withScreen: Whether the window includes requests whose cells are on screen when it begins.
  private func extend(from begin: Int, withScreen: Bool, memory: Int64, best: inout ContiguousArray<Int64>) {
    let from = times[begin]
    let first = starts[begin]
    var sums = prices.map { withScreen ? start(at: begin, price: $0, best: best) : best[begin] * unit }
    let last = min(times.count, begin + HitBound.spanMax)
    for end in begin..<last {
      for request in starts[end]..<starts[end + 1] where isCountable(request) {
        let visit = visits[request]
        let before = previous[request]
        let isRepeat = before >= first || (withScreen && before >= 0 && visits[before].end >= from)
        if isRepeat {
          for index in sums.indices { sums[index] += unit }
        } else if firstFrames[request] >= from {
          // Nothing can be held yet.
          for index in sums.indices {
            sums[index] += rest(of: prices[index].least(bytes: visit.bytes, cost: visit.cost, hasMemory: false))
          }
        } else {
          let row = request * prices.count
          for index in sums.indices { sums[index] += worths[row + index] }
        }
      }
      let time = times[end] - from
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
    let from = times[begin]
    var least = best[begin] * unit
    var sum: Int64 = 0
    for time in (max(0, begin - HitBound.reachMax)..<begin).reversed() {
      for request in starts[time]..<starts[time + 1] where isCountable(request) {
        let visit = visits[request]
        let isOnScreen = visit.end >= from
        sum += isOnScreen ? rest(of: price.held(bytes: visit.bytes)) : unit
      }
      least = min(least, best[time] * unit + sum)
    }
    return least
  }

  private func rest(of paid: Int64) -> Int64 { max(0, unit - paid) }

  /// Returns the worth of a hit for which all requests together are worth at most `BoundPrices.most`, so that a price
  /// that is cut there changes nothing.
  static func unit(requests: Int) -> Int64 { max(1, min(unitMax, BoundPrices.most / (Int64(requests) + 1))) }

  /// Returns whether a request can be a hit: not one of the first frame of all or of its target size, nor of a file
  /// that does not decode.
  private func isCountable(_ request: Int) -> Bool {
    let visit = visits[request]
    return request >= coldCount && visit.bytes > 0 && visit.begin > firstFrames[request]
  }

  private func countable(_ time: Int) -> Int64 {
    Int64((starts[time]..<starts[time + 1]).count { isCountable($0) })
  }

  /// Returns prices at which keys of different bytes and costs just pay for themselves.
  ///
  /// - Parameter hasLaterSizes: Whether target sizes come one after another.
  private static func prices(for visits: [CellVisit], unit: Int64, hasLaterSizes: Bool) -> [BoundPrices] {
    func quantiles(_ values: [Int64], _ percents: [Int]) -> [Int64] {
      let sorted = values.sorted()
      return sorted.isEmpty ? [1] : percents.map { sorted[min(sorted.count - 1, sorted.count * $0 / 100)] }.unique
    }
    var bytes = quantiles(visits.map { $0.bytes }, [0, 50, 85]).map { unit / max(1, $0) }
    // Where a new size comes first, memory is of no use to it, however much there is.
    if hasLaterSizes { bytes.append(0) }
    let costs = quantiles(visits.map { $0.cost }, [10, 30, 50, 70, 90])
    return bytes.flatMap { byte in costs.map { BoundPrices(byte: byte, nanosecond: unit / max(1, $0)) } }
  }
}

/// The assumed worth of a byte of memory and of a nanosecond of a worker.
///
/// Any prices that are not negative make a valid bound (weak duality): a key that is ready took room for its bytes or a
/// worker for its cost, so the worth of all ready keys beyond the price of the cheaper of the two is at most the price
/// of all room and all work there was. Good prices make a tight one.
struct BoundPrices: Sendable {
  /// The price of a byte held when a window begins.
  var byte: Int64
  /// The price of a nanosecond of work within it.
  var nanosecond: Int64

  /// Returns the least price at which a key can be ready.
  ///
  /// - Parameter hasMemory: Whether anything can be held yet.
  func least(bytes: Int64, cost: Int64, hasMemory: Bool = true) -> Int64 {
    let work = Int128(nanosecond) * Int128(cost)
    return BoundPrices.clamped(hasMemory ? min(Int128(byte) * Int128(bytes), work) : work)
  }

  func held(bytes: Int64) -> Int64 { BoundPrices.clamped(Int128(byte) * Int128(bytes)) }

  /// Returns the price of all there is: `memory` bytes at the beginning, `work` nanoseconds of workers within.
  func whole(memory: Int64, work: Int64) -> Int64 {
    BoundPrices.clamped(Int128(byte) * Int128(memory) + Int128(nanosecond) * Int128(work))
  }

  /// The limit of sums, which can then be added without a check for overflow.
  static let most = Int64.max / 4

  private static func clamped(_ price: Int128) -> Int64 { Int64(min(price, Int128(most))) }
}
