import StrategyKit

/// What whoever keeps the wall clock calls, in place of `run()`. Times are nanoseconds of the trace; a time that the
/// replay has passed already counts as the time it stands at.
extension Replayer {
  /// The step at `index` and those of its time happen, at `time`; returns the index after them.
  mutating func steps(from index: Int, happenAt time: Int64) -> Int {
    moveClock(to: max(now, time))
    let next = applySteps(from: index)
    takeJobs()
    return next
  }

  /// A slot's decode, which took `cost`, ends at `time`.
  mutating func decode(of slot: Int32, endsAt time: Int64, took cost: Int64) {
    moveClock(to: max(now, time))
    workers.take(slot)
    complete(slot, took: cost)
    takeJobs()
  }

  /// Time passes, for whoever has no script.
  mutating func pass(to time: Int64) {
    moveClock(to: max(now, time))
    frameTime = now
  }

  /// A slot's decode ends now.
  ///
  /// - Parameter cost: nil where it says nothing of decodes.
  mutating func end(_ slot: Int32, gives result: LiveDecode, took cost: Int64?) {
    let index = Int(slot)
    workers.take(slot)
    switch result {
    case .bitmap: break
    case .bitmapOf(let bytes):
      ledger.begin(bytes - slots[index].bytes)
      slots[index].correct(bytes: bytes)
      if ledger.live > tally.peak.bytes { recordPeak() }
    case .failure: slots[index].flags.insert(.broken)
    }
    complete(slot, took: cost)
    if case .failure = result { slots[index].flags.remove(.broken) }
  }

  func isAwaited(_ slot: Int32) -> Bool {
    if tier(of: Int(slot)) == .full { return slots[Int(slot)].has(.awaited) }
    let image = image(ofThumbnail: Int(slot))
    return slots[image].has(.awaited)
  }

  /// A cell waits, its decode has failed, and nothing is under way for it.
  func isStuck(_ place: Int32) -> Bool {
    guard shown.contains(ItemID(rawValue: place)) else { return false }
    let slot = slots[slot(of: place)]
    return slot.has(.awaited) && slot.state == .absent
  }

  mutating func retry(_ place: Int32) {
    guard isStuck(place) else { return }
    let slot = slot(of: place)
    slots[slot].creationFrame = frameIndex
    join(slot, .demand)
  }

  /// The image of a place's cell that waits in a queue goes before all others, as a demand never waits for bytes.
  mutating func beginAwaited(_ place: Int32) -> Bool {
    guard workers.idleCount > 0, shown.contains(ItemID(rawValue: place)) else { return false }
    let slot = slot(of: place)
    guard slots[slot].has(.awaited), slots[slot].state == .queued else { return false }
    if !makeRoom(for: slot) { tally.overdrafts += 1 }
    begin(slot)
    return true
  }

  /// The slot whose bitmap a place's cell shows; off screen, that of its image or its thumbnail, where one is held.
  func slotHeld(at place: Int32) -> Int32? {
    guard place >= 0 && place < context.layout.count else { return nil }
    let slot = slot(of: place)
    if slots[slot].state.isResident { return Int32(slot) }
    if shown.contains(ItemID(rawValue: place)) && !slots[slot].has(.awaited) { return Int32(slotDisplayed(by: slot)) }
    if let thumbnail = thumbnail(of: order.photo(at: place)), slots[thumbnail].state.isResident {
      return Int32(thumbnail)
    }
    return nil
  }

  /// The clock stops: at the trace's end, or later where the last frame was late.
  mutating func stop() {
    moveClock(to: max(now, script.end.rawValue))
    finish()
  }
}
