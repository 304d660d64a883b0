extension Replayer {
  mutating func makeRoom(for slot: Int) -> Bool {
    let (bytes, isDemand) = (slots[slot].bytes, slots[slot].has(.forDemand))
    if strategy.isRanking { return makeRankedRoom(for: slot, bytes: bytes, isDemand: isDemand) }
    if !evictionPolicy.canKeepBitmaps { return true }
    // A job that is only started does not push out what is displayed or started.
    if !isDemand && ledger.live - ledger.evictable + bytes > evictionPolicy.budget.rawValue { return false }
    while ledger.live + bytes > evictionPolicy.budget.rawValue {
      guard let victim = Self.victim(of: &evictionPolicy, in: slots) else {
        if evictThumbnail() { continue }
        return false
      }
      evict(Int(victim))
    }
    return true
  }

  /// Evicts until the bytes fit the strategy's budget: other sizes first, then the strategy's victims.
  private mutating func makeRankedRoom(for slot: Int, bytes: Int64, isDemand: Bool) -> Bool {
    while ledger.live + bytes > strategy.budget.rawValue {
      if let stale = farthestStale() {
        evict(stale)
        continue
      }
      let photo = tier(of: slot) == .full ? photo(ofSlot: slot) : Int32(slot) - table.thumbnailBase
      guard let victim = strategy.base.victim(for: ItemID(rawValue: order.place(of: photo)), jobView) else {
        if isDemand && evictThumbnail() { continue }
        return false
      }
      precondition(jobView.state(of: victim) == .kept, "a victim is held and on no cell")
      evict(self.slot(of: victim.rawValue))
    }
    return true
  }

  /// Evicts what is held beyond the budget after a bitmap came that is larger than was foreseen.
  mutating func trim(after slot: Int) {
    while ledger.live > (strategy.isRanking ? strategy.budget : evictionPolicy.budget).rawValue {
      guard let victim = trimmed(after: slot) else {
        if evictThumbnail() { continue }
        return
      }
      evict(victim)
    }
  }

  /// Returns a bitmap that no cell shows: the policy's victim, else the last to come, else the farthest from the
  /// screen.
  private mutating func trimmed(after slot: Int) -> Int? {
    if strategy.isRanking {
      if let stale = farthestStale() { return stale }
      let victim = place(ofSlot: Int32(slot)).flatMap { strategy.base.victim(for: ItemID(rawValue: $0), jobView) }
      if let victim { return self.slot(of: victim.rawValue) }
    } else if let victim = Self.victim(of: &evictionPolicy, in: slots) {
      return Int(victim)
    }
    return slots[slot].state == .kept ? slot : farthestKept()
  }

  private func farthestKept() -> Int? {
    let places = ItemRange(lower: 0, upper: context.layout.count)
    let (above, below) = (places.before(shown), places.after(shown))
    func isKept(_ place: Int32) -> Bool { slots[slot(of: place)].state == .kept }
    let first = (above.lower..<above.upper).first(where: isKept)
    let last = (below.lower..<below.upper).last(where: isKept)
    guard let first, let last else { return (first ?? last).map { slot(of: $0) } }
    return slot(of: shown.lower - first > last - shown.upper ? first : last)
  }

  /// Returns whether a bitmap may stay that nothing shows or has started; a thumbnail never may.
  func canKeep(_ slot: Int) -> Bool {
    evictionPolicy.canKeepBitmaps && tier(of: slot) == .full
  }

  private static func victim(of evictionPolicy: inout Keeper, in slots: SlotStore) -> Int32? {
    evictionPolicy.base?.victim { slots[Int($0)].canGo }
  }

  mutating func evict(_ slot: Int) {
    if slots[slot].has(.started) {
      let (item, tier) = (table.item(ofSlot: Int32(slot)).rawValue, tier(of: slot))
      observer?.take(.stop([ItemRange(lower: item, upper: item + 1)], tier), at: now)
      slots[slot].flags.remove(.started)
      ledger.unpin(slots[slot].bytes)
    }
    tally.evictions += 1
    drop(slot, why: .evicted)
  }

  /// Takes the last step at each time for a strategy that ranks: it names a queued job for each idle worker, and victims.
  /// A demand never waits for bytes.
  mutating func takeRankedJobs() {
    while workers.idleCount > 0 && jobs.images.first != SlotQueue.none {
      observer?.strategyWillPlan()
      let named = strategy.base.nextJob(jobView, at: Nanoseconds(rawValue: now))
      observer?.strategyDidPlan()
      guard let item = named else { return }
      precondition(jobView.state(of: item) == .queued, "a strategy names a queued job")
      let slot = slot(of: item.rawValue)
      if !makeRoom(for: slot) {
        if !slots[slot].has(.forDemand) { return }
        tally.overdrafts += 1
      }
      begin(slot)
    }
  }

  @inline(__always)
  var jobView: JobView {
    unsafe JobView(
      slots: slots.pointer, base: Int(order.base), places: order.pointer, itemCount: context.layout.count,
      reached: placesTouched, live: ByteCount(rawValue: ledger.live), reclaimable: ByteCount(rawValue: staleBytes),
      workers: workers.count, meanDecodeTime: meanImageCost)
  }

  mutating func countStale(_ slot: Int32, _ bytes: Int64) {
    if order.isInForce(slot) { return }
    staleBytes += bytes
    if bytes > 0 { stalePlaces = knownPlacesTouched }
  }

  /// Adds up what is held at target sizes that are not in force after a change.
  mutating func findStale(since before: PlaceMap) {
    stalePlaces = knownPlacesTouched
    // The same slots are in force, and what went was counted.
    if order.isUniform && before.isUniform && order.base == before.base { return }
    staleBytes = 0
    for photo in touched.items {
      for slot in slotsOfPhoto(photo) where slots[slot].state.isResident && !order.isInForce(Int32(slot)) {
        staleBytes += slots[slot].bytes
      }
    }
  }

  /// The part of `placesTouched` that `order` knows: there are no slots behind the end of a grid of several target
  /// sizes.
  private var knownPlacesTouched: ItemRange {
    order.isPlain ? placesTouched : placesTouched.common(with: ItemRange(lower: 0, upper: context.layout.count))
  }

  mutating func findPlacesTouched(in content: GridContent) {
    var (place, hull) = (Int32(0), ItemRange.empty)
    for photos in content.photos {
      let touched = touched.hull(in: photos)
      let shift = place - photos.lower
      hull = hull.hull(with: ItemRange(lower: touched.lower + shift, upper: touched.upper + shift))
      place += Int32(photos.count)
    }
    placesTouched = hull
  }

  mutating func farthestStale() -> Int? {
    while staleBytes > 0 && !stalePlaces.isEmpty {
      let (lower, last) = (stalePlaces.lower, stalePlaces.upper - 1)
      let item = shown.lower - lower > last - shown.upper ? lower : last
      for slot in slotsOfPhoto(order.photo(at: item)) where slot != order.slot(at: item) && slots[slot].canGo {
        return slot
      }
      stalePlaces = ItemRange(lower: item == lower ? lower + 1 : lower, upper: item == lower ? last + 1 : last)
    }
    return nil
  }
}
