/// The beginnings of a grid's sections: item, row and height. Made once a layout, shared by its copies.
///
/// Each look-up is a search among the sections. A section takes 24 bytes: styles are shared, for most grids have one.
final class SectionRows: Sendable {
  private struct Start: Hashable {
    var item: Int32
    var style: Int32
    var row: Int64
    /// The top of the first row, header and inset above it, in thousandths of a point.
    var y: Int64
  }

  let usual: GridSection.Style
  private let styles: [GridSection.Style]
  /// By section, and one more for the end of the content.
  private let starts: ContiguousArray<Start>
  let tallestCell: MilliPoints
  let widestCell: MilliPoints
  let widestGap: MilliPoints
  let widestRow: Int32
  /// True if every section with items has cells of the usual size.
  let hasEqualCells: Bool
  /// The styles of the sections with items, in their order.
  let stylesInUse: [GridSection.Style]

  /// - Precondition: The number of items fits 32 bits.
  init(_ sections: [GridSection], usual: GridSection.Style) {
    var styles: [GridSection.Style] = []
    var known: [GridSection.Style: Int32] = [:]
    var starts: ContiguousArray<Start> = []
    starts.reserveCapacity(sections.count + 1)
    var (item, row, y) = (Int32(0), Int64(0), Int64(0))
    var (gap, below) = (Int64(0), Int64(0))
    var inUse: [GridSection.Style] = []
    var seen: Set<Int32> = []
    for section in sections {
      let style = section.style
      if styles.last != style, known[style] == nil {
        known[style] = Int32(styles.count)
        styles.append(style)
      }
      let above = style.header.rawValue + style.insetTop.rawValue
      starts.append(Start(item: item, style: known[style]!, row: row, y: y + above))
      if section.count > 0 && seen.insert(known[style]!).inserted { inUse.append(style) }
      if section.count > 0 && row > 0 { gap = max(gap, below + above) }
      let after = style.insetBottom.rawValue + style.footer.rawValue
      below = section.count > 0 ? after : below + above + after
      item += section.count
      row += style.rows(section.count)
      y += style.height(section.count).rawValue
    }
    starts.append(Start(item: item, style: 0, row: row, y: y))
    if styles.isEmpty { styles.append(usual) }
    self.usual = usual
    self.styles = styles
    self.starts = starts
    widestCell = styles.map { $0.cellWidth }.max() ?? .zero
    tallestCell = styles.map { $0.cellHeight }.max() ?? .zero
    widestGap = max(MilliPoints(rawValue: gap), styles.map { $0.spacingY }.max() ?? .zero)
    stylesInUse = inUse
    hasEqualCells = inUse.allSatisfy { ($0.cellWidth, $0.cellHeight) == (usual.cellWidth, usual.cellHeight) }
    widestRow = styles.map { $0.columns }.max() ?? 1
  }

  var count: Int { starts.count - 1 }
  var itemCount: Int32 { starts[starts.count - 1].item }
  var rowCount: Int64 { starts[starts.count - 1].row }
  var contentHeight: MilliPoints { MilliPoints(rawValue: starts[starts.count - 1].y) }

  subscript(_ section: Int) -> GridSection {
    GridSection(count: starts[section + 1].item - starts[section].item, style: style(of: section))
  }

  func style(of section: Int) -> GridSection.Style { styles[Int(starts[section].style)] }
  func style(ofRow row: Int64) -> GridSection.Style { style(of: section(ofRow: row)) }
  func firstItem(of section: Int) -> Int32 { starts[section].item }

  /// Returns the top of a section, its header included.
  func minY(of section: Int) -> MilliPoints {
    let style = style(of: section)
    return MilliPoints(rawValue: starts[section].y) - style.header - style.insetTop
  }

  /// Returns the last section that begins at or before `value`, or 0.
  ///
  /// Most sections are much alike, so the search begins at the value's share of the whole and goes away from there in
  /// steps that double.
  @inline(__always)
  private func last(_ value: Int64, _ begin: (Start) -> Int64) -> Int {
    let end = starts.count - 1
    if end == 0 { return 0 }
    let share = value / max(1, begin(starts[end]) / Int64(end))
    var low = Int(min(max(share, 0), Int64(end - 1)))
    var (high, step) = (low + 1, 1)
    if begin(starts[low]) <= value {
      while high < end && begin(starts[high]) <= value { (low, high, step) = (high, min(high + step, end), step * 2) }
    } else {
      while low > 0 && begin(starts[low]) > value { (low, high, step) = (max(low - step, 0), low, step * 2) }
    }
    return (low + 1..<high).partitioningIndex { begin(starts[$0]) > value } - 1
  }

  /// - Precondition: The grid has the item. Sections without items begin with the item of the one that follows them,
  ///   which is returned.
  func section(of item: Int32) -> Int { last(Int64(item)) { Int64($0.item) } }
  private func section(ofRow row: Int64) -> Int { last(row) { $0.row } }

  func row(of item: Int32) -> Int64 {
    let section = section(of: item)
    return starts[section].row + Int64((item - starts[section].item) / style(of: section).columns)
  }

  /// - Parameter top: The top of the first section.
  func extent(ofRow row: Int64, below top: MilliPoints) -> VerticalRange {
    let section = section(ofRow: row)
    let style = style(of: section)
    let y = starts[section].y + (row - starts[section].row) * style.pitch.rawValue
    let minY = top + MilliPoints(rawValue: y)
    return VerticalRange(minY: minY, maxY: minY + style.cellHeight)
  }

  /// - Parameter row: A row of the grid, or the number of rows, for which the number of items is returned.
  func firstItem(ofRow row: Int64) -> Int32 {
    if row >= rowCount { return itemCount }
    let section = section(ofRow: row)
    let step = (row - starts[section].row) * Int64(style(of: section).columns)
    return starts[section].item + Int32(step)
  }

  func rows(from minY: MilliPoints, to maxY: MilliPoints) -> Range<Int64> {
    if rowCount == 0 { return 0..<0 }
    // Of the section whose rows begin at or above `minY`, those that end there are left out; sections before that one end
    // above, too.
    let low = last(minY.rawValue) { $0.y }
    var first = starts[low].row
    let above = minY.rawValue - starts[low].y
    if above >= 0 {
      let style = style(of: low)
      let passed = (above - style.cellHeight.rawValue).flooringDivide(style.pitch.rawValue) + 1
      first = min(first + max(0, passed), starts[low + 1].row)
    }
    let high = last(maxY.rawValue - 1) { $0.y }
    var end = starts[high].row
    let below = maxY.rawValue - starts[high].y
    if below > 0 { end = min(end + below.ceilingDivide(style(of: high).pitch.rawValue), starts[high + 1].row) }
    return first..<max(first, end)
  }
}

extension SectionRows: Hashable {
  static func == (left: SectionRows, right: SectionRows) -> Bool {
    left === right || (left.starts == right.starts && left.styles == right.styles && left.usual == right.usual)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(styles)
    hasher.combine(starts)
  }
}
