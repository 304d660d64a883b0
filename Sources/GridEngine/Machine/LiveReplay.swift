/// Decodes outside the replay, for one that goes by a clock of its own. Times are nanoseconds of the trace.
package protocol LiveDecodes: AnyObject {
  /// Begins a decode of `slot` with a declared cost. The driver of the replay ends it.
  func begin(slot: Int32, cost: Int64, at time: Int64)

  /// Tells that the decode has ended; a bitmap that is not kept may go.
  func end(slot: Int32, kept: Bool)

  func drop(slot: Int32)

  func request(photo: Int32)

  /// Begins the download of a slot's photo, which is in the cloud. The driver of the replay ends it.
  func download(slot: Int32)
}

package enum LiveDownload: Sendable {
  /// The file is here, and waits for a worker.
  case file
  /// Its image of so many bytes.
  case bitmap(bytes: Int64)
  case failure
}

extension Replayer {
  mutating func foreseeAnew() {
    for photo in touched.items {
      for slot in slotsOfPhoto(photo) {
        let state = slots[slot].state
        guard state != .unknown, state != .decoding, !state.isResident else { continue }
        slots[slot].correct(bytes: table.bitmapBytes(item: Int(photo), sizeClass: slot / table.capacity))
      }
    }
  }

  // Called only if there is an observer. A decoder is told slots; an observer is told whose bitmap each is.

  @inline(never)
  mutating func tellRequest(of photo: Int32, _ slot: Int32, _ outcome: RequestOutcome) {
    decodes?.request(photo: photo)
    observer?.take(.request(photo, table.targetSize(ofSlot: slot), outcome), at: now)
  }

  @inline(never)
  mutating func tellBegin(of slot: Int32, _ cause: JobCause, _ cost: Int64, _ bytes: Int64) {
    decodes?.begin(slot: slot, cost: cost, at: now)
    observer?.take(.begin(table.key(ofSlot: slot), cause: cause, cost: cost, bytes: bytes), at: now)
  }

  @inline(never)
  mutating func tellEnd(of slot: Int32, kept: Bool) {
    decodes?.end(slot: slot, kept: kept)
    observer?.take(.end(table.key(ofSlot: slot), kept: kept), at: now)
  }

  @inline(never)
  mutating func tellDrop(of slot: Int32, _ bytes: Int64, _ why: DropReason) {
    decodes?.drop(slot: slot)
    observer?.take(.drop(table.key(ofSlot: slot), bytes: bytes, why: why), at: now)
  }
}

