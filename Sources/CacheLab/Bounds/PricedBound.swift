/// A lower bound on the blank cell area over time, for any strategy whose bitmaps never take more than some bytes: over
/// the whole trace at once, with decodes that take their time.
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
/// a cell with a thumbnail is not blank, and nothing is said of it. See `HitBound` for whom it holds.
public struct PricedBound: Sendable {
  /// The most rounds of prices; fewer if a round takes long.
  public static let roundsMax = 600
  private let market: VisitMarket
  /// The area in view over time of cells that enter after the first frame, in thousandths of a point x nanoseconds.
  public let warmArea: Int128
  private let grainShift: Int

  public init(_ replay: Replay) {
    var walk = CellWalk(script: replay.script, table: replay.table)
    var stretches: ContiguousArray<CellWalk.Stretch> = []
    walk.run { stretches.append($0) }
    market = VisitMarket(walk, stretches: stretches, workers: replay.table.device.workers)
    warmArea = stretches.reduce(0) { sum, stretch in
      let warm = stretch.visits.clamped(to: walk.coldCount..<walk.visits.count).count
      return sum + Int128(stretch.height) * Int128(stretch.end - stretch.begin) * Int128(warm)
    }
    var shift = 0
    while warmArea >> shift > Int128(BoundPrices.most / 8) { shift += 1 }
    grainShift = shift
  }

  /// Returns the least area over time that stays blank of cells that enter after the first frame, as a share of
  /// `warmArea`.
  ///
  /// - Parameter stepsMax: The limit of the search for prices, in steps of 10 to 20 ns.
  public func warmBlank(memory: Int64, rounds: Int = roundsMax, stepsMax: Int) -> Int128 {
    var market = market
    market.memory = Double(memory)
    market.findPrices(rounds: rounds, stepsMax: stepsMax)
    let gain = PricedGain(market, grainShift: grainShift)
    return max(0, warmArea - gain.most(memory: memory) << Int128(grainShift))
  }
}

/// The most that keys gain beyond their prices, each for itself, in whole numbers: see `PricedBound`.
private struct PricedGain {
  /// The starts that are looked at for one visit; an earlier one is taken to cost no work.
  private static let startsMax = 4000
  private struct State {
    /// The gain before the visit's end without an image, after it without one, and after it with one.
    var without: Int64 = 0
    var with: Int64 = 0
  }

  private let market: VisitMarket
  private let borders: ContiguousArray<Int64>
  private let grainShift: Int
  /// By row and slice: the area in view from there on.
  private let areaLeft: ContiguousArray<Int64>
  private var work: ContiguousArray<Int64> = []
  private var workUpTo: ContiguousArray<Int64> = [0]
  private var placeUpTo: ContiguousArray<Int64> = [0]

  /// - Parameter grainShift: 2 to this power of thousandths of a point x nanoseconds are one grain.
  init(_ market: VisitMarket, grainShift: Int) {
    (self.market, self.grainShift) = (market, grainShift)
    borders = market.borders
    areaLeft = market.areaLeft { PricedGain.area($0, $1, grainShift) }
    // Prices in whole grains, so small that no sum of them overflows.
    let scale = 1 / Double(Int64(1) << Int64(grainShift))
    let bytes = market.visits.lazy.map { $0.bytes }.max() ?? 1
    let span = max(1, (borders.last ?? 0) - (borders.first ?? 0))
    let workMax = Double(BoundPrices.most / 2 / span)
    let placeMax = Double(BoundPrices.most / 2 / max(1, bytes) / Int64(max(1, market.work.count)))
    for slice in market.work.indices {
      work.append(Int64(min(workMax, max(0, market.work[slice] * scale))))
      workUpTo.append(workUpTo[slice] + work[slice] * (borders[slice + 1] - borders[slice]))
      placeUpTo.append(placeUpTo[slice] + Int64(min(placeMax, max(0, market.place[slice + 1] * scale))))
    }
  }

  func most(memory: Int64) -> Int128 {
    guard let last = workUpTo.last, let room = placeUpTo.last else { return 0 }
    var sum = Int128(market.workers) * Int128(last) + Int128(memory) * Int128(room)
    var states: ContiguousArray<State> = []
    for key in 0..<market.keyCount { sum += Int128(best(ofKey: key, &states)) }
    return sum
  }

  private static func area(_ height: Int64, _ time: Int64, _ grainShift: Int) -> Int64 {
    Int64((Int128(height) * Int128(time) + (1 << Int128(grainShift)) - 1) >> Int128(grainShift))
  }

