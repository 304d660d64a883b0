import StrategyKit

extension Replayer {
  /// The strategy wants an item decoded ahead. Starting a started item does nothing.
  mutating func start(_ slot: Int) {
    if slots[slot].has(.started) { return }
    slots[slot].flags.insert(.started)
    // A bitmap that no cell has asked for counts as requested when it is started.
    if slots[slot].has(.unclaimed) { retention.started(Int32(slot), bytes: ByteCount(rawValue: slots[slot].bytes)) }
    if slots[slot].has(.resident) {
      if !slots[slot].has(.displayed) { ledger.pin(slots[slot].bytes) }
      return
    }
    if slots[slot].has(.hasJob) { return }
    slots[slot].flags.formUnion([.inPreheat, .unclaimed])
    slots[slot].creationFrame = frameIndex
    joinPreheat(slot)
    retention.started(Int32(slot), bytes: ByteCount(rawValue: slots[slot].bytes))
    tally.preheat.created += 1
  }

  /// The strategy no longer wants an item ahead: queued work is cancelled, running work goes on.
  mutating func stop(_ slot: Int) {
    guard slots[slot].has(.started) else { return }
    slots[slot].flags.remove(.started)
    if slots[slot].has(.inPreheat) {
      leavePreheat(slot)
      slots[slot].flags.remove(.inPreheat)
      cancelJob(slot)
    } else if slots[slot].has(.resident) && !slots[slot].has(.displayed) {
      unpin(slot)
    }
  }

  /// Nothing shows or has started a held bitmap any more: it goes, or is kept.
  mutating func unpin(_ slot: Int) {
    ledger.unpin(slots[slot].bytes)
    if mayKeep(slots[slot].bytes) { trimKept() } else { drop(slot, why: .unwanted) }
  }

  /// True when a bitmap of `bytes` may stay though nothing shows or has started it.
  private func mayKeep(_ bytes: Int64) -> Bool {
    Retention.keepsBitmaps && bytes <= retention.keptBudget.rawValue
  }

  /// Evicts what is kept beyond the budget of kept bitmaps.
  private mutating func trimKept() {
    while ledger.evictable > retention.keptBudget.rawValue {
      guard let victim = Self.victim(of: &retention, in: slots) else { return }
      tally.evictions += 1
      drop(Int(victim), why: .evicted)
    }
  }

  /// The request of a queued job is cancelled: back to the preheat queue if a start wants it, else away.
  mutating func withdraw(_ slot: Int) {
    leaveDemand(slot)
    slots[slot].flags.remove(.inDemand)
    if slots[slot].has(.started) {
      slots[slot].flags.insert(.inPreheat)
      joinPreheat(slot)
    } else {
      cancelJob(slot)
    }
  }

  private mutating func cancelJob(_ slot: Int) {
    tally.cancelled += 1
    if slots[slot].has(.unclaimed) {
      slots[slot].flags.remove(.unclaimed)
      tally.preheat.cancelled += 1
    }
    retention.dropped(Int32(slot))
    observer.cancel(table.item(ofSlot: Int32(slot)), at: Nanoseconds(rawValue: now))
  }

  /// The last step at each time: idle workers take jobs, demand before preheat, first come first served within each.
  mutating func takeJobs() {
    if cloud.isOn { takeDownloads() }
    if Coarse.hasTier { takeCoarseJobs() }
    if Strategy.ranks { return takeRankedJobs() }
    while workers.idleCount > 0 {
      if demand.first != JobQueue.none {
        let slot = demand.first
        demand.remove(slot, in: slots)
        slots[Int(slot)].flags.remove(.inDemand)
        if Retention.keepsBitmaps && !makeRoom(for: slots[Int(slot)].bytes) { tally.overdrafts += 1 }
        begin(Int(slot), cause: .demand)
      } else if preheat.first != JobQueue.none {
        let slot = preheat.first
        preheat.remove(slot, in: slots)
        slots[Int(slot)].flags.remove(.inPreheat)
        if Retention.keepsBitmaps && !fits(slots[Int(slot)].bytes) {
          refuse(Int(slot))
          continue
        }
        if Retention.keepsBitmaps { _ = makeRoom(for: slots[Int(slot)].bytes) }
        begin(Int(slot), cause: .preheat)
      } else {
        return
      }
    }
  }

  /// True when letting go of what may go makes room for `bytes`.
  func fits(_ bytes: Int64) -> Bool {
    ledger.live - ledger.evictable + bytes <= retention.budget.rawValue
  }

  /// Evicts until `bytes` fit the budget; false when nothing more may go and they still do not.
  mutating func makeRoom(for bytes: Int64) -> Bool {
    while ledger.live + bytes > retention.budget.rawValue {
      guard let victim = Self.victim(of: &retention, in: slots) else {
        if Coarse.hasTier && evictCoarse() { continue }
        return false
      }
      tally.evictions += 1
      drop(Int(victim), why: .evicted)
    }
    return true
  }

  private static func victim(
    of retention: inout Retention, in slots: SlotStore
  ) -> Int32? {
    retention.victim { slots[Int($0)].mayGo }
  }