/// A replay that the owner of a clock drives, in place of `run()`. Times are nanoseconds of the trace; a time that has
/// passed already counts as now.
package final class LiveReplay {
  private var replayer: Replayer
  /// True if an image took more than was foreseen since the last frame.
  private var isOutgrown = false
  private var offsetBefore: MilliPoints?
  private var isMoving = false
  /// The version of the photos' sizes by which the eviction policy's budget was measured.
  private var budgetVersion = 0

  /// The age in nanoseconds of the last frame of a moving grid after which it rests.
  private static let restAfter: Int64 = 50_000_000

  package init(_ replay: Replay, _ strategy: StrategySpec, decodes: any LiveDecodes) {
    replayer = Replayer(replay, strategy, decodes: decodes)
  }

  deinit { replayer.deallocate() }

  /// The counts so far, as if the clock stopped for a screen that still fills.
  package var tally: ReplayTally { replayer.tallySoFar }

  /// Continues the count of screens of another replay.
  package func goOn(from screens: ScreenTally) { replayer.tally.screens = screens }

  /// Applies the step at `index` and those of its time, at `time`, and returns the index after them.
  package func steps(from index: Int, happenAt time: Int64) -> Int {
    pass(to: time)
    let next = replayer.applySteps(from: index)
    replayer.takeJobs()
    return next
  }

  /// Stops the clock at the trace's end, or later if the last frame was late.
  package func stop() {
    pass(to: replayer.script.end.rawValue)
    replayer.finish()
  }

  // None of these takes jobs: `takeJobs(at:)` does, once all of a time has happened.

  package var table: SlotTable { replayer.table }
  package var layout: GridLayout { replayer.context.layout }
  package var live: ByteCount { ByteCount(rawValue: replayer.ledger.live) }

  package var shown: ItemRange { replayer.shown }

  package func pass(to time: Int64) {
    replayer.moveClock(to: max(replayer.now, time))
    replayer.frameTime = replayer.now
  }

  package func frame(offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?, at time: Int64) {
    pass(to: time)
    (replayer.context.phase, replayer.context.target) = (phase, target)
    (isMoving, offsetBefore) = (offsetBefore.map { $0 != offset } ?? false, offset)
    show(offset)
  }

  private func show(_ offset: MilliPoints) {
    isOutgrown = false
    if let book = table.book {
      book.see(layout.items(overlapping: layout.viewport(at: offset)))
      if book.version != budgetVersion {
        budgetVersion = book.version
        replayer.measureBudget()
      }
    }
    replayer.frame(offset: offset)
  }

  /// Lets the strategy plan anew after images that took more than was foreseen, unless a frame is to be expected.
  ///
  /// - Precondition: A frame of the layout in force was told.
  package func planAnew(at time: Int64) {
    guard isOutgrown || table.book?.version ?? 0 != budgetVersion,
      !isMoving || time - replayer.context.time.rawValue >= LiveReplay.restAfter
    else { return }
    pass(to: time)
    show(replayer.context.offset)
  }

  /// Puts another layout into force, or returns false if the table has no room for its target sizes.
  package func change(to layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout) else { return false }
    pass(to: time)
    offsetBefore = nil
    replayer.changeLayout(to: layout)
    return true
  }

  /// Changes the photos that the grid shows, or returns false as `change(to:at:)` does.
  package func change(to content: GridContent?, _ layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout), Int(content?.photoBound ?? 0) <= replayer.table.capacity
    else { return false }
    pass(to: time)
    offsetBefore = nil
    replayer.changeContent(to: content, layout)
    return true
  }

  package func warnOfMemory(at time: Int64) {
    pass(to: time)
    replayer.warnOfMemory()
  }

  package func resume(at time: Int64) {
    pass(to: time)
    replayer.resume()
  }

  /// - Parameters:
  ///   - bytes: The bytes of its bitmap, foreseen or not; nil for a failure.
  ///   - cost: The time that it took; nil if that says nothing of decodes.
  package func decode(of slot: Int32, gives bytes: Int64?, at time: Int64, took cost: Int64?) {
    pass(to: time)
    let index = Int(slot)
    replayer.workers.take(slot)
    let foreseen = replayer.slots[index].bytes
    guard let bytes else {
      replayer.slots[index].flags.insert(.broken)
      replayer.complete(slot, took: cost)
      replayer.slots[index].flags.remove(.broken)
      return
    }
    if bytes != foreseen { replayer.ledger.begin(bytes - foreseen) }
    replayer.slots[index].correct(bytes: bytes)
    if table.learn(bytes, ofSlot: slot) { replayer.foreseeAnew() }
    if replayer.ledger.live > replayer.tally.peak.bytes { replayer.recordPeak() }
    replayer.complete(slot, took: cost)
    guard bytes > foreseen else { return }
    isOutgrown = true
    replayer.trim(after: index)
  }

  /// Undoes the beginning of a slot's decode: the photo's file turns out to be in the cloud.
  package func leaveInCloud(_ slot: Int32, at time: Int64) {
    pass(to: time)
    replayer.leaveInCloud(Int(slot))
  }

  /// Ends the download for a slot, and returns whether its image is wanted, if that is what it gave.
  package func download(of slot: Int32, gives result: LiveDownload, at time: Int64) -> Bool {
    pass(to: time)
    let (index, photo) = (Int(slot), table.item(ofSlot: slot).rawValue)
    guard replayer.downloads.contains(photo) else { return false }
    replayer.downloads.take(photo)
    if case .failure = result {
      replayer.failDownload(of: photo)
      return false
    }
    replayer.completeDownload(of: photo)
    guard case .bitmap(let bytes) = result, replayer.slots[index].state == .queued else { return false }
    isOutgrown = isOutgrown || bytes > replayer.slots[index].bytes
    replayer.slots[index].correct(bytes: bytes)
    if table.learn(bytes, ofSlot: slot) { replayer.foreseeAnew() }
    if !replayer.makeRoom(for: index) {
      guard replayer.slots[index].has(.forDemand) else {
        replayer.refuse(index)
        return false
      }
      replayer.tally.overdrafts += 1
    }
    replayer.begin(index, isDone: true)
    replayer.complete(slot, took: nil)
    return replayer.slots[index].state.isResident
  }

  /// Asks again for the image of a place's cell that waits, whose decode or download failed, if nothing is under way.
  package func retry(_ place: Int32) {
    guard shown.contains(ItemID(rawValue: place)) else { return }
    let slot = replayer.slot(of: place)
    let (isAwaited, state) = (replayer.slots[slot].has(.awaited), replayer.slots[slot].state)
    guard isAwaited, state == .absent || state == .remote else { return }
    replayer.slots[slot].creationFrame = replayer.frameIndex
    replayer.join(slot, .demand)
  }

  /// Begins the decode for a place's cell that waits in a queue before all others, as a demand never waits for bytes,
  /// or returns false if no worker is idle or nothing is queued.
  package func begin(_ place: Int32) -> Bool {
    guard replayer.workers.idleCount > 0, shown.contains(ItemID(rawValue: place)) else { return false }
    let slot = replayer.slot(of: place)
    guard replayer.slots[slot].has(.awaited), replayer.slots[slot].state == .queued else { return false }
    if !replayer.makeRoom(for: slot) { replayer.tally.overdrafts += 1 }
    replayer.begin(slot)
    return true
  }

  package func takeJobs(at time: Int64) {
    pass(to: time)
    replayer.takeJobs()
  }

  /// Returns the slot whose bitmap a place's cell shows; off screen, that of its image or its thumbnail if one is held.
  package func slotHeld(at place: Int32) -> Int32? {
    guard place >= 0 && place < layout.count else { return nil }
    let slot = replayer.slot(of: place)
    if replayer.slots[slot].state.isResident { return Int32(slot) }
    if shown.contains(ItemID(rawValue: place)) && !replayer.slots[slot].has(.awaited) {
      return Int32(replayer.slotDisplayed(by: slot))
    }
    let thumbnail = replayer.thumbnail(of: replayer.order.photo(at: place))
    return thumbnail.flatMap { replayer.slots[$0].state.isResident ? Int32($0) : nil }
  }

  package func bytes(of slot: Int32) -> Int64 { replayer.slots[Int(slot)].bytes }

  package func isAwaited(_ slot: Int32) -> Bool {
    let index = Int(slot)
    let image = replayer.tier(of: index) == .full ? index : replayer.image(ofThumbnail: index)
    return replayer.slots[image].has(.awaited)
  }

  /// Returns the slot of a place's image at its cell's target size.
  ///
  /// - Precondition: The grid has the place.
  package func slotWanted(at place: Int32) -> Int32 { Int32(replayer.slot(of: place)) }

  package func place(ofPhoto photo: Int32) -> Int32? {
    let place = replayer.order.place(of: photo)
    return place >= 0 && place < layout.count ? place : nil
  }

  package func checkInvariants() throws(InvariantViolation) { try replayer.checkInvariants() }
}
