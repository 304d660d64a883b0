import StrategyKit

/// Photos in the cloud: a job for a full image needs the photo's file first, and waits for it apart from the queues of the
/// workers. The flag `remote` of a slot says that its file is not here; without a cloud no slot has it.
///
/// What every replay passes is one look at that flag; what only a cloud needs is kept out of line, and what each event
/// passes is inlined, so that this does not weigh on the code around it (measured: a seventh of a replay otherwise).
extension Replayer {
  /// When the next decode or download ends; the largest integer when none runs.
  @inline(__always)
  var nextEnd: Int64 { min(workers.nextEnd, cloud.nextEnd) }

  /// A job of a cell that waits joins its queue, or waits for its file.
  @inline(__always)
  mutating func joinDemand(_ slot: Int) {
    if slots[slot].has(.remote) { return awaitFile(slot) }
    demand.append(Int32(slot), in: slots)
  }

  @inline(__always)
  mutating func leaveDemand(_ slot: Int) {
    if slots[slot].has(.remote) { return leaveCloud(slot) }
    demand.remove(Int32(slot), in: slots)
  }

  /// A job that only a start wants joins its queue, or waits for its file.
  @inline(__always)
  mutating func joinPreheat(_ slot: Int) {
    if slots[slot].has(.remote) { return awaitFile(slot) }
    preheat.append(Int32(slot), in: slots)
  }

  @inline(__always)
  mutating func leavePreheat(_ slot: Int) {
    if slots[slot].has(.remote) { return leaveCloud(slot) }
    preheat.remove(Int32(slot), in: slots)
  }

  /// Free places take downloads, demand before preheat, first come first served within each.
  @inline(never)
  mutating func takeDownloads() {
    while cloud.hasPlace {
      let first = cloud.demand.first != JobQueue.none ? cloud.demand.first : cloud.preheat.first
      if first == JobQueue.none { return }
      let asset = Int32(Int(first) % table.capacity)
      // All jobs of the photo wait for this one download.
      for slot in slotsOfAsset(asset) where slots[slot].has(.remote) && slots[slot].has(.queued) {
        leaveCloud(slot)
        cloud.underWay.append(Int32(slot), in: slots)
      }
      let bytes = table.fileBytes(ofAsset: Int(asset))
      let time = table.cloud.downloadTime(bytes: bytes)
      cloud.begin(asset, until: now + time.rawValue)
      tally.cloud.downloads += 1
      tally.cloud.bytes += Int64(bytes)
      observer.download(
        table.item(ofSlot: first), bytes: ByteCount(rawValue: Int64(bytes)), takes: time,
        at: Nanoseconds(rawValue: now))
    }
  }

  /// Downloads end now: the files stay, and the jobs that still wait for them join the queues of their kinds, in the order
  /// of their target sizes.
  @inline(never)
  mutating func completeDownloads() {
    while cloud.nextEnd == now {
      let asset = cloud.takeNext()
      observer.downloaded(table.item(ofSlot: asset), at: Nanoseconds(rawValue: now))
      var isWanted = false
      for slot in slotsOfAsset(asset) {
        if !slots[slot].has(.known) {
          table.describe(&slots[slot], item: Int(asset), sizeClass: slot / table.capacity)
        }
        slots[slot].flags.remove(.remote)
        guard slots[slot].has(.queued) else { continue }
        isWanted = true
        cloud.underWay.remove(Int32(slot), in: slots)
        if slots[slot].has(.inDemand) { joinDemand(slot) } else { joinPreheat(slot) }
      }
      if !isWanted { tally.cloud.unwanted += 1 }
    }
  }

  /// A job needs a file that is not here: it shares the download that runs, or queues for one.
  @inline(never)
  private mutating func awaitFile(_ slot: Int) {
    if cloud.isDownloading(Int32(slot % table.capacity)) {
      cloud.underWay.append(Int32(slot), in: slots)
    } else if slots[slot].has(.inDemand) {
      cloud.demand.append(Int32(slot), in: slots)
    } else {
      cloud.preheat.append(Int32(slot), in: slots)
    }
  }

  /// A download that runs goes on without the job.
  @inline(never)
  private mutating func leaveCloud(_ slot: Int) {
    if cloud.isDownloading(Int32(slot % table.capacity)) {
      cloud.underWay.remove(Int32(slot), in: slots)
    } else if slots[slot].has(.inDemand) {
      cloud.demand.remove(Int32(slot), in: slots)
    } else {
      cloud.preheat.remove(Int32(slot), in: slots)
    }
  }

  /// The slots of a photo's full images, one a target size.
  private func slotsOfAsset(_ asset: Int32) -> StrideTo<Int> {
    stride(from: Int(asset), to: table.slotCount, by: table.capacity)
  }
}
