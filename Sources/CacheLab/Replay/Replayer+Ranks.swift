import StrategyKit

/// The last step at each time for a strategy that ranks: it names a queued job for each idle worker, and what goes for
/// it. A demand never waits for bytes.
extension Replayer {
  mutating func takeRankedJobs() {
    while workers.idleCount > 0 && (demand.first != JobQueue.none || preheat.first != JobQueue.none) {
      observer.strategyWillPlan()
      let named = strategy.nextJob(jobView, at: Nanoseconds(rawValue: now))
      observer.strategyDidPlan()
      guard let item = named else { return }
      precondition(jobView.state(of: item).contains(.queued), "a strategy names a queued job")
      let slot = slot(of: item.rawValue)
      let isDemand = slots[slot].has(.inDemand)
      if !makeRankedRoom(for: item, bytes: slots[slot].bytes, isDemand: isDemand) {
        if !isDemand { return }
        tally.overdrafts += 1
      }
      if isDemand {
        demand.remove(Int32(slot), in: slots)
      } else {
        preheat.remove(Int32(slot), in: slots)
      }
      slots[slot].flags.subtract([.inDemand, .inPreheat])
      begin(slot, cause: isDemand ? .demand : .preheat)
    }
  }

  var jobView: JobView { jobView(withThumbnails: false) }

  /// The books as a policy sees them.
  func jobView(withThumbnails: Bool) -> JobView {
    unsafe JobView(
      slots: slots.pointer, base: Int(base), coarseBase: withThumbnails ? Int(table.coarseBase) : -1,
      photos: order.pointer, itemCount: context.layout.count, live: ByteCount(rawValue: ledger.live),
      reclaimable: ByteCount(rawValue: stale.bytes), workers: workers.count, meanDecodeTime: meanDecodeTime,
      meanCoarseTime: withThumbnails ? thumbnails.meanTime : .zero)
  }

  /// Evicts until the item's bytes fit the strategy's budget: other sizes first, then whom the strategy names.
  mutating func makeRankedRoom(for item: ItemID, bytes: Int64, isDemand: Bool) -> Bool {
    while ledger.live + bytes > strategy.budget.rawValue {
      if evictStale() { continue }
      guard let victim = strategy.victim(for: item, jobView) else {
        if Coarse.hasTier && isDemand && evictCoarse() { continue }
        return false
      }
      let state = jobView.state(of: victim)
      precondition(state.contains(.resident) && !state.contains(.displayed), "a victim is held and on no cell")
      evict(slot(of: victim.rawValue))
    }
    return true
  }

  /// Lets a bitmap go that no cell shows; one that was started is started no longer.
  private mutating func evict(_ slot: Int) {
    if slots[slot].has(.started) {
      let photo = Int32(slot) - base
      observer.stop(CollectionOfOne(ItemRange(lower: photo, upper: photo + 1)), at: Nanoseconds(rawValue: now))
      slots[slot].flags.remove(.started)
      ledger.unpin(slots[slot].bytes)
    }
    tally.evictions += 1
    drop(slot, why: .evicted)
  }

  /// A bitmap came or went; counts it when it is of a target size that is not in force.
  mutating func countStale(_ slot: Int32, _ bytes: Int64) {
    if slot >= base && slot < base + Int32(table.capacity) { return }
    stale.bytes += bytes
    if bytes > 0 { stale.items = placesTouched }
  }

  /// Another target size is in force: adds up what is held at others.
  mutating func findStale() {
    stale = StaleBitmaps(bytes: 0, items: placesTouched)
    for other in table.targetSizes.indices where other != sizeClass {
      for item in Int(touched.lower)..<Int(touched.upper) {
        let slot = slots[other * table.capacity + item]
        if slot.has(.resident) { stale.bytes += slot.bytes }
      }
    }
  }

  /// Places of which a photo was ever shown or started.
  private var placesTouched: ItemRange {
    order.isPlain ? touched : ItemRange(lower: 0, upper: context.layout.count)
  }

  /// Lets the bitmap of another size go that is farthest from what is shown; false when none is held.
  private mutating func evictStale() -> Bool {
    while stale.bytes > 0 && !stale.items.isEmpty {
      let (lower, last) = (stale.items.lower, stale.items.upper - 1)
      let item = shown.lower - lower > last - shown.upper ? lower : last
      for other in table.targetSizes.indices where other != sizeClass {
        let slot = other * table.capacity + Int(order.photo(at: item))
        if slots[slot].mayGo {
          tally.evictions += 1
          drop(slot, why: .evicted)
          return true
        }
      }
      stale.items = ItemRange(lower: item == lower ? lower + 1 : lower, upper: item == lower ? last + 1 : last)
    }
    return false
  }
}
