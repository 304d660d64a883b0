import StrategyKit

extension Replayer {
  /// Processes a frame as docs/definitions.md orders it: the plan, then cells that left, then cells that entered.
  mutating func frame(offset: MilliPoints) {
    frameIndex += 1
    if frameIndex == 0 { firstFrameTime = frameTime }
    let viewport = VerticalRange(minY: offset, maxY: offset + context.layout.viewportHeight)
    let (rows, visible) = meter.cells(in: viewport)
    observer?.take(.frame(offset: offset.rawValue, visible: visible), at: frameTime)

    if offset != context.offset { resume() }
    context.time = Nanoseconds(rawValue: frameTime)
    context.offset = offset
    context.meanDecodeTime = imageCost.mean
    observer?.strategyWillPlan()
    strategy.viewportChanged(context, plan: &plan)
    observer?.strategyDidPlan()
    if isPaused { plan.removeAll() }
    applyPlan()

    let old = shown
    if !carried.isEmpty {
      showCarried(in: visible)
    } else if visible != old {
      release(old.before(visible))
      release(old.after(visible))
      shown = visible
      request(visible.before(old))
      request(visible.after(old))
    }
    if hasThumbnails { planThumbnails() }
    meter.show(
      shown, rows: rows, in: viewport, blankCount: blankCount, thumbnailCount: thumbnails.shownCount,
      isFirstFrame: frameIndex == 0, slots: cellSlots)
    followScreen(after: old)
  }

  private mutating func applyPlan() {
    if plan.steps.isEmpty { return }
    for index in plan.steps.indices {
      switch plan.steps[index] {
      case .start(let items):
        let items = context.layout.clamped(items)
        tellStart(of: items, tier: .full)
        touch(items)
        started.insert(items)
        eachPhoto(at: items) { $0.start($2, cause: .preheat) }
      case .stop(let items):
        let items = context.layout.clamped(items)
        tellStop(of: items)
        started.remove(items)
        eachPhoto(at: items) { $0.stop($2) }
      }
    }
    plan.removeAll()
  }

  /// Tells the observer of started photos, runs of neighbours together.
  mutating func tellStart(of items: ItemRange, tier: Tier) {
    if observer == nil { return }
    for photos in order.photos(at: items) { observer?.take(.start([photos], tier), at: now) }
  }

  private mutating func tellStop(of items: ItemRange) {
    if observer == nil { return }
    observer?.take(.stop(order.photos(at: items), .full), at: now)
  }

  private var cellSlots: CellSlots {
    CellSlots(slots: slots, thumbnailBase: thumbnail(of: 0), order: order)
  }

  private mutating func release(_ items: ItemRange) {
    eachPhoto(at: items) { $0.releaseCell(of: $1, $2) }
  }

  mutating func releaseCell(of photo: Int32, _ slot: Int) {
    observer?.take(.release(photo), at: now)
    if slots[slot].has(.awaited) {
      endWait(slot, isShown: false)
      if let thumbnail = thumbnail(of: photo) { releaseThumbnail(thumbnail) }
      if cells == .cancel { withdraw(slot) }
      return
    }
    hide(slotDisplayed(by: slot))
  }

  /// Returns the slot whose bitmap the cell of `slot` shows: itself, or a larger one if the eviction policy allows.
  func slotDisplayed(by slot: Int) -> Int {
    if slots[slot].state == .displayed { return slot }
    let found = largerSlots(than: slot).first { slots[$0].state == .displayed }
    precondition(found != nil, "a cell that does not wait shows a bitmap")
    return found!
  }

  mutating func request(_ items: ItemRange) {
    touch(items)
    for item in items.lower..<items.upper { requestCell(item) }
  }

  private mutating func requestCell(_ item: Int32) {
    let (photo, slot) = (order.photo(at: item), order.slot(at: item))
    let serving = slots[slot].state.isResident ? slot : largerResident(than: slot)
    var outcome: RequestOutcome
    if serving != nil {
      outcome = .hit
    } else if slots[slot].state.hasJob && slots[slot].creationFrame < frameIndex {
      outcome = .late
    } else {
      outcome = .miss
    }
    count(outcome, of: slot)
    if serving == nil, let thumbnail = thumbnail(of: photo), slots[thumbnail].state.isResident {
      outcome = .thumbnail
      tally.requests.thumbnailHits += 1
      if frameIndex > 0 { tally.warmRequests.thumbnailHits += 1 }
    }
    if isWatched { tellRequest(of: photo, Int32(slot), outcome) }
    strategy.itemRequested(ItemID(rawValue: item), at: Nanoseconds(rawValue: now))
    claim(serving ?? slot)
    evictionPolicy.requested(Int32(serving ?? slot), bytes: ByteCount(rawValue: slots[serving ?? slot].bytes))
    if let serving {
      display(serving)
    } else {
      wait(slot)
      if let thumbnail = thumbnail(of: photo) { showThumbnail(thumbnail) }
    }
  }

  /// Settles what a start was worth at the first later request of its job.
  private mutating func claim(_ slot: Int) {
    guard slots[slot].has(.unclaimed) else { return }
    slots[slot].flags.remove(.unclaimed)
    if slots[slot].creationFrame == frameIndex {
      tally.preheat.sameFrame += 1
    } else if slots[slot].state.isResident {
      tally.preheat.useful += 1
    } else {
      tally.preheat.late += 1
    }
  }

  /// Makes a cell wait for the slot's decode, and queues one if none is under way.
  private mutating func wait(_ slot: Int) {
    slots[slot].requestedAt = frameTime
    slots[slot].flags.insert(.awaited)
    if frameIndex == 0 { slots[slot].flags.insert(.cold) }
    blankCount += 1
    if slots[slot].state.hasJob { return hurry(slot) }
    slots[slot].creationFrame = frameIndex
    join(slot, .demand)
  }

  private func largerResident(than slot: Int) -> Int? {
    guard evictionPolicy.canKeepBitmaps, evictionPolicy.canServeSmallerRequests else { return nil }
    return largerSlots(than: slot).first { slots[$0].state.isResident }
  }

  /// Returns the slots of the same photo at larger target sizes, the nearest first.
  func largerSlots(than slot: Int) -> some Sequence<Int> {
    let (capacity, photo) = (table.capacity, slot % table.capacity)
    return table.largerClasses[slot / capacity].lazy.map { $0 * capacity + photo }
  }

  private mutating func count(_ outcome: RequestOutcome, of slot: Int) {
    tally.requests.count(outcome)
    if frameIndex > 0 { tally.warmRequests.count(outcome) }
    if slots[slot].has(.requestedBefore) { tally.repeats += 1 } else { slots[slot].flags.insert(.requestedBefore) }
    tally.requestedBytes.add(slots[slot].bytes)
    if outcome == .hit { tally.hitBytes.add(slots[slot].bytes) }
    count(requestCost: slots[slot].cost)
  }

  /// Ends a cell's wait: its image is there, it left, or the clock stopped.
  mutating func endWait(_ slot: Int, isShown: Bool) {
    tally.waits.append(now - slots[slot].requestedAt, isCold: slots[slot].has(.cold))
    if isThumbnailShown(slot) {
      thumbnails.shownCount -= 1
    } else {
      blankCount -= 1
      if tally.thumbnails.isPresent { countFirstWait(slot) }
    }
    slots[slot].flags.subtract(.awaited.union(.cold))
    if !isShown { tally.neverShown += 1 }
  }
}
