/// Checks of what a replay knows twice, which hold whenever all of a time has happened.
extension Replayer {
  /// Returns true, or traps in a debug build if the books disagree. Large replays, whose check takes longer than they
  /// do, are checked only on request.
  func hasConsistentBooks() -> Bool {
    if slots.count > 10_000 { return true }
    do throws(InvariantViolation) {
      try checkInvariants()
      return true
    } catch {
      preconditionFailure("at \(now) ns \(error)")
    }
  }

  func checkInvariants() throws(InvariantViolation) {
    for slot in slots.indices {
      do throws(InvariantViolation) {
        try slots[slot].checkInvariants()
      } catch {
        throw InvariantViolation("slot \(slot): \(error)")
      }
    }
    try checkQueues()
    try checkRunning()
    try checkLedger()
    try checkCells()
    try checkTally()
    if hasThumbnails { try checkThumbnails() }
    try evictionPolicy.base?.checkInvariants()
  }

  private func checkQueues() throws(InvariantViolation) {
    var count = 0
    for kind in JobKind.allCases {
      let state: Slot.State = kind == .download ? .awaitingFile : .queued
      for (queue, isDemand) in [(jobs[kind].demand, true), (jobs[kind].preheat, false)] {
        for slot in try queue.checkInvariants(in: slots) {
          let job = slots[Int(slot)]
          try Invariant.holds(
            job.state == state && job.has(.forDemand) == isDemand
              && (tier(of: Int(slot)) == .thumbnail) == (kind == .thumbnail),
            "slot \(slot), \(job.state) for \(job.cause), waits as \(kind) for \(isDemand ? "demand" : "preheat")")
          count += 1
        }
      }
      // A strategy that ranks may let a full image wait.
      let places =
        switch kind {
        case .download: downloads.idleCount
        case .thumbnail: workers.idleForThumbnails
        case .image: workers.idleCount
        }
      try Invariant.holds(
        places == 0 || jobs[kind].first == SlotQueue.none || (strategy.isRanking && kind == .image),
        "a place is idle, and \(kind) \(jobs[kind].first) waits")
    }
    let waiting = slots.count { $0.state == .queued || $0.state == .awaitingFile }
    try Invariant.holds(waiting == count, "\(waiting) jobs wait, \(count) stand in queues")
  }

  private func checkRunning() throws(InvariantViolation) {
    var decoding: Set<Int32> = []
    for slot in slots.indices where slots[slot].state == .decoding { decoding.insert(Int32(slot)) }
    let working = try workers.checkInvariants()
    try Invariant.holds(working == decoding, "workers decode slots \(working), not \(decoding)")
    let files = try downloads.checkInvariants()
    for slot in 0..<table.slotCount {
      let (state, photo) = (slots[slot].state, Int32(slot % table.capacity))
      try Invariant.holds(
        !state.isRemote || state == .remote || (state == .downloading) == files.contains(photo),
        "slot \(slot) is \(state), and the photo's download does \(files.contains(photo) ? "" : "not ")run")
      let first = slots[Int(photo)].state
      try Invariant.holds(
        state == .unknown || first == .unknown || state.isRemote == first.isRemote,
        "photo \(photo)'s file is here for one target size and not for another")
    }
  }

  private func checkLedger() throws(InvariantViolation) {
    try ledger.checkInvariants()
    var (inFlight, held, displayed, pinned, others) = (Int64(0), Int64(0), Int64(0), Int64(0), Int64(0))
    for slot in slots.indices {
      let (state, bytes) = (slots[slot].state, slots[slot].bytes)
      if state == .decoding { inFlight += bytes }
      if state == .displayed { displayed += bytes }
      guard state.isResident else { continue }
      held += bytes
      if !slots[slot].canGo { pinned += bytes }
      if tier(of: slot) == .full && !order.isInForce(Int32(slot)) { others += bytes }
    }
    try Invariant.holds(
      ledger.live == held + inFlight && ledger.inFlight == inFlight && ledger.displayed == displayed
        && ledger.pinned == pinned,
      "bitmaps take \(held) bytes, \(displayed) displayed, \(pinned) pinned, and \(inFlight) in flight; the ledger has "
        + "\(ledger.live), \(ledger.displayed), \(ledger.pinned) and \(ledger.inFlight)")
    try Invariant.holds(
      !strategy.isRanking || staleBytes == others, "bitmaps of other sizes take \(others) bytes, not \(staleBytes)")
  }

