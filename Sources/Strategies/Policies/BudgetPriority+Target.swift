import StrategyKit

/// Rows where the scroll will stop, if the phone tells: they lie beyond the window, so they are started beside it, and
/// decoded in time before the rows on the way there.
extension BudgetPriority {
  /// The factor by which the way is taken to be shorter than the work: it is better to be early.
  private static let early = 2.0
  /// The number of frames ahead that are looked at in a fast scroll, and the most viewports that they may be away.
  private static let framesAhead = 3.0
  private static let viewportsAhead = 6.0

  /// Returns how far beyond the reach rows are started and decoded: as far as the next frames may come.
  func nextFrames(_ layout: GridLayout) -> Int64 {
    guard forecast.isFast else { return 0 }
    let way = forecast.speed * forecast.interval * BudgetPriority.framesAhead
    return Int64(min(way, BudgetPriority.viewportsAhead) * Double(layout.viewportHeight.rawValue))
  }

  /// Returns the items that will be on screen where the scroll stops and are not in `window`.
  func items(atTargetBeside window: ItemRange, _ layout: GridLayout) -> ItemRange {
    guard let target = forecast.aim else { return .empty }
    let items = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: target)))
    return items.lower >= window.lower ? items.after(window) : items.before(window)
  }

  /// Decides whether they are decoded now.
  mutating func chooseAim(_ layout: GridLayout, _ jobs: JobView, cost: Double, since: Double) {
    guard !far.isEmpty else { return aim(at: .empty, layout) }
    let row = layout.row(of: forecast.isMovingDown ? far.lower : far.upper - 1)
    let visit = forecast.visit(layout.extent(ofRow: row))
    let work = Double(far.count) * cost / Double(jobs.workers)
    aim(at: visit.begin - since < work * BudgetPriority.early ? far : .empty, layout)
  }

  /// Excludes the bitmaps of the aim from those that may be dropped, and includes those of an earlier aim again.
  private mutating func aim(at items: ItemRange, _ layout: GridLayout) {
    if items == aim { return }
    held = held.hull(with: aim)
    aim = items
    hasKnownRows = false
    aimedRows = items.isEmpty ? 0..<0 : layout.row(of: items.lower)..<layout.row(of: items.upper - 1) + 1
  }

  /// Returns the bitmap that a cell on screen replaces when nothing else may be dropped: the one of the aim that is
  /// seen last.
  func lastOfAim(_ jobs: JobView) -> ItemID? {
    for step in 0..<Int32(aim.count) {
      let item = ItemID(rawValue: forecast.isMovingDown ? aim.upper - 1 - step : aim.lower + step)
      let state = jobs.state(of: item)
      if state.contains(.resident) && !state.contains(.displayed) { return item }
    }
    return nil
  }
}
