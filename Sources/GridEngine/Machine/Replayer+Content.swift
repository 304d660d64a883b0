import StrategyKit

/// Photos come, go, or become visible while the grid is on screen.
///
/// A slot belongs to a photo and a target size, so what is decoded stays decoded wherever the photo moves. Cells of photos
/// that stay keep what they show; all that was started is stopped, as by the published sample, and the strategy is told.
extension Replayer {
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
    order = next
    self.content = content
    findPlacesTouched(in: after)
    selectLayout(layout)
    if strategy.isRanking { findStale(since: old) }
    old.deallocate()
    strategy.contentChanged(from: ItemID(rawValue: first), count: context.layout.count, at: time)
    strategy.layoutChanged(to: context.layout, at: time)
    thumbnails.window = .empty
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

  /// Cancels what is queued for photos that went, and drops what is held.
  private mutating func forgetPhotos(of before: GridContent, goneFrom after: ContentPlaces) {
    for photos in before.photos {
      var photo = photos.lower
      after.forEachPart(of: photos) { place, count in
        if place == nil { forget(ItemRange(lower: photo, upper: photo + count)) }
        photo += count
      }
    }
  }

  private mutating func forget(_ photos: ItemRange) {
    for photo in photos.lower..<photos.upper {
      for sizeClass in table.targetSizes.indices {
        let slot = sizeClass * table.capacity + Int(photo)
        withdraw(slot)
        if slots[slot].canGo { drop(slot, why: .removed) }
      }
    }
  }
}
