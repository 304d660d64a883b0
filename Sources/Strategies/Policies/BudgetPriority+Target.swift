import StrategyKit

/// What will be seen where the scroll stops, where the phone says so: its rows lie beyond the window, so they are started
/// beside it and decoded once it is time, before the rows on the way there.
extension BudgetPriority {
  /// The way there is taken to be so many times as short as the work: it is better to be early.
  private static let early = 2.0
  /// Frames ahead that are looked at where the scroll is fast, and viewports that they may be away.
  private static let framesAhead = 3.0
  private static let viewportsAhead = 6.0

  /// How far ahead rows are started and decoded beyond the reach: as far as the next frames may be.
  func nextFrames(_ layout: GridLayout) -> Int64 {
    guard forecast.isFast else { return 0 }
    let way = forecast.speed * forecast.interval * BudgetPriority.framesAhead
    return Int64(min(way, BudgetPriority.viewportsAhead) * Double(layout.viewportHeight.rawValue))
  }

  /// Items that will be on screen where the scroll stops, as far as they are not in `window`.
  func items(atTargetBeside window: ItemRange, _ layout: GridLayout) -> ItemRange {
    guard let target = forecast.aim else { return .empty }
    let items = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: target)))
    return items.lower >= window.lower ? items.after(window) : items.before(window)
  }

  /// Chooses whether they are to be decoded now.
  mutating func chooseAim(_ layout: GridLayout, _ jobs: JobView, cost: Double, since: Double) {
    guard !far.isEmpty else { return aim(at: .empty, layout) }
    let row = layout.row(of: forecast.movesDown ? far.lower : far.upper - 1)
    let visit = forecast.visit(layout.extent(ofRow: row))
    let work = Double(far.count) * cost / Double(jobs.workers)
    aim(at: visit.begin - since < work * BudgetPriority.early ? far : .empty, layout)
  }

  /// Bitmaps of the aim are not among those that may go; those of an earlier aim are again.
  private mutating func aim(at items: ItemRange, _ layout: GridLayout) {
    if items == aim { return }
    held = held.hull(with: aim)
    aim = items
    rowsAreKnown = false
    aimedRows = items.isEmpty ? 0..<0 : layout.row(of: items.lower)..<layout.row(of: items.upper - 1) + 1
  }

  /// What a cell on screen takes when nothing else may go: the bitmap of the aim that is seen last.
  func lastOfAim(_ jobs: JobView) -> ItemID? {
    for step in 0..<Int32(aim.count) {
      let item = ItemID(rawValue: forecast.movesDown ? aim.upper - 1 - step : aim.lower + step)
      let state = jobs.state(of: item)
      if state.contains(.resident) && !state.contains(.displayed) { return item }
    }
    return nil
  }
}
