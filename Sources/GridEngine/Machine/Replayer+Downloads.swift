/// Photos in the cloud: a job for a full image needs the photo's file first, and waits for it apart from the queues of the
/// workers. One download serves all jobs of the photo; without a cloud no slot is ever `remote`.
///
/// What each event passes is one look at the slot's state; what only a cloud needs is kept out of line, so that this does
/// not weigh on the code around it (measured: a seventh of a replay otherwise).
extension Replayer {
  /// Begins downloads while places are free, demand before preheat, first come first served within each.
  @inline(never)
  mutating func takeDownloads() {
    while downloads.idleCount > 0 {
      let first = jobs.downloads.first
      if first == SlotQueue.none { return }
      let asset = Int32(Int(first) % table.capacity)
      // All jobs of the photo wait for this one download.
      for slot in slotsOfPhoto(asset) where slots[slot].state == .awaitingFile {
        leaveCloud(slot)
        slots[slot].state = .downloading
      }
      let bytes = table.fileBytes(ofAsset: Int(asset))
      let time = table.cloud.downloadTime(bytes: bytes)
      downloads.begin(asset, until: hasOutsideDecodes ? .max : now + time.rawValue)
      decodes?.download(slot: first)
      tally.cloud.downloads += 1
      tally.cloud.bytes += Int64(bytes)
      observer?.take(
        .download(table.item(ofSlot: first).rawValue, bytes: Int64(bytes), cost: time.rawValue), at: now)
    }
  }

  /// Ends the downloads that are due. Jobs that wait for their files join their queues in the order of target sizes.
  @inline(never)
  mutating func completeDownloads() {
    while downloads.nextEnd == now { completeDownload(of: downloads.takeNext()) }
  }

  mutating func completeDownload(of asset: Int32) {
    observer?.take(.downloaded(table.item(ofSlot: asset).rawValue), at: now)
    var isWanted = false
    for slot in slotsOfPhoto(asset) {
      if slots[slot].state == .unknown {
        table.describe(&slots[slot], item: Int(asset), sizeClass: slot / table.capacity)
      }
      let wasAwaited = slots[slot].state == .downloading
      if slots[slot].state.isRemote { slots[slot].state = .absent }
      guard wasAwaited else { continue }
      isWanted = true
      join(slot, slots[slot].cause)
    }
    if !isWanted { tally.cloud.unwanted += 1 }
  }

  /// Queues a job for the download of its file, or lets it share the one that runs.
  @inline(never)
  mutating func awaitFile(_ slot: Int) {
    if downloads.contains(Int32(slot % table.capacity)) {
      slots[slot].state = .downloading
      return
    }
    slots[slot].state = .awaitingFile
    jobs.downloads.append(slot, in: slots)
  }

  /// Undoes the beginning of a decode whose file turns out to be in the cloud; all jobs of the photo that wait for a
  /// worker wait for the file.
  mutating func leaveInCloud(_ slot: Int) {
    workers.take(Int32(slot))
    ledger.discard(slots[slot].bytes)
    if slots[slot].isAhead { tally.preheatDecodes -= 1 }
    slots[slot].isAhead = false
    slots[slot].flags.remove(.decodedBefore)
    observeLedger()
    let isAwaited = slots[slot].has(.awaited)
    if isAwaited || slots[slot].has(.started) {
      slots[slot].state = .remote
      join(slot, isAwaited ? .demand : .preheat)
    } else {
      loseJob(slot)
    }
    for other in slotsOfPhoto(Int32(slot % table.capacity)) where other != slot {
      let isQueued = slots[other].state == .queued
      guard isQueued || slots[other].state == .absent else { continue }
      if isQueued { leave(other) }
      slots[other].state = .remote
      if isQueued { join(other, slots[other].cause) }
    }
  }

  private mutating func loseJob(_ slot: Int) {
    slots[slot].state = .remote
    slots[slot].flags.remove(.forDemand)
    waste(slot)
    evictionPolicy.base?.dropped(Int32(slot))
  }

  mutating func failDownload(of asset: Int32) {
    for slot in slotsOfPhoto(asset) where slots[slot].state == .downloading {
      tally.failedDecodes += 1
      loseJob(slot)
    }
  }

  /// Takes a job out of the queue for downloads; a download that runs goes on.
  @inline(never)
  mutating func leaveCloud(_ slot: Int) {
    if slots[slot].state == .awaitingFile { jobs.downloads.remove(slot, in: slots) }
  }

  func slotsOfPhoto(_ photo: Int32) -> StrideTo<Int> {
    stride(from: Int(photo), to: table.targetSizes.count * table.capacity, by: table.capacity)
  }
}
