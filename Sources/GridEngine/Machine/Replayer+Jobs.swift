/// The life of a job, whatever its key stands for: a full image, or a thumbnail that stands in for one. It is created by a
/// start or by a cell that waits, waits for its photo's file and then for a worker, is decoded, and leaves a bitmap.
///
/// `Slot.State` says where it is; each way from one state to another is one function here, or in `Replayer+Downloads`.
extension Replayer {
  /// Returns the tier of a slot's job; full where no thumbnails stand in.
  @inline(__always)
  func tier(of slot: Int) -> Tier { hasThumbnails && slot >= table.thumbnailBase ? .thumbnail : .full }

  /// Starts a key, for `cause` if there is nothing of it yet; starting a started key does nothing.
  mutating func start(_ slot: Int, cause: JobCause) {
    if slots[slot].has(.started) { return }
    slots[slot].flags.insert(.started)
    let tier = tier(of: slot)
    // A bitmap that no cell has asked for counts as requested when it is started.
    if tier == .full && slots[slot].has(.unclaimed) { tellPolicyOfStart(slot) }
    if slots[slot].state == .kept { ledger.pin(slots[slot].bytes) }
    if slots[slot].state.hasJob || slots[slot].state.isResident { return }
    slots[slot].flags.insert(.unclaimed)
    slots[slot].creationFrame = frameIndex
    join(slot, cause)
    tally.count(tier) { $0.created += 1 }
    if tier == .full { tellPolicyOfStart(slot) }
  }

  private mutating func tellPolicyOfStart(_ slot: Int) {
    evictionPolicy.base?.started(Int32(slot), bytes: ByteCount(rawValue: slots[slot].bytes))
  }

  /// Stops a key: a job that no cell asked for is cancelled unless it runs.
  ///
  /// - Parameter isLettingGo: False if the caller drops a bitmap that nothing wants any more.
  mutating func stop(_ slot: Int, isLettingGo: Bool = true) {
    guard slots[slot].has(.started) else { return }
    slots[slot].flags.remove(.started)
    if slots[slot].state.isWaiting && !slots[slot].has(.forDemand) {
      cancel(slot)
    } else if slots[slot].state == .kept {
      if isLettingGo { unpin(slot) } else { ledger.unpin(slots[slot].bytes) }
    }
  }

  /// Moves a job for which a cell waits now before those that are only started.
  mutating func hurry(_ slot: Int) {
    if !slots[slot].state.isWaiting || slots[slot].has(.forDemand) { return }
    leave(slot)
    join(slot, .demand)
  }

  /// Demotes a job for which no cell waits any more to a started one, or cancels it.
  mutating func withdraw(_ slot: Int) {
    guard slots[slot].state.isWaiting && slots[slot].has(.forDemand) else { return }
    if !slots[slot].has(.started) { return cancel(slot) }
    leave(slot)
    join(slot, .preheat)
  }

  /// Queues a job for its photo's file if that is in the cloud, else for a worker.
  @inline(__always)
  mutating func join(_ slot: Int, _ cause: JobCause) {
    slots[slot].cause = cause
    if slots[slot].state.isRemote { return awaitFile(slot) }
    slots[slot].state = .queued
    let isFull = tier(of: slot) == .full
    if isFull { jobs.images.append(slot, in: slots) } else { jobs.thumbnails.append(slot, in: slots) }
  }

  @inline(__always)
  mutating func leave(_ slot: Int) {
    if slots[slot].state != .queued { return leaveCloud(slot) }
    let isFull = tier(of: slot) == .full
    if isFull { jobs.images.remove(slot, in: slots) } else { jobs.thumbnails.remove(slot, in: slots) }
  }

  mutating func cancel(_ slot: Int) {
    forget(slot)
    tally.cancelled += 1
    let (item, tier) = (table.item(ofSlot: Int32(slot)).rawValue, tier(of: slot))
    observer?.take(.cancel(item, tier), at: now)
  }

  /// Skips a started job that would push out what is displayed or started.
  mutating func refuse(_ slot: Int) {
    forget(slot)
    tally.refused += 1
    let (item, tier) = (table.item(ofSlot: Int32(slot)).rawValue, tier(of: slot))
    if tier == .thumbnail { slots[slot].flags.remove(.started) }
    observer?.take(.refuse(item, tier), at: now)
  }

  private mutating func forget(_ slot: Int) {
    leave(slot)
    slots[slot].state = slots[slot].state == .queued ? .absent : .remote
    slots[slot].flags.remove(.forDemand)
    let wasUnclaimed = slots[slot].has(.unclaimed)
    slots[slot].flags.remove(.unclaimed)
    if wasUnclaimed { tally.count(tier(of: slot)) { $0.cancelled += 1 } }
    if tier(of: slot) == .full { evictionPolicy.base?.dropped(Int32(slot)) }
  }

  /// Lets idle places take jobs, the last step at each time: demand first, first come first served within each.
  mutating func takeJobs() {
    if table.hasCloud { takeDownloads() }
    if hasThumbnails { takeJobs(.thumbnail) }
    if strategy.isRanking { takeRankedJobs() } else { takeJobs(.image) }
  }

  @inline(__always)
  private mutating func takeJobs(_ kind: JobKind) {
    while (kind == .thumbnail ? workers.idleForThumbnails : workers.idleCount) > 0 {
      let slot = Int(jobs[kind].first)
      if slot == Int(SlotQueue.none) { return }
      if !makeRoom(for: slot) {
        if !slots[slot].has(.forDemand) {
          refuse(slot)
          continue
        }
        tally.overdrafts += 1
      }
      begin(slot)
    }
  }

