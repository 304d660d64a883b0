import StrategyKit

/// The coarse tier: thumbnails that stand in. A job of it is a job with its own key, cost and bytes, ahead of all full
/// ones; its bitmap is held while it is started or a cell shows it, and goes when the full one is there.
extension Replayer {
  /// The last part of a frame: what shall stand in is started, what need not any more is stopped.
  mutating func planCoarse() {
    let view = jobView(withThumbnails: true)
    observer.strategyWillPlan()
    coarse.viewportChanged(context, view, plan: &plan)
    observer.strategyDidPlan()
    if plan.steps.isEmpty { return }
    for index in plan.steps.indices {
      switch plan.steps[index] {
      case .start(let items, _): startCoarse(clamped(items))
      case .stop(let items): stopCoarse(clamped(items))
      }
    }
    plan.removeAll()
  }

  mutating func startCoarse(_ items: ItemRange) {
    if items.isEmpty { return }
    tellStart(of: items, tier: .coarse)
    thumbnails.reach(items, isPlain: order.isPlain)
    for item in items.lower..<items.upper { startCoarse(order.photo(at: item)) }
  }

  /// Nothing happens for an item whose full image is held, and for a file without a thumbnail.
  private mutating func startCoarse(_ photo: Int32) {
    let slot = coarseSlot(of: photo)
    if !slots[slot].has(.known) { table.describeCoarse(&slots[slot], item: Int(photo)) }
    if slots[slot].has([.broken, .started]) || slots[Int(base + photo)].has(.resident) { return }
    slots[slot].flags.insert(.started)
    if slots[slot].has([.resident, .hasJob]) { return }
    slots[slot].flags.insert(.unclaimed)
    tally.coarse.created += 1
    if slots[Int(base + photo)].has(.awaited) {
      slots[slot].flags.insert(.inDemand)
      thumbnails.demand.append(Int32(slot), in: slots)
    } else {
      slots[slot].flags.insert(.inPreheat)
      thumbnails.preheat.append(Int32(slot), in: slots)
    }
  }

  /// Queued work that no cell waits for is cancelled, a bitmap that no cell shows goes.
  mutating func stopCoarse(_ items: ItemRange) {
    if items.isEmpty { return }
    for photos in order.photos(at: items) { observer.stopCoarse(photos, at: Nanoseconds(rawValue: now)) }
    for item in items.lower..<items.upper {
      let slot = coarseSlot(of: order.photo(at: item))
      guard slots[slot].has(.started) else { continue }
      slots[slot].flags.remove(.started)
      if slots[slot].has(.inPreheat) {
        cancelCoarse(slot)
      } else if slots[slot].has(.resident) && !slots[slot].has(.displayed) {
        dropCoarse(slot, why: .unwanted)
      }
    }
  }

  /// Another layout comes into force: all that was started is stopped.
  mutating func stopAllCoarse() {
    stopCoarse(thumbnails.items)
    thumbnails.items = .empty
  }

  /// A cell began to wait: it shows the coarse bitmap that is there, or the job for one hurries.
  mutating func showCoarse(of photo: Int32) {
    let slot = coarseSlot(of: photo)
    if slots[slot].has(.resident) {
      displayCoarse(slot, of: photo)
    } else if slots[slot].has(.inPreheat) {
      thumbnails.preheat.remove(Int32(slot), in: slots)
      slots[slot].flags.remove(.inPreheat)
      slots[slot].flags.insert(.inDemand)
      thumbnails.demand.append(Int32(slot), in: slots)
    }
  }

  private mutating func displayCoarse(_ slot: Int, of photo: Int32) {
    slots[slot].flags.insert(.displayed)
    ledger.show(slots[slot].bytes)
    if slots[slot].has(.unclaimed) {
      slots[slot].flags.remove(.unclaimed)
      tally.coarse.shown += 1
    }
    slots[Int(base + photo)].flags.insert(.soft)
    blankCount -= 1
    thumbnails.softCount += 1
  }