  private func best(ofKey key: Int, _ states: inout ContiguousArray<State>) -> Int64 {
    let places = market.places(ofKey: key)
    let first = market.visits[Int(market.keyVisits[places.lowerBound])]
    states.removeAll(keepingCapacity: true)
    for _ in 0...places.count { states.append(State()) }
    var overlapping: Int64 = 0
    for index in (0..<places.count).reversed() {
      let visit = Int(market.keyVisits[places.lowerBound + index])
      if index + 1 < places.count {
        let next = Int(market.keyVisits[places.lowerBound + index + 1])
        let stay =
          whole(next) + states[index + 1].with
          - first.bytes * (placeUpTo[Int(market.endOf[next])] - placeUpTo[Int(market.endOf[visit])])
        states[index].with = max(stay, states[index + 1].without)
      }
      let before = index == 0 ? nil : Int(market.keyVisits[places.lowerBound + index - 1])
      let starts = start(visit, after: before, cost: first.cost, bytes: first.bytes, with: states[index].with)
      states[index].without = max(states[index + 1].without, max(overlapping, starts.alone))
      overlapping = starts.overlapping
    }
    return states[0].without
  }

  /// Returns the most to gain by a decode for a visit if it begins when the visit before has ended, and if it begins
  /// earlier; 0 if none gains.
  private func start(
    _ visit: Int, after before: Int?, cost: Int64, bytes: Int64, with: Int64
  ) -> (alone: Int64, overlapping: Int64) {
    let last = Int(market.endOf[visit])
    let ended = before.map { borders[Int(market.endOf[$0])] } ?? Int64.min
    let lowest = max(market.since[visit], before == nil ? borders[0] : ended - cost)
    let full = whole(visit) + with
    var alone: Int64 = 0
    var overlapping: Int64 = 0
    // The next border to begin at and the next one to end at, from the last on.
    var begin = market.slice(at: borders[last] - cost)
    if borders[begin] > borders[last] - cost { begin -= 1 }
    var end = last
    // Where the other end of either lies.
    var (endSlice, beginSlice) = (last, begin)
    var looked = 0
    while true {
      let byBegin = begin >= 0 ? borders[begin] : Int64.min
      let byEnd = end >= 0 ? borders[end] - cost : Int64.min
      let time = max(byBegin, byEnd)
      if time < lowest { break }
      let done = time + cost
      while endSlice > 0 && borders[endSlice] > done { endSlice -= 1 }
      while beginSlice > 0 && borders[beginSlice] > time { beginSlice -= 1 }
      if byBegin >= byEnd { begin -= 1 }
      if byEnd >= byBegin { end -= 1 }
      let most = full - bytes * (placeUpTo[last] - placeUpTo[beginSlice])
      let paid = workUpTo(done, endSlice) - workUpTo(time, beginSlice)
      if time >= ended {
        looked += 1
        let isLast = looked >= PricedGain.startsMax
        alone = max(alone, isLast ? most : rest(visit, at: done, endSlice) + most - whole(visit) - paid)
        // No earlier one gains more.
        if most <= alone || isLast || (paid == 0 && done <= market.visits[visit].begin) {
          guard let before else { break }
          begin = min(begin, Int(market.endOf[before]))
          while end >= 0 && borders[end] - cost > ended { end -= 1 }
        }
      } else {
        overlapping = max(overlapping, rest(visit, at: done, endSlice) + most - whole(visit) - paid)
      }
    }
    return (alone, overlapping)
  }

  private func workUpTo(_ time: Int64, _ slice: Int) -> Int64 {
    slice >= work.count ? workUpTo[work.count] : workUpTo[slice] + work[slice] * (time - borders[slice])
  }

  private func whole(_ visit: Int) -> Int64 {
    visit < market.coldCount ? 0 : areaLeft[Int(market.rowStarts[Int(market.rowOf[visit])])]
  }

  private func rest(_ visit: Int, at time: Int64, _ slice: Int) -> Int64 {
    if visit < market.coldCount { return 0 }
    if time <= market.visits[visit].begin { return whole(visit) }
    let row = Int(market.rowOf[visit])
    let index = Int(market.rowStarts[row]) + slice - Int(market.firstSlice[row])
    if index >= Int(market.rowStarts[row + 1]) { return 0 }
    let later = index + 1 < Int(market.rowStarts[row + 1]) ? areaLeft[index + 1] : 0
    return later + PricedGain.area(market.heights[index], borders[slice + 1] - time, grainShift)
  }
}
