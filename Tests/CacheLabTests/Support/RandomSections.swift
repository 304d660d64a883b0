import StrategyKit

/// Draws sections for a grid of any size.
enum RandomSections {
  /// The same photos in sections of none to 40, some under headers, some with other columns.
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
      sections.append(section)
      left -= section.count
    }
    return layout.laidOut(in: sections, usual: usual)
  }
}
