import StrategyKit

/// Draws sections for a grid of any size.
enum RandomSections {
  /// The same photos in sections of none to 40, some under headers, some with other columns, some with other cells.
  static func laidOut(_ layout: GridLayout, _ next: (Int) -> Int) -> GridLayout {
    var usual = layout.usual
    usual.header = .points(next(60))
    usual.insetBottom = MilliPoints(rawValue: Int64(next(9_000)))
    var sections: [GridSection] = []
    var left = layout.count
    while left > 0 {
      var section = GridSection(count: min(left, Int32(next(41))), style: usual)
      if next(5) == 0 {
        section.style.columns = Int32(1 + next(6))
        section.style.footer = .points(next(200))
        section.style.insetTop = .points(next(20))
        section.style.spacingY = MilliPoints(rawValue: Int64(next(5_000)))
      }
      if next(6) == 0 {
        section.style.cellWidth = MilliPoints(rawValue: usual.cellWidth.rawValue * Int64(2 + next(5)) / 4)
        section.style.cellHeight = MilliPoints(rawValue: usual.cellHeight.rawValue * Int64(1 + next(6)) / 3)
      }
      sections.append(section)
      left -= section.count
    }
    return layout.laidOut(in: sections, usual: usual)
  }
}
