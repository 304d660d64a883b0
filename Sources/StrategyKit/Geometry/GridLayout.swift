/// The geometry of a photo grid, in whole thousandths of a point.
///
/// Items lie in rows from left to right, rows below each other. With one section, item `i` lies in row `i / columns`,
/// rows follow each other at `pitch`, and a row covers `[minY, minY + cellHeight)`. With several sections these numbers
/// are the usual ones, and `sections` has those of each. `rows(overlapping:)`, `extent(ofRow:)`, `row(of:)` and
/// `items(inRows:)` hold for both.
public struct GridLayout: Hashable, Sendable {
  /// Number of items; 0 is legal and shows nothing.
  public private(set) var count: Int32
  /// Cells side by side, at least 1.
  public private(set) var columns: Int32
  public private(set) var cellWidth: MilliPoints
  public private(set) var cellHeight: MilliPoints
  /// Gap between cells of a row.
  public private(set) var spacingX: MilliPoints
  /// Gap between rows.
  public private(set) var spacingY: MilliPoints
  /// The space above and below the whole content, headers included.
  public var insetTop: MilliPoints
  public var insetBottom: MilliPoints
  public var viewportWidth: MilliPoints
  public var viewportHeight: MilliPoints
  /// Pixels a point, in thousandths: 3000 on a 3x screen.
  public var scaleThousandths: Int64
  /// The beginnings of sections, or nil for one section with nothing around its rows.
  let several: SectionRows?
  /// True if there are several sections, or something stands around the rows of one: rows do not simply follow at
  /// `pitch`.
  ///
  /// Checked before `several`, which functions that are compiled into a strategy do not touch: a copy of the layout
  /// would count references there.
  public let hasSections: Bool

  /// Creates a grid of one section.
  ///
  /// - Precondition: Columns and sizes are positive, the count and gaps are not negative, and all fit 32 bits.
  public init(
    count: some BinaryInteger, columns: some BinaryInteger, cellWidth: MilliPoints, cellHeight: MilliPoints,
    spacingX: MilliPoints,
    spacingY: MilliPoints, insetTop: MilliPoints = .zero, insetBottom: MilliPoints = .zero,
    viewportWidth: MilliPoints, viewportHeight: MilliPoints, scaleThousandths: Int64
  ) {
    let style = GridSection.Style(
      columns: columns, cellWidth: cellWidth, cellHeight: cellHeight, spacingX: spacingX, spacingY: spacingY)
    self.init(
      sections: CollectionOfOne(GridSection(count: count, style: style)), usual: style, insetTop: insetTop,
      insetBottom: insetBottom, viewportWidth: viewportWidth, viewportHeight: viewportHeight,
      scaleThousandths: scaleThousandths)
  }

  /// Creates a grid of sections below each other. Without any it has no header either.
  ///
  /// - Parameter usual: The style of most sections.
  /// - Precondition: The number of items fits 32 bits.
  public init(
    sections: some Collection<GridSection>, usual: GridSection.Style, insetTop: MilliPoints = .zero,
    insetBottom: MilliPoints = .zero, viewportWidth: MilliPoints, viewportHeight: MilliPoints, scaleThousandths: Int64
  ) {
    precondition(viewportHeight > .zero && scaleThousandths > 0, "a viewport has a height and a scale")
    let first = sections.first
    let isPlain = sections.count <= 1 && usual == usual.plain && first?.style ?? usual == usual
    several = isPlain ? nil : SectionRows(Array(sections), usual: usual)
    hasSections = several != nil
    count = several?.itemCount ?? first?.count ?? 0
    columns = usual.columns
    cellWidth = usual.cellWidth
    cellHeight = usual.cellHeight
    spacingX = usual.spacingX
    spacingY = usual.spacingY
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.viewportWidth = viewportWidth
    self.viewportHeight = viewportHeight
    self.scaleThousandths = scaleThousandths
  }

  /// The distance from one row's top to the next row's.
  @inlinable
  public var pitch: MilliPoints { cellHeight + spacingY }

  /// The number of rows; the last one may be short.
  @inlinable
  public var rowCount: Int64 { hasSections ? sectionRowCount : evenRows.count }

  /// The rows of a grid in which they follow each other at `pitch`.
  @inlinable @inline(__always)
  package var evenRows: EvenRows {
    EvenRows(
      itemCount: Int64(count), columns: Int64(columns), top: insetTop.rawValue, cellHeight: cellHeight.rawValue,
      pitch: pitch.rawValue)
  }

  /// The height of the whole content, insets and headers included.
  public var contentHeight: MilliPoints {
    let rows = rowCount
    let even = MilliPoints(rawValue: rows == 0 ? 0 : rows * pitch.rawValue - spacingY.rawValue)
    return insetTop + (several?.contentHeight ?? even) + insetBottom
  }

