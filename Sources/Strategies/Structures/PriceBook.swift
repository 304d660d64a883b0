import StrategyKit

/// The gain from decoding a key now rather than later, and from keeping one, at the prices of a `VisitMarket`.
///
/// Memory: 12 bytes for each time at which a decode of a key could sensibly begin. Cost: three short searches a question.
struct PriceBook: Sendable {
  private let market: VisitMarket
  /// By slot; -1 if it is never in view.
  private var keyOf: ContiguousArray<Int32>
  /// By place among the market's visits: the gain that is left after it with the image.
  private var with: ContiguousArray<Double>
  /// By key: the place of its first visit that has not ended.
  private var upcoming: ContiguousArray<Int>
  /// By key, from `places[k]` to `places[k + 1]`: borders at which a decode may begin, the latest first, and the
  /// greatest gain from beginning at this one or later.
  private var starts: ContiguousArray<Int32> = []
  private var bests: ContiguousArray<Double> = []
  private var places: ContiguousArray<Int> = [0]

  init(_ market: VisitMarket, slotCount: Int) {
    self.market = market
    keyOf = ContiguousArray(repeating: -1, count: slotCount)
    with = ContiguousArray(repeating: 0, count: market.keyVisits.count)
    upcoming = []
    for key in 0..<market.keyCount {
      let visits = market.places(ofKey: key)
      upcoming.append(visits.lowerBound)
      keyOf[Int(market.visits[Int(market.keyVisits[visits.lowerBound])].slot)] = Int32(key)
      list(visits)
      places.append(starts.count)
    }
  }

  /// Walks a key's visits backward, as `VisitMarket` does, but with the best choice alone.
  private mutating func list(_ visits: Range<Int>) {
    let borders = market.timeline.borders
    var best = 0.0
    for place in visits.reversed() {
      let number = Int(market.keyVisits[place])
      let visit = market.visits[number]
      let bytes = Double(visit.bytes)
      let out = market.placeUpTo[Int(market.endOf[number])]
      // No choice after this visit's end is better than the best so far.
      with[place] = best
      if place + 1 < visits.upperBound {
        let next = Int(market.keyVisits[place + 1])
        let stay = market.whole(next) + with[place + 1] - bytes * (market.placeUpTo[Int(market.endOf[next])] - out)
        with[place] = max(best, stay)
      }
      let before = place > visits.lowerBound ? Int(market.keyVisits[place - 1]) : -1
      let lowest = before < 0 ? market.timeline.since[number] : borders[Int(market.endOf[before])] - visit.cost
      let full = market.whole(number) + with[place]
      var slice = market.timeline.slice(at: max(borders[0], visit.end - visit.cost))
      var end = Int(market.endOf[number])
      while slice >= 0 && borders[slice] >= max(lowest, market.timeline.since[number]) {
        let most = full - bytes * (out - market.placeUpTo[slice])
        if most <= best && (before < 0 || most <= 0) { break }
        let time = borders[slice] + visit.cost
        while end > 0 && borders[end] > time { end -= 1 }
        let paid = market.workUpTo(time, slice: end) - market.workUpTo[slice]
        best = max(best, most - market.whole(number) + market.rest(number, at: time, slice: end) - paid)
        starts.append(Int32(slice))
        bests.append(best)
        if before < 0 && paid <= 0 && time <= visit.begin { break }
        slice -= 1
      }
    }
  }

  /// Returns the greatest gain from decodes of a key that begin at a slice or later.
  private func best(ofKey key: Int, from slice: Int) -> Double {
    // Behind the last of them that begins no earlier.
    let end = (places[key]..<places[key + 1]).partitioningIndex { Int(starts[$0]) < slice }
    return end == places[key] ? 0 : bests[end - 1]
  }

  private mutating func advance(_ key: Int, to now: Int64) -> Int? {
    let end = market.places(ofKey: key).upperBound
    while upcoming[key] < end && market.visits[Int(market.keyVisits[upcoming[key]])].end <= now { upcoming[key] += 1 }
    return upcoming[key] < end ? upcoming[key] : nil
  }

  /// Returns the gain from a decode now over one after a delay, or nil if no visit is left that it could serve.
  mutating func urgency(slot: Int, at now: Int64, slice: Int, delay: Int64) -> Double? {
    let key = Int(keyOf[slot])
    guard key >= 0, var place = advance(key, to: now) else { return nil }
    let end = market.places(ofKey: key).upperBound
    let cost = market.visits[Int(market.keyVisits[place])].cost
    while place < end && market.visits[Int(market.keyVisits[place])].end <= now + cost { place += 1 }
    if place == end { return nil }
    let number = Int(market.keyVisits[place])
    let endSlice = market.timeline.slice(at: now + cost, from: slice)
    let gain =
      market.rest(number, at: now + cost, slice: endSlice) + with[place]
      - Double(market.visits[number].bytes) * (market.placeUpTo[Int(market.endOf[number])] - market.placeUpTo[slice])
      - (market.workUpTo(now + cost, slice: endSlice) - market.workUpTo(now, slice: slice))
    return gain - best(ofKey: key, from: market.timeline.slice(at: now + delay, from: slice) + 1)
  }

  /// Returns the gain from keeping a held bitmap over dropping it now, or nil if it is not requested again.
  mutating func keeping(slot: Int, at now: Int64, slice: Int) -> Double? {
    let key = Int(keyOf[slot])
    guard key >= 0, let place = advance(key, to: now) else { return nil }
    let number = Int(market.keyVisits[place])
    return market.whole(number) + with[place]
      - Double(market.visits[number].bytes) * (market.placeUpTo[Int(market.endOf[number])] - market.placeUpTo[slice])
      - best(ofKey: key, from: slice)
  }

  func slice(at now: Int64) -> Int { market.timeline.slice(at: now) }
}
