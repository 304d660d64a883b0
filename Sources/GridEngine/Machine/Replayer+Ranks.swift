import StrategyKit

/// The last step at each time for a strategy that ranks: it names a queued job for each idle worker, and victims. A
/// demand never waits for bytes.
extension Replayer {
  mutating func takeRankedJobs() {
    while workers.idleCount > 0 && jobs[.image].first != SlotQueue.none {
      observer?.strategyWillPlan()
      let named = strategy.nextJob(jobView, at: Nanoseconds(rawValue: now))
      observer?.strategyDidPlan()
      guard let item = named else { return }
      precondition(jobView.state(of: item).contains(.queued), "a strategy names a queued job")
      let slot = slot(of: item.rawValue)
      if !makeRoom(for: slot) {
        if !slots[slot].has(.forDemand) { return }
        tally.overdrafts += 1
      }
      begin(slot)
    }
  }

  var jobView: JobView {
    unsafe JobView(
      slots: slots.pointer, base: Int(order.base), places: order.pointer, itemCount: context.layout.count,
      reached: placesTouched, live: ByteCount(rawValue: ledger.live), reclaimable: ByteCount(rawValue: staleBytes),
      workers: workers.count,
      meanDecodeTime: imageCost.mean)
  }

  /// Counts a bitmap that came or went if its target size is not in force.
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
    for sizeClass in table.targetSizes.indices {
      for photo in touched.items {
        let slot = sizeClass * table.capacity + Int(photo)
        if slots[slot].state.isResident && !order.isInForce(Int32(slot)) { staleBytes += slots[slot].bytes }
      }
    }
  }

  /// The part of `placesTouched` that `order` knows: there are no slots behind the end of a grid of several target
  /// sizes.
  private var knownPlacesTouched: ItemRange {
    order.isPlain ? placesTouched : placesTouched.common(with: ItemRange(lower: 0, upper: context.layout.count))
  }

  /// Finds the places of touched photos in a new content.
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

  /// Drops the bitmap of another size that is farthest from what is shown, or returns false if none is held.
  mutating func evictStale() -> Bool {
    guard let slot = farthestStale() else { return false }
    evict(slot)
    return true
  }

  mutating func farthestStale() -> Int? {
    while staleBytes > 0 && !stalePlaces.isEmpty {
      let (lower, last) = (stalePlaces.lower, stalePlaces.upper - 1)
      let item = shown.lower - lower > last - shown.upper ? lower : last
      for sizeClass in table.targetSizes.indices {
        let slot = sizeClass * table.capacity + Int(order.photo(at: item))
        if slot != order.slot(at: item) && slots[slot].canGo {
          return slot
        }
      }
      stalePlaces = ItemRange(lower: item == lower ? lower + 1 : lower, upper: item == lower ? last + 1 : last)
    }
    return nil
  }
}