  /// - Parameter isDone: True if its bitmap is there already, and takes no worker.
  mutating func begin(_ slot: Int, isDone: Bool = false) {
    leave(slot)
    let (cost, bytes) = (slots[slot].cost, slots[slot].bytes)
    if slots[slot].has(.decodedBefore) { tally.redecodes += 1 }
    if tier(of: slot) == .thumbnail {
      tally.thumbnails.decodes += 1
    } else {
      let isAhead = !slots[slot].has(.forDemand)
      slots[slot].isAhead = isAhead
      if isAhead { tally.preheatDecodes += 1 }
    }
    slots[slot].state = .decoding
    slots[slot].flags.insert(.decodedBefore)
    ledger.begin(bytes)
    if !isDone {
      workers.begin(
        Int32(slot), isThumbnail: tier(of: slot) == .thumbnail, until: hasOutsideDecodes ? .max : now + cost)
      if isWatched { tellBegin(of: Int32(slot), slots[slot].cause, cost, bytes) }
    }
    observeLedger()
    if ledger.live > tally.peak.bytes { recordPeak() }
  }

  /// Ends a decode: its bitmap goes to the cell that waits, is held, or is let go at once.
  ///
  /// - Parameter cost: The time that it took; nil if that says nothing of decodes.
  mutating func complete(_ slot: Int32, took cost: Int64?) {
    let index = Int(slot)
    let isKept = end(index, took: cost)
    let bytes = slots[index].bytes
    if isWatched { tellEnd(of: slot, kept: isKept) }
    slots[index].flags.remove(.forDemand)
    guard isKept else {
      slots[index].state = .absent
      ledger.discard(bytes)
      waste(index)
      if tier(of: index) == .full { evictionPolicy.base?.dropped(slot) }
      observeLedger()
      if slots[index].has(.broken) { countScreen() }
      return
    }
    slots[index].state = .kept
    ledger.keep(bytes)
    if slots[index].has(.started) { ledger.pin(bytes) }
    switch tier(of: index) {
    case .full: deliver(index)
    case .thumbnail: deliverThumbnail(index)
    }
  }

  /// Counts a decode that ends, and returns whether its bitmap is wanted.
  private mutating func end(_ slot: Int, took cost: Int64?) -> Bool {
    if tier(of: slot) == .thumbnail {
      if slots[slot].has(.broken) {
        tally.failedDecodes += 1
        return false
      }
      let image = image(ofThumbnail: slot)
      return !slots[image].state.isResident && (slots[image].has(.awaited) || slots[slot].has(.started))
    }
    if let cost {
      imageCost += cost
      imageCount += 1
    }
    var isUnwanted = false
    if !unwanted.isEmpty, let index = unwanted.firstIndex(of: Int32(slot)) {
      unwanted.remove(at: index)
      isUnwanted = true
    }
    let (isAwaited, isBroken) = (slots[slot].has(.awaited), slots[slot].has(.broken))
    if slots[slot].has(.forDemand) && !isAwaited { tally.abandonedDecodes += 1 }
    if isBroken {
      tally.failedDecodes += 1
      return false
    }
    if isAwaited || slots[slot].has(.started) { return true }
    let isThere = order.isPlain || order.place(of: table.item(ofSlot: Int32(slot)).rawValue) >= 0
    return isThere && !isUnwanted && canKeep(slot)
  }

  private mutating func deliver(_ slot: Int) {
    let (photo, bytes) = (photo(ofSlot: slot), slots[slot].bytes)
    evictionPolicy.base?.becameResident(Int32(slot), bytes: ByteCount(rawValue: bytes))
    if slots[slot].has(.awaited) {
      let place = order.place(of: photo)
      let wasBlank = !isThumbnailShown(slot)
      meter.show(place, wasBlank: wasBlank, isSharp: true)
      screen.show(place, wasBlank: wasBlank, isSharp: true, at: now)
      endWait(slot, isShown: true)
      display(slot)
      observer?.show(photo, .full, at: now)
    }
    if strategy.isRanking { countStale(Int32(slot), bytes) }
    if let place = place(ofSlot: Int32(slot)) {
      if let thumbnail = thumbnail(of: photo) { retire(thumbnail) }
      if strategy.isHearingResidency {
        strategy.base.itemBecameResident(ItemID(rawValue: place), at: Nanoseconds(rawValue: now))
      }
    }
  }

  // The life of a bitmap, whatever it shows, from the end of its decode until it goes; `Replayer+Room` says which goes.

  mutating func display(_ slot: Int) {
    slots[slot].state = .displayed
    if slots[slot].isAhead {
      slots[slot].isAhead = false
      tally.shownPreheats += 1
    }
    ledger.show(slots[slot].bytes)
    if !slots[slot].has(.started) { ledger.pin(slots[slot].bytes) }
  }

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

  mutating func drop(_ slot: Int, why: DropReason) {
    precondition(slots[slot].canGo, "only a bitmap that nothing shows or has started may go")
    let (bytes, isFull) = (slots[slot].bytes, tier(of: slot) == .full)
    slots[slot].state = .absent
    ledger.drop(bytes)
    if strategy.isRanking && isFull { countStale(Int32(slot), -bytes) }
    waste(slot)
    if isFull { evictionPolicy.base?.dropped(Int32(slot)) }
    if isWatched { tellDrop(of: Int32(slot), bytes, why) }
    observeLedger()
    if strategy.isHearingResidency, let place = place(ofSlot: Int32(slot)) {
      strategy.base.itemDropped(ItemID(rawValue: place), at: Nanoseconds(rawValue: now))
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
