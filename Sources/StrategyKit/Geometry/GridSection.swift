/// A run of items under a header of its own: equal cells whose rows begin anew.
public struct GridSection: Hashable, Sendable {
  /// The cells of a section, and the space above and below them.
  public struct Style: Hashable, Sendable {
    /// Cells side by side, at least 1.
    public var columns: Int32
    public var cellWidth: MilliPoints
    public var cellHeight: MilliPoints
    /// Gap between cells of a row.
    public var spacingX: MilliPoints
    /// Gap between rows.
    public var spacingY: MilliPoints
    /// The gap from the header to the first row.
    public var insetTop: MilliPoints
    /// The gap from the last row to the footer.
    public var insetBottom: MilliPoints
    /// The height of the header; 0 for none.
    public var header: MilliPoints
    /// The height of the footer; 0 for none.
    public var footer: MilliPoints

    /// - Precondition: Columns and sizes are positive and fit 32 bits; gaps and heights are not negative.
    public init(
      columns: some BinaryInteger, cellWidth: MilliPoints, cellHeight: MilliPoints, spacingX: MilliPoints = .zero,
      spacingY: MilliPoints = .zero, insetTop: MilliPoints = .zero, insetBottom: MilliPoints = .zero,
      header: MilliPoints = .zero, footer: MilliPoints = .zero
    ) {
      precondition(columns > 0, "a grid has columns")
      precondition(cellWidth > .zero && cellHeight > .zero, "a cell has a positive size")
      precondition(spacingX >= .zero && spacingY >= .zero, "gaps are not negative")
      precondition(header >= .zero && footer >= .zero, "headers have no negative height")
      self.columns = Int32(columns)
      self.cellWidth = cellWidth
      self.cellHeight = cellHeight
      self.spacingX = spacingX
      self.spacingY = spacingY
      self.insetTop = insetTop
      self.insetBottom = insetBottom
      self.header = header
      self.footer = footer
    }

    /// The same cells without header, footer and insets.
    public var plain: Style {
      Style(columns: columns, cellWidth: cellWidth, cellHeight: cellHeight, spacingX: spacingX, spacingY: spacingY)
    }

    /// The distance from one row's top to the next row's.
    public var pitch: MilliPoints { cellHeight + spacingY }

    var border: MilliPoints { header + insetTop + insetBottom + footer }

    func rows(_ count: Int32) -> Int64 { (Int64(count) + Int64(columns) - 1) / Int64(columns) }

    /// Returns the height of a section of so many items, all around them included.
    package func height(_ count: Int32) -> MilliPoints {
      let rows = rows(count)
      return border + MilliPoints(rawValue: rows == 0 ? 0 : rows * pitch.rawValue - spacingY.rawValue)
    }
  }

  /// Number of items; 0 is legal and shows header and footer alone.
  public var count: Int32
  public var style: Style

  /// - Precondition: The count is not negative and fits 32 bits.
  public init(count: some BinaryInteger, style: Style) {
    precondition(count >= 0, "a section has no negative count")
    self.count = Int32(count)
    self.style = style
  }
}

/// The beginnings of a grid's sections: item, row and height. Made once a layout, shared by its copies.
///
/// Each look-up is a search among the sections. A section takes 24 bytes: styles are shared, for most grids have one.
final class SectionRows: Hashable, Sendable {
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

  static func == (left: SectionRows, right: SectionRows) -> Bool {
    left === right || (left.starts == right.starts && left.styles == right.styles && left.usual == right.usual)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(styles)
    hasher.combine(starts)
  }
}
