import StrategyKit

extension Replayer {
  /// Puts another layout into force: every cell releases its image, all that was started is stopped, the strategy is
  /// told. The frame at the same time asks anew at the new target sizes.
  mutating func changeLayout(to layout: GridLayout) {
    tally.layoutChanges += 1
    let time = Nanoseconds(rawValue: now)
    observer?.take(.layout(layout.targetSize), at: now)
    releaseCells()
    meter.clear()
    screen.isChanging = true
    stopAll()
    table.reach(layout)
    let old = order
    order = PlaceMap(content, layout, table)
    selectLayout(layout)
    if strategy.isRanking { findStale(since: old) }
    old.deallocate()
    strategy.layoutChanged(to: context.layout, at: time)
    thumbnails.window = .empty
  }

  mutating func releaseCells() {
    for item in shown.lower..<shown.upper { releaseCell(of: order.photo(at: item), order.slot(at: item)) }
    for photo in carried { releaseCell(of: photo, order.slot(ofPhoto: photo)) }
    carried = []
    shown = .empty
  }

  /// Stops every started photo, in their order (`stopCachingImagesForAllAssets`), then every started thumbnail.
  ///
  /// - Parameter isLettingGo: False if the caller drops bitmaps that nothing wants any more.
  mutating func stopAll(isLettingGo: Bool = true) {
    let ranges = startedRanges()
    if !ranges.isEmpty { observer?.take(.stop(ranges, .full), at: now) }
    for range in ranges {
      for photo in range.lower..<range.upper { stop(order.slot(ofPhoto: photo), isLettingGo: isLettingGo) }
    }
    started = ItemSet()
    stopAllThumbnails()
  }

  private func startedRanges() -> [ItemRange] {
    var ranges: [ItemRange] = []
    let photos = started.ranges.flatMap { order.photos(at: $0) }.sorted { $0.lower < $1.lower }
    for photo in photos.lazy.flatMap({ $0.lower..<$0.upper }) where slots[order.slot(ofPhoto: photo)].has(.started) {
      ranges.join(ItemRange(lower: photo, upper: photo + 1))
    }
    return ranges
  }
}