  /// A cell left that waited for its full image.
  mutating func releaseCoarse(of photo: Int32) {
    let slot = coarseSlot(of: photo)
    if slots[slot].has(.displayed) {
      slots[slot].flags.remove(.displayed)
      ledger.hide(slots[slot].bytes)
      if !slots[slot].has(.started) { dropCoarse(slot, why: .unwanted) }
    } else if slots[slot].has(.inDemand) {
      guard slots[slot].has(.started) else { return cancelCoarse(slot) }
      thumbnails.demand.remove(Int32(slot), in: slots)
      slots[slot].flags.remove(.inDemand)
      slots[slot].flags.insert(.inPreheat)
      thumbnails.preheat.append(Int32(slot), in: slots)
    }
  }

  /// The full image is there: nothing need stand in for it any more.
  mutating func retireCoarse(of photo: Int32) {
    let slot = coarseSlot(of: photo)
    guard slots[slot].has([.started, .displayed, .hasJob]) else { return }
    slots[slot].flags.remove(.started)
    if slots[slot].has(.displayed) {
      slots[slot].flags.remove(.displayed)
      ledger.hide(slots[slot].bytes)
    }
    if slots[slot].has([.inDemand, .inPreheat]) { cancelCoarse(slot) }
    if slots[slot].has(.resident) { dropCoarse(slot, why: .unwanted) }
  }

  /// A thumbnail's decode ended that took `cost`.
  mutating func completeCoarse(_ slot: Int32, took cost: Int64) {
    let (index, photo) = (Int(slot), slot - table.coarseBase)
    let full = Int(base + photo)
    slots[index].flags.subtract([.running, .forDemand])
    thumbnails.count(decodeCost: cost)
    let isAwaited = slots[full].has(.awaited)
    let kept = !slots[full].has(.resident) && (isAwaited || slots[index].has(.started))
    observer.end(slot: slot, kept: kept, at: Nanoseconds(rawValue: now))
    let bytes = slots[index].bytes
    guard kept else {
      ledger.discard(bytes)
      missCoarse(index)
      observeLedger()
      return
    }
    slots[index].flags.insert(.resident)
    ledger.keep(bytes)
    ledger.pin(bytes)
    if isAwaited {
      countFirstWait(full)
      displayCoarse(index, of: photo)
      meter.soften(order.place(of: photo))
    }
  }

  /// A cell has its first image, of either tier, or leaves without one.
  mutating func countFirstWait(_ slot: Int) {
    let wait = now - slots[slot].requestedAt
    if slots[slot].has(.cold) { tally.coarse.coldWaits.append(wait) } else { tally.coarse.warmWaits.append(wait) }
  }

  private mutating func cancelCoarse(_ slot: Int) {
    forgetCoarse(slot)
    observer.cancelCoarse(table.item(ofSlot: Int32(slot)), at: Nanoseconds(rawValue: now))
  }

  /// Takes a job out of its queue.
  private mutating func forgetCoarse(_ slot: Int) {
    if slots[slot].has(.inDemand) {
      thumbnails.demand.remove(Int32(slot), in: slots)
    } else {
      thumbnails.preheat.remove(Int32(slot), in: slots)
    }
    slots[slot].flags.subtract([.inDemand, .inPreheat, .unclaimed])
    tally.cancelled += 1
    tally.coarse.cancelled += 1
  }

  private mutating func dropCoarse(_ slot: Int, why: DropReason) {
    precondition(slots[slot].mayGo, "only a coarse bitmap that nothing shows or has started may go")
    slots[slot].flags.remove(.resident)
    ledger.unpin(slots[slot].bytes)
    ledger.drop(slots[slot].bytes)
    missCoarse(slot)
    observer.drop(
      slot: Int32(slot), bytes: ByteCount(rawValue: slots[slot].bytes), why: why, at: Nanoseconds(rawValue: now))
    observeLedger()
  }