  /// A preheat job that would push out what is displayed or started is skipped.
  private mutating func refuse(_ slot: Int) {
    tally.refused += 1
    if slots[slot].has(.unclaimed) {
      slots[slot].flags.remove(.unclaimed)
      tally.preheat.cancelled += 1
    }
    retention.dropped(Int32(slot))
    observer.refuse(table.item(ofSlot: Int32(slot)), at: Nanoseconds(rawValue: now))
  }

  mutating func begin(_ slot: Int, cause: JobCause) {
    let (cost, bytes) = (slots[slot].cost, slots[slot].bytes)
    if slots[slot].has(.decodedBefore) { tally.redecodes += 1 }
    slots[slot].flags.formUnion([.running, .decodedBefore])
    if cause == .demand { slots[slot].flags.insert(.forDemand) }
    ledger.begin(bytes)
    workers.begin(Int32(slot), until: Observer.endsDecodes ? .max : now + cost)
    observer.begin(
      slot: Int32(slot), cause: cause, cost: Nanoseconds(rawValue: cost), bytes: ByteCount(rawValue: bytes),
      at: Nanoseconds(rawValue: now))
    observeLedger()
    if ledger.live > tally.peak.bytes { recordPeak() }
  }

  /// A decode ended that took `cost`: its bitmap goes to the cell that waits, or is held, or is let go at once.
  mutating func complete(_ slot: Int32, took cost: Int64) {
    if Coarse.hasTier && slot >= table.coarseBase { return completeCoarse(slot, took: cost) }
    let index = Int(slot)
    let wasForDemand = slots[index].has(.forDemand)
    slots[index].flags.subtract([.running, .forDemand])
    count(decodeCost: cost)
    let awaited = slots[index].has(.awaited) && !slots[index].has(.broken)
    if wasForDemand && !slots[index].has(.awaited) { tally.abandonedDecodes += 1 }
    if slots[index].has(.broken) { tally.failedDecodes += 1 }
    let isThere = order.isPlain || order.place(of: table.item(ofSlot: slot).rawValue) >= 0
    let wanted = awaited || slots[index].has(.started) || (isThere && mayKeep(slots[index].bytes))
    let kept = wanted && !slots[index].has(.broken)
    observer.end(slot: slot, kept: kept, at: Nanoseconds(rawValue: now))
    let bytes = slots[index].bytes
    guard kept else {
      ledger.discard(bytes)
      waste(index)
      retention.dropped(slot)
      observeLedger()
      return
    }
    slots[index].flags.insert(.resident)
    ledger.keep(bytes)
    retention.becameResident(slot, bytes: ByteCount(rawValue: bytes))
    if awaited {
      let wasSoft = Coarse.hasTier && slots[index].has(.soft)
      endWait(index, shown: true)
      let place = order.place(of: slot - base)
      if wasSoft { meter.sharpen(place) } else { meter.fill(place) }
      slots[index].flags.insert(.displayed)
      ledger.show(bytes)
    }
    if slots[index].has(.pinned) { ledger.pin(bytes) }
    if Strategy.ranks { countStale(slot, bytes) }
    if let place = place(ofSlot: slot) {
      if Coarse.hasTier { retireCoarse(of: slot - base) }
      strategy.itemBecameResident(ItemID(rawValue: place), at: Nanoseconds(rawValue: now))
    }
    if Retention.keepsBitmaps { trimKept() }
  }

  /// Lets go of a held bitmap that is neither displayed nor started.
  mutating func drop(_ slot: Int, why: DropReason) {
    precondition(slots[slot].mayGo, "only a bitmap that nothing shows or has started may go")
    slots[slot].flags.remove(.resident)
    ledger.drop(slots[slot].bytes)
    if Strategy.ranks { countStale(Int32(slot), -slots[slot].bytes) }
    waste(slot)
    retention.dropped(Int32(slot))
    observer.drop(
      slot: Int32(slot), bytes: ByteCount(rawValue: slots[slot].bytes), why: why, at: Nanoseconds(rawValue: now))
    observeLedger()
    if let place = place(ofSlot: Int32(slot)) {
      strategy.itemDropped(ItemID(rawValue: place), at: Nanoseconds(rawValue: now))
    }
  }

  /// The place of a slot of the target size in force, where its photo has one.
  @inline(__always)
  private func place(ofSlot slot: Int32) -> Int32? {
    var place = slot - base
    if !order.isPlain { place = place >= 0 && place < Int32(table.capacity) ? order.place(of: place) : -1 }
    return place >= 0 && place < context.layout.count ? place : nil
  }

  /// A bitmap goes that a start asked for and no cell ever did.
  private mutating func waste(_ slot: Int) {
    guard slots[slot].has(.unclaimed) else { return }
    slots[slot].flags.remove(.unclaimed)
    tally.preheat.wasted += 1
  }

  mutating func observeLedger() {
    observer.live(ByteCount(rawValue: ledger.live), at: Nanoseconds(rawValue: now))
  }

  private mutating func recordPeak() {
    tally.peak = ReplayTally.Peak(
      bytes: ledger.live, time: now, frame: Int64(frameIndex), displayed: ledger.displayed,
      kept: ledger.live - ledger.displayed - ledger.inFlight, inFlight: ledger.inFlight, change: ledger.changes)
  }
}
