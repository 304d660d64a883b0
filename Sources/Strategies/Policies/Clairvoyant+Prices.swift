import StrategyKit

extension Clairvoyant {
  /// The share of the median worth of a visit below which a value counts as nothing: prices are not that exact.
  static let trifle = 0.01
  /// The number of jobs without room that are tried.
  private static let triesMax = 6

  /// Finds prices once budget and workers are known.
  mutating func openBook(workers: Int) {
    hasLookedForPrices = true
    guard let timeline = future.timeline, !future.visits.isEmpty else { return }
    let height = timeline.heights.max() ?? 0
    var market = VisitMarket(
      visits: future.visits, timeline: timeline, workers: workers, memory: budget.rawValue,
      hitWorth: worth * Double(height), isCountingCold: true)
    market.findPrices(rounds: rounds, stepsMax: Clairvoyant.stepsMax)
    least = market.usualWorth * Clairvoyant.trifle
    book = PriceBook(market, slotCount: future.first.count)
  }

  /// A job that could run, or a bitmap that could be dropped.
  struct Offer {
    var item: ItemID
    /// The gain from having it now, beyond the gain from having it later.
    var value: Double
    /// `value` for its cost or its bytes.
    var density: Double
    /// The number of its next request.
    var next: Int32

    /// Returns whether `one` is worth more than `other`, or is worth nothing like it and is requested earlier.
    static func precedes(_ one: Offer, _ other: Offer) -> Bool {
      if one.density != other.density { return one.density > other.density }
      return one.next != other.next ? one.next < other.next : one.item.rawValue < other.item.rawValue
    }
  }

  /// Returns the queued job that would lose most for its cost by waiting, if there is room or the bitmaps dropped for
  /// it are worth less. If waiting loses nothing, it is the one that is requested first.
  mutating func nextByPrice(_ jobs: JobView, at now: Int64) -> ItemID? {
    let slice = book?.slice(at: now) ?? 0
    var found: [Offer] = []
    func look(_ number: Int) {
      let visit = future.visits[number]
      guard visit.bytes > 0, jobs.state(of: visit.item).contains(.queued) else { return }
      let delay = Int64(min(1e15, Double(visit.cost) * Clairvoyant.delay))
      if let urgency = book?.urgency(slot: Int(visit.slot), at: now, slice: slice, delay: delay) {
        let value = urgency.magnitude < least ? 0 : urgency
        found.append(
          Offer(item: visit.item, value: value, density: value / Double(max(1, visit.cost)), next: Int32(number)))
      }
    }
    for number in onScreen { look(Int(number)) }
    var request = cursor
    let last = min(future.visits.count, cursor + Clairvoyant.lookahead)
    while request < last && future.visits[request].layout == layoutNumber {
      // Only the next request of each.
      if upcoming[Int(future.visits[request].slot)] == Int32(request) { look(request) }
      request += 1
    }
    if found.isEmpty { isSettled = true }
    var idle: [Offer]?
    for _ in 0..<Clairvoyant.triesMax {
      guard let best = found.indices.min(by: { Offer.precedes(found[$0], found[$1]) }) else { return nil }
      if hasRoom(for: found[best], jobs, at: now, slice: slice, &idle) { return found[best].item }
      found.swapAt(best, found.count - 1)
      found.removeLast()
    }
    return nil
  }

  /// Returns whether the bitmaps that a job needs dropped are worth less, or nothing and are requested later.
  ///
  /// - Parameter idle: The bitmaps that could be dropped, the least gain first; filled when needed.
  private mutating func hasRoom(
    for job: Offer, _ jobs: JobView, at now: Int64, slice: Int, _ idle: inout [Offer]?
  ) -> Bool {
    var excess = jobs.live.rawValue - jobs.reclaimable.rawValue + jobs.bytes(of: job.item).rawValue - budget.rawValue
    if excess <= 0 { return true }
    let candidates = idle ?? idleBitmaps(jobs, at: now, slice: slice).sorted { Offer.precedes($1, $0) }
    idle = candidates
    var lost = 0.0
    for bitmap in candidates where excess > 0 {
      excess -= jobs.bytes(of: bitmap.item).rawValue
      lost += max(0, bitmap.value)
      if lost > max(0, job.value) || (job.value <= 0 && bitmap.next <= job.next) { return false }
    }
    return excess <= 0
  }

  private mutating func idleBitmaps(_ jobs: JobView, at now: Int64, slice: Int) -> [Offer] {
    var found: [Offer] = []
    for item in held where isIdle(item, jobs) {
      let number = slot(of: item)
      let keeping = book?.keeping(slot: number, at: now, slice: slice) ?? 0
      let value = keeping < least ? 0 : keeping
      let bytes = Double(max(1, jobs.bytes(of: item).rawValue))
      found.append(Offer(item: item, value: value, density: value / bytes, next: upcoming[number]))
    }
    return found
  }

  /// Returns the bitmap that is dropped first at these prices.
  mutating func victimByPrice(_ jobs: JobView, at now: Int64) -> ItemID? {
    idleBitmaps(jobs, at: now, slice: book?.slice(at: now) ?? 0).max(by: Offer.precedes)?.item
  }
}