  /// The offset at which the content's end meets the viewport's; 0 when the content is shorter.
  public var lastOffset: MilliPoints { max(.zero, contentHeight - viewportHeight) }

  /// Returns the items that the grid has: a plan may reach past its ends.
  @inlinable
  package func clamped(_ items: ItemRange) -> ItemRange {
    let lower = min(max(items.lower, 0), count)
    return ItemRange(lower: lower, upper: min(max(items.upper, lower), count))
  }

  /// The usual target size: the cell's size in pixels, each side rounded up.
  @inlinable
  public var targetSize: PixelSize { targetSize(width: cellWidth, height: cellHeight) }

  @usableFromInline
  func targetSize(width: MilliPoints, height: MilliPoints) -> PixelSize {
    PixelSize(
      width: Int32((width.rawValue * scaleThousandths).ceilingDivide(1_000_000)),
      height: Int32((height.rawValue * scaleThousandths).ceilingDivide(1_000_000)))
  }

  /// Returns the strip that a row's cells cover.
  @inlinable
  public func extent(ofRow row: Int64) -> VerticalRange {
    hasSections ? sectionExtent(ofRow: row) : evenRows.extent(ofRow: row)
  }

  /// Returns the row in which an item lies.
  @inlinable
  public func row(of item: Int32) -> Int64 { hasSections ? sectionRow(of: item) : Int64(item / columns) }

  /// Returns the visible rectangle at an offset, which is not clamped.
  @inlinable
  public func viewport(at offset: MilliPoints) -> VerticalRange {
    VerticalRange(minY: offset, maxY: offset + viewportHeight)
  }

  /// Returns the rows that share a positive height with `range`.
  ///
  /// - Complexity: O(1), two integer divisions; O(log sections) with several sections, here and below.
  @inlinable
  public func rows(overlapping range: VerticalRange) -> Range<Int64> {
    if range.isEmpty { return 0..<0 }
    return hasSections ? sectionRows(overlapping: range) : evenRows.rows(overlapping: range)
  }

  /// Returns the items of rows; a section's last row may be short.
  @inlinable
  public func items(inRows rows: Range<Int64>) -> ItemRange {
    hasSections ? sectionItems(inRows: rows) : evenRows.items(inRows: rows)
  }

  /// Returns the items whose cells share a positive height with `range`.
  @inlinable
  public func items(overlapping range: VerticalRange) -> ItemRange { items(inRows: rows(overlapping: range)) }
}

/// Rows of one height at one pitch, as numbers alone: a copy of a layout counts references, and a frame asks for rows
/// several times. `GridLayout` documents each member.
@usableFromInline
package struct EvenRows: Sendable {
  @usableFromInline let itemCount: Int64
  @usableFromInline let columns: Int64
  @usableFromInline let top: Int64
  @usableFromInline let cellHeight: Int64
  @usableFromInline let pitch: Int64

  @inlinable @inline(__always)
  init(itemCount: Int64, columns: Int64, top: Int64, cellHeight: Int64, pitch: Int64) {
    (self.itemCount, self.columns, self.top, self.cellHeight, self.pitch) = (itemCount, columns, top, cellHeight, pitch)
  }

  @inlinable @inline(__always)
  var count: Int64 { (itemCount + columns - 1) / columns }

  @inlinable @inline(__always)
  package func extent(ofRow row: Int64) -> VerticalRange {
    let minY = MilliPoints(rawValue: top + row * pitch)
    return VerticalRange(minY: minY, maxY: minY + MilliPoints(rawValue: cellHeight))
  }

  /// - Precondition: The range is not empty.
  @inlinable @inline(__always)
  package func rows(overlapping range: VerticalRange) -> Range<Int64> {
    // Row r overlaps when minY(r) < range.maxY and minY(r) + cellHeight > range.minY.
    let below = (range.minY.rawValue - top - cellHeight).flooringDivide(pitch) + 1
    let above = (range.maxY.rawValue - top).ceilingDivide(pitch)
    let rows = count
    let first = min(max(below, 0), rows)
    return first..<min(max(above, first), rows)
  }

  @inlinable @inline(__always)
  package func items(inRows rows: Range<Int64>) -> ItemRange {
    ItemRange(
      lower: Int32(min(rows.lowerBound * columns, itemCount)), upper: Int32(min(rows.upperBound * columns, itemCount)))
  }
}

/// A strip of the content, `[minY, maxY)`, as wide as the grid.
public struct VerticalRange: Hashable, Sendable {
  public var minY: MilliPoints
  public var maxY: MilliPoints

  @inlinable
  public init(minY: MilliPoints, maxY: MilliPoints) {
    self.minY = minY
    self.maxY = maxY
  }

  @inlinable
  public var isEmpty: Bool { maxY <= minY }
}
