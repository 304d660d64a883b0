import StrategyKit

/// The life of a bitmap, whatever it shows, from the end of its decode until it goes; `Replayer+Room` says which goes.
extension Replayer {
  /// Shows a held bitmap in a cell.
  mutating func display(_ slot: Int) {
    slots[slot].state = .displayed
    if slots[slot].isAhead {
      slots[slot].isAhead = false
      tally.shownPreheats += 1
    }
    ledger.show(slots[slot].bytes)
    if !slots[slot].has(.started) { ledger.pin(slots[slot].bytes) }
  }

  /// Hides a bitmap that no cell shows any more.
  mutating func hide(_ slot: Int) {
    slots[slot].state = .kept
    ledger.hide(slots[slot].bytes)
    if !slots[slot].has(.started) { unpin(slot) }
  }

  /// Unpins a held bitmap that nothing shows or has started any more, and drops it unless it may be kept.
  mutating func unpin(_ slot: Int) {
    ledger.unpin(slots[slot].bytes)
    if !canKeep(slot) { drop(slot, why: .unwanted) }
  }

  /// Drops a held bitmap that is neither displayed nor started.
  mutating func drop(_ slot: Int, why: DropReason) {
    precondition(slots[slot].canGo, "only a bitmap that nothing shows or has started may go")
    let (bytes, isFull) = (slots[slot].bytes, tier(of: slot) == .full)
    slots[slot].state = .absent
    ledger.drop(bytes)
    if strategy.isRanking && isFull { countStale(Int32(slot), -bytes) }
    waste(slot)
    if isFull { evictionPolicy.dropped(Int32(slot)) }
    if isWatched { tellDrop(of: Int32(slot), bytes, why) }
    observeLedger()
    if let place = place(ofSlot: Int32(slot)) {
      strategy.itemDropped(ItemID(rawValue: place), at: Nanoseconds(rawValue: now))
    }
  }

  /// Returns the photo of a full image's slot; any number if `order.isPlain` and the slot is not in force.
  @inline(__always)
  func photo(ofSlot slot: Int) -> Int32 {
    order.isUniform ? Int32(slot) - order.base : Int32(slot % table.capacity)
  }

  /// Returns the place of a slot of the target size in force; nil if its photo has none.
  @inline(__always)
  func place(ofSlot slot: Int32) -> Int32? {
    var place = slot - order.base
    if !order.isPlain {
      let isThere = slot < table.thumbnailBase && order.isInForce(slot)
      place = isThere ? order.place(of: photo(ofSlot: Int(slot))) : -1
    }
    return place >= 0 && place < context.layout.count ? place : nil
  }

  /// Counts a started bitmap as wasted if no cell ever asked for it.
  mutating func waste(_ slot: Int) {
    guard slots[slot].has(.unclaimed) else { return }
    slots[slot].flags.remove(.unclaimed)
    tally.count(tier(of: slot)) { $0.wasted += 1 }
  }

  mutating func observeLedger() {
    observer?.take(.live(ledger.live), at: now)
  }

  mutating func recordPeak() {
    tally.peak = ReplayTally.Peak(
      bytes: ledger.live, time: now, frame: Int64(frameIndex), displayed: ledger.displayed,
      kept: ledger.live - ledger.displayed - ledger.inFlight, inFlight: ledger.inFlight, change: ledger.changes)
  }
}
