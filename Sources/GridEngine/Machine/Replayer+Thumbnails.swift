struct Thumbnails: Sendable {
  /// A range with the started places; it shrinks as they are looked for.
  var items = ItemRange.empty
  /// Places that were started and not stopped; some may have been evicted since.
  var started = ItemSet()
  /// Photos whose thumbnails were ever started.
  var touched = ItemSet()
  var window = ItemRange.empty
  var shownCount = 0
}

/// Thumbnails that stand in: what is theirs alone. A thumbnail's job is a job as all others, with its own key, cost and
/// bytes, ahead of all full ones; its bitmap is held while it is started or a cell shows it, and goes when the full one is
/// there.
extension Replayer {
  /// Returns the slot of a photo's thumbnail; nil, and known to the compiler, where none stand in.
  @inline(__always)
  func thumbnail(of photo: Int32) -> Int? { hasThumbnails ? Int(table.thumbnailBase + photo) : nil }

  @inline(__always)
  func image(ofThumbnail slot: Int) -> Int { order.slot(ofPhoto: Int32(slot) - table.thumbnailBase) }

  @inline(__always)
  func isThumbnailShown(_ slot: Int) -> Bool {
    guard hasThumbnails, let thumbnail = thumbnail(of: photo(ofSlot: slot)) else { return false }
    return slots[thumbnail].state == .displayed
  }

  /// Starts the thumbnails of cells that came and wait, and stops those of cells that left: the last part of a frame.
  mutating func planThumbnails() {
    let (visible, before) = (context.layout.items(overlapping: context.viewport), thumbnails.window)
    startAwaited(visible.before(before))
    startAwaited(visible.after(before))
    stopThumbnails(before.before(visible))
    stopThumbnails(before.after(visible))
    thumbnails.window = visible
  }

  private mutating func startAwaited(_ items: ItemRange) {
    var id = items.lower
    while id < items.upper {
      let first = id
      while id < items.upper && slots[slot(of: id)].has(.awaited) { id += 1 }
      startThumbnails(ItemRange(lower: first, upper: id))
      id += 1
    }
  }

  /// Starts the thumbnails of items whose cells wait; nothing happens for a file without one.
  private mutating func startThumbnails(_ items: ItemRange) {
    if items.isEmpty { return }
    tellStart(of: items, tier: .thumbnail)
    thumbnails.items = thumbnails.items.hull(with: items)
    thumbnails.started.insert(items)
    eachRun(at: items) { replayer, photos, _ in replayer.thumbnails.touched.insert(photos) }
    eachPhoto(at: items) { replayer, photo, _ in
      let slot = Int(replayer.table.thumbnailBase + photo)
      if replayer.slots[slot].state == .unknown {
        replayer.table.describeThumbnail(&replayer.slots[slot], item: Int(photo))
      }
      if !replayer.slots[slot].has(.broken) { replayer.start(slot, cause: .demand) }
    }
  }

  mutating func stopThumbnails(_ items: ItemRange) {
    if items.isEmpty { return }
    if observer != nil {
      for photos in order.photos(at: items) { observer?.take(.stop([photos], .thumbnail), at: now) }
    }
    for range in thumbnails.started.ranges {
      eachPhoto(at: range.common(with: items)) { replayer, photo, _ in
        replayer.stop(Int(replayer.table.thumbnailBase + photo))
      }
    }
    thumbnails.started.remove(items)
  }

  mutating func stopAllThumbnails() {
    stopThumbnails(thumbnails.items)
    (thumbnails.items, thumbnails.started) = (.empty, ItemSet())
  }

  /// Shows the thumbnail of a cell that began to wait, or hurries its job.
  mutating func showThumbnail(_ slot: Int) {
    if slots[slot].state.isResident { replaceBlank(slot) } else { hurry(slot) }
  }

  mutating func deliverThumbnail(_ slot: Int) {
    let image = image(ofThumbnail: slot)
    guard slots[image].has(.awaited) else { return }
    countFirstWait(image)
    replaceBlank(slot)
    let photo = Int32(slot) - table.thumbnailBase
    let place = order.place(of: photo)
    meter.show(place, wasBlank: true, isSharp: false)
    screen.show(place, wasBlank: true, isSharp: false, at: now)
    observer?.show(photo, .thumbnail, at: now)
  }

  private mutating func replaceBlank(_ slot: Int) {
    display(slot)
    if slots[slot].has(.unclaimed) {
      slots[slot].flags.remove(.unclaimed)
      tally.thumbnails.jobs.useful += 1
    }
    blankCount -= 1
    thumbnails.shownCount += 1
  }

  mutating func retire(_ slot: Int) {
    stop(slot)
    if slots[slot].state.isWaiting {
      cancel(slot)
    } else if slots[slot].state == .displayed {
      hide(slot)
    }
  }

  /// Counts the wait of a cell that has its first image, of either tier, or leaves without one.
  mutating func countFirstWait(_ slot: Int) {
    tally.thumbnails.waits.append(now - slots[slot].requestedAt, isCold: slots[slot].has(.cold))
  }

  /// Drops the thumbnail that is only started and farthest from what is shown, once no full bitmap may go; returns
  /// false if there is none.
  mutating func evictThumbnail() -> Bool {
    func isStarted(_ item: Int32) -> Bool { slots[Int(table.thumbnailBase + order.photo(at: item))].has(.started) }
    while !thumbnails.items.isEmpty && !isStarted(thumbnails.items.upper - 1) { thumbnails.items.upper -= 1 }
    while !thumbnails.items.isEmpty && !isStarted(thumbnails.items.lower) { thumbnails.items.lower += 1 }
    var rest = thumbnails.items
    while !rest.isEmpty {
      let isLower = shown.lower - rest.lower > rest.upper - 1 - shown.upper
      let item = isLower ? rest.lower : rest.upper - 1
      if isLower { rest.lower += 1 } else { rest.upper -= 1 }
      guard let slot = thumbnail(of: order.photo(at: item)), slots[slot].state == .kept else { continue }
      evict(slot)
      return true
    }
    return false
  }
}
