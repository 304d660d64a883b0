/// The rows of the layout in force. Even rows are found by numbers alone, without a copy of the layout.
struct CellRows: Sendable {
  let layout: GridLayout
  let hasEqualCells: Bool
  private let even: EvenRows?

  init(_ layout: GridLayout) {
    self.layout = layout
    hasEqualCells = layout.hasEqualCells
    even = layout.hasSections ? nil : layout.evenRows
  }

  @inline(__always)
  func rows(overlapping viewport: VerticalRange) -> Range<Int64> {
    even?.rows(overlapping: viewport) ?? layout.rows(overlapping: viewport)
  }

  @inline(__always)
  func items(inRows rows: Range<Int64>) -> ItemRange { even?.items(inRows: rows) ?? layout.items(inRows: rows) }

  @inline(__always)
  func extent(ofRow row: Int64) -> VerticalRange { even?.extent(ofRow: row) ?? layout.extent(ofRow: row) }
}

extension Replayer {
  /// Processes a frame as docs/definitions.md orders it: the plan, then cells that left, then cells that entered.
  mutating func frame(offset: MilliPoints) {
    frameIndex += 1
    if frameIndex == 0 { firstFrameTime = frameTime }
    let viewport = VerticalRange(minY: offset, maxY: offset + context.layout.viewportHeight)
    let rows = meter.grid.rows(overlapping: viewport)
    let visible = meter.grid.items(inRows: rows)
    observer?.take(.frame(offset: offset.rawValue, visible: visible), at: frameTime)

    if offset != context.offset { resume() }
    context.time = Nanoseconds(rawValue: frameTime)
    context.offset = offset
    context.meanDecodeTime = meanImageCost
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
      isFirstFrame: frameIndex == 0, slots: CellSlots(slots: slots, thumbnailBase: thumbnail(of: 0), order: order))
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
        if observer != nil { observer?.take(.stop(order.photos(at: items), .full), at: now) }
        started.remove(items)
        eachPhoto(at: items) { $0.stop($2) }
      }
    }
    plan.removeAll()
  }

  mutating func tellStart(of items: ItemRange, tier: Tier) {
    if observer == nil { return }
    for photos in order.photos(at: items) { observer?.take(.start([photos], tier), at: now) }
  }

  private mutating func release(_ items: ItemRange) {
    eachPhoto(at: items) { $0.releaseCell(of: $1, $2) }
  }

  mutating func releaseCell(of photo: Int32, _ slot: Int) {
    observer?.take(.release(photo), at: now)
    if slots[slot].has(.awaited) {
      endWait(slot, isShown: false)
      if let thumbnail = thumbnail(of: photo) {
        if slots[thumbnail].state == .displayed { hide(thumbnail) } else { withdraw(thumbnail) }
      }
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
    if strategy.isHearingRequests {
      strategy.base.itemRequested(ItemID(rawValue: item), at: Nanoseconds(rawValue: now))
    }
    claim(serving ?? slot)
    evictionPolicy.base?.requested(Int32(serving ?? slot), bytes: ByteCount(rawValue: slots[serving ?? slot].bytes))
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

  /// Puts another layout into force: every cell releases its image, all that was started is stopped, the strategy is
  /// told. The frame at the same time asks anew at the new target sizes.
  mutating func changeLayout(to layout: GridLayout) {
    tally.layoutChanges += 1
    observer?.take(.layout(layout.targetSize), at: now)
    for photo in photosOnScreen { releaseCell(of: photo, order.slot(ofPhoto: photo)) }
    carried = []
    shown = .empty
    meter.clear()
    screen.isChanging = true
    stopAll()
    table.reach(layout)
    use(PlaceMap(content, layout, table), layout)
    strategy.base.layoutChanged(to: layout, at: Nanoseconds(rawValue: now))
  }

  private mutating func use(_ next: PlaceMap, _ layout: GridLayout) {
    let old = order
    order = next
    selectLayout(layout)
    if strategy.isRanking { findStale(since: old) }
    old.deallocate()
    thumbnails.window = .empty
  }

  /// Stops every started photo, in their order (`stopCachingImagesForAllAssets`), then every started thumbnail.
  ///
  /// - Parameter isLettingGo: False if the caller drops bitmaps that nothing wants any more.
  mutating func stopAll(isLettingGo: Bool = true) {
    var ranges: [ItemRange] = []
    let photos = started.ranges.flatMap { order.photos(at: $0) }.sorted { $0.lower < $1.lower }
    for photo in photos.lazy.flatMap({ $0.lower..<$0.upper }) where slots[order.slot(ofPhoto: photo)].has(.started) {
      ranges.join(ItemRange(lower: photo, upper: photo + 1))
    }
    if !ranges.isEmpty { observer?.take(.stop(ranges, .full), at: now) }
    for range in ranges {
      for photo in range.lower..<range.upper { stop(order.slot(ofPhoto: photo), isLettingGo: isLettingGo) }
    }
    started = ItemSet()
    stopAllThumbnails()
  }

  /// Changes the photos of the grid while it is on screen. A slot belongs to a photo and a target size, so what is decoded
  /// stays decoded wherever the photo moves. Cells of photos that stay keep what they show; all that was started is stopped,
  /// as by the published sample, and the strategy is told.
  mutating func changeContent(to content: GridContent?, _ layout: GridLayout) {
    let time = Nanoseconds(rawValue: now)
    table.reach(layout)
    let (old, next) = (order, PlaceMap(content, layout, table))
    let before = self.content ?? GridContent(first: context.layout.count)
    let after = content ?? GridContent(first: layout.count)
    observer?.take(.content(content?.photos ?? []), at: now)
    let first = after.firstDifference(from: before)
    if !shown.isEmpty { carried = (shown.lower..<shown.upper).map { order.photo(at: $0) } }
    shown = .empty
    meter.clear()
    screen.isChanging = true
    // A cell of another size shows another bitmap: it does not stay, as at a change of layout.
    func isStaying(_ photo: Int32) -> Bool {
      next.place(of: photo) >= 0 && next.slot(ofPhoto: photo) == old.slot(ofPhoto: photo)
    }
    let gone = carried.filter { !isStaying($0) }
    carried.removeAll { !isStaying($0) }
    for photo in gone { releaseCell(of: photo, old.slot(ofPhoto: photo)) }
    stopAll()
    forgetPhotos(of: before, goneFrom: ContentPlaces(after))
    self.content = content
    findPlacesTouched(in: after)
    use(next, layout)
    strategy.base.contentChanged(from: ItemID(rawValue: first), count: layout.count, at: time)
    strategy.base.layoutChanged(to: layout, at: time)
  }

  /// Shows the first frame after a change: cells of photos that are still in view stay, others leave, the rest asks.
  mutating func showCarried(in visible: ItemRange) {
    let stay = carried.filter { visible.contains(ItemID(rawValue: order.place(of: $0))) }
    for photo in carried where !visible.contains(ItemID(rawValue: order.place(of: photo))) {
      releaseCell(of: photo, order.slot(ofPhoto: photo))
    }
    carried = []
    shown = visible
    let places = stay.map { order.place(of: $0) }.sorted()
    var next = visible.lower
    for place in places + [visible.upper] {
      request(ItemRange(lower: next, upper: place))
      next = place + 1
    }
  }

  private mutating func forgetPhotos(of before: GridContent, goneFrom after: ContentPlaces) {
    for photos in before.photos {
      var photo = photos.lower
      after.forEachPart(of: photos) { place, count in
        for gone in photo..<photo + count where place == nil {
          for slot in slotsOfPhoto(gone) {
            withdraw(slot)
            if slots[slot].canGo { drop(slot, why: .removed) }
          }
        }
        photo += count
      }
    }
  }

  /// Drops every bitmap that no cell shows and stops what was started, since the system asks for memory or the app goes
  /// to the background. Nothing is preheated until the grid moves or the app is back.
  mutating func warnOfMemory() {
    isPaused = frameIndex >= 0
    stopAll(isLettingGo: false)
    for photo in touched.items {
      for slot in slotsOfPhoto(photo) where slots[slot].canGo { drop(slot, why: .warning) }
    }
    unwanted = workers.slots.filter { tier(of: Int($0)) == .full && !slots[Int($0)].has(.awaited) }
    strategy.base.memoryWarning(at: Nanoseconds(rawValue: now))
  }

  /// Resumes preheating, anew, with the next frame: the grid moves, or the app is back from the background.
  mutating func resume() {
    if !isPaused { return }
    isPaused = false
    strategy.base.resumed(under: context.layout, at: Nanoseconds(rawValue: now))
    thumbnails.window = .empty
  }
}