  private func checkCells() throws(InvariantViolation) {
    var (waiting, showing) = (0, 0)
    for photo in photosOnScreen {
      let slot = order.slot(ofPhoto: photo)
      if slots[slot].has(.awaited) {
        waiting += 1
      } else {
        let isShown =
          slots[slot].state == .displayed || largerSlots(than: slot).contains { slots[$0].state == .displayed }
        try Invariant.holds(isShown, "the cell of photo \(photo) neither waits nor shows a bitmap")
        showing += 1
      }
    }
    let images = slots.prefix(table.slotCount)
    try Invariant.holds(
      images.count { $0.has(.awaited) } == waiting, "\(waiting) cells wait, not as many slots are awaited")
    try Invariant.holds(images.count { $0.state == .displayed } == showing, "\(showing) cells show other bitmaps")
    try Invariant.holds(
      waiting == blankCount + thumbnails.shownCount,
      "\(waiting) cells wait: \(blankCount) are counted as blank, \(thumbnails.shownCount) as showing a thumbnail")
    let ended = tally.waits.count
    try Invariant.holds(
      tally.requests.hits + ended + Int64(waiting) == tally.requests.count,
      "\(tally.requests.count) requests: \(tally.requests.hits) hits, \(ended) waits ended, \(waiting) cells wait")
  }

  private func checkTally() throws(InvariantViolation) {
    var unclaimed = tally.preheat
    for slot in 0..<table.slotCount {
      let (key, photo) = (slots[slot], Int32(slot % table.capacity))
      if key.has(.unclaimed) { unclaimed.pending += 1 }
      try Invariant.holds(
        !key.has(.started) || started.contains(order.place(of: photo)), "photo \(photo)'s start is not in the set")
      try Invariant.holds(
        touched.contains(photo) || !(key.has(.started) || key.state.hasJob || key.state.isResident),
        "photo \(photo) is under way, and was never touched")
    }
    try Invariant.holds(unclaimed.isBalanced, "the account of starts does not close: \(unclaimed)")
  }

  /// Checks that a thumbnail is there for a cell or a start, and never beside the full image.
  private func checkThumbnails() throws(InvariantViolation) {
    var account = tally.thumbnails.jobs
    var shownCount = 0
    for photo in 0..<Int32(table.capacity) {
      let (key, image) = (slots[Int(table.thumbnailBase + photo)], slots[order.slot(ofPhoto: photo)])
      if key.has(.unclaimed) { account.pending += 1 }
      if key.state == .displayed { shownCount += 1 }
      let (isStarted, place) = (key.has(.started), order.place(of: photo))
      try Invariant.holds(
        key.state != .displayed || image.has(.awaited), "photo \(photo) shows a thumbnail that none waits for")
      try Invariant.holds(key.state != .kept || isStarted, "photo \(photo)'s thumbnail is kept for no cell")
      try Invariant.holds(
        !image.state.isResident || !(isStarted || key.state.isResident),
        "photo \(photo) has a thumbnail beside the full image")
      try Invariant.holds(
        !isStarted || thumbnails.items.contains(ItemID(rawValue: place)) && thumbnails.started.contains(place),
        "photo \(photo)'s start is not in the range")
      try Invariant.holds(
        key.state == .unknown || thumbnails.touched.contains(photo),
        "photo \(photo)'s thumbnail was never touched")
    }
    try Invariant.holds(
      shownCount == thumbnails.shownCount, "\(shownCount) thumbnails are shown, not \(thumbnails.shownCount)")
    try Invariant.holds(account.isBalanced, "the account of thumbnails does not close: \(account.created) created")
  }
}