  /// A coarse bitmap goes that no cell has shown.
  private mutating func missCoarse(_ slot: Int) {
    guard slots[slot].has(.unclaimed) else { return }
    slots[slot].flags.remove(.unclaimed)
    tally.coarse.unseen += 1
  }

  private func coarseSlot(of photo: Int32) -> Int { Int(table.coarseBase + photo) }
}

/// Its jobs: before all others, those of cells that wait first.
extension Replayer {
  mutating func takeCoarseJobs() {
    while workers.idleCount > 0 {
      if thumbnails.demand.first != JobQueue.none {
        let slot = thumbnails.demand.first
        if !makeCoarseRoom(for: slot, isDemand: true) { tally.overdrafts += 1 }
        thumbnails.demand.remove(slot, in: slots)
        slots[Int(slot)].flags.remove(.inDemand)
        beginCoarse(slot, .demand)
      } else if thumbnails.preheat.first != JobQueue.none {
        let slot = thumbnails.preheat.first
        guard makeCoarseRoom(for: slot, isDemand: false) else {
          refuseCoarse(slot)
          continue
        }
        thumbnails.preheat.remove(slot, in: slots)
        slots[Int(slot)].flags.remove(.inPreheat)
        beginCoarse(slot, .preheat)
      } else {
        return
      }
    }
  }

  private mutating func beginCoarse(_ slot: Int32, _ cause: JobCause) {
    tally.coarse.decodes += 1
    begin(Int(slot), cause: cause)
  }

  /// Lets go of what may go for it, as for a full job; false when that is not enough.
  private mutating func makeCoarseRoom(for slot: Int32, isDemand: Bool) -> Bool {
    let bytes = slots[Int(slot)].bytes
    if Strategy.ranks {
      let place = order.place(of: slot - table.coarseBase)
      return makeRankedRoom(for: ItemID(rawValue: place), bytes: bytes, isDemand: isDemand)
    }
    if !Retention.keepsBitmaps { return true }
    return (isDemand || fits(bytes)) && makeRoom(for: bytes)
  }

  /// One that is only started and does not fit is forgotten.
  private mutating func refuseCoarse(_ slot: Int32) {
    slots[Int(slot)].flags.remove(.started)
    forgetCoarse(Int(slot))
    tally.cancelled -= 1
    tally.refused += 1
    observer.refuseCoarse(table.item(ofSlot: slot), at: Nanoseconds(rawValue: now))
  }

  /// A demand needs room, and no full bitmap may go any more: the coarse one goes that is farthest from what is shown,
  /// among those that are only started; false when there is none.
  mutating func evictCoarse() -> Bool {
    trimCoarse()
    var rest = thumbnails.items
    while !rest.isEmpty {
      let isLower = shown.lower - rest.lower > rest.upper - 1 - shown.upper
      let item = isLower ? rest.lower : rest.upper - 1
      if isLower { rest.lower += 1 } else { rest.upper -= 1 }
      let photo = order.photo(at: item)
      let slot = coarseSlot(of: photo)
      guard slots[slot].has(.resident) && !slots[slot].has(.displayed) else { continue }
      observer.stopCoarse(ItemRange(lower: photo, upper: photo + 1), at: Nanoseconds(rawValue: now))
      slots[slot].flags.remove(.started)
      tally.evictions += 1
      dropCoarse(slot, why: .evicted)
      return true
    }
    return false
  }

  /// Takes what is not started any more off both ends.
  private mutating func trimCoarse() {
    while let last = thumbnails.items.isEmpty ? nil : thumbnails.items.upper - 1 {
      if !slots[coarseSlot(of: order.photo(at: last))].has(.started) {
        thumbnails.items.upper = last
      } else if !slots[coarseSlot(of: order.photo(at: thumbnails.items.lower))].has(.started) {
        thumbnails.items.lower += 1
      } else {
        return
      }
    }
  }
}
