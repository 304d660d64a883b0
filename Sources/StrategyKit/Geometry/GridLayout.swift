/// Where the cells of a photo grid lie: geometry in whole thousandths of a point, nothing in floating point.
///
/// Item `i` lies in row `i / columns`; rows follow each other at `pitch`; a row covers `[minY, minY + cellHeight)`.
public struct GridLayout: Hashable, Sendable {
  /// Number of items; 0 is legal and shows nothing.
  public var count: Int32
  /// Cells side by side, at least 1.
  public var columns: Int32
  public var cellWidth: MilliPoints
  public var cellHeight: MilliPoints
  /// Gap between cells of a row.
  public var spacingX: MilliPoints
  /// Gap between rows.
  public var spacingY: MilliPoints
  public var insetTop: MilliPoints
  public var insetBottom: MilliPoints
  public var viewportWidth: MilliPoints
  public var viewportHeight: MilliPoints
  /// Pixels a point, in thousandths: 3000 on a 3x screen.
  public var scaleThousandths: Int64

  /// - Precondition: positive columns and sizes, a count and gaps that are not negative.
  public init(
    count: Int32, columns: Int32, cellWidth: MilliPoints, cellHeight: MilliPoints, spacingX: MilliPoints,
    spacingY: MilliPoints, insetTop: MilliPoints = .zero, insetBottom: MilliPoints = .zero,
    viewportWidth: MilliPoints, viewportHeight: MilliPoints, scaleThousandths: Int64
  ) {
    precondition(count >= 0 && columns > 0, "a grid has columns and no negative count")
    precondition(cellWidth > .zero && cellHeight > .zero, "a cell has a positive size")
    precondition(spacingX >= .zero && spacingY >= .zero, "gaps are not negative")
    precondition(viewportHeight > .zero && scaleThousandths > 0, "a viewport has a height and a scale")
    self.count = count
    self.columns = columns
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.spacingX = spacingX
    self.spacingY = spacingY
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.viewportWidth = viewportWidth
    self.viewportHeight = viewportHeight
    self.scaleThousandths = scaleThousandths
  }

  /// The distance from one row's top to the next row's.
  @inlinable
  public var pitch: MilliPoints { cellHeight + spacingY }

  /// Rows it takes to show all items; the last one may be short.
  @inlinable
  public var rowCount: Int64 { (Int64(count) + Int64(columns) - 1) / Int64(columns) }

  /// Height of the whole content, insets included.
  @inlinable
  public var contentHeight: MilliPoints {
    let rows = rowCount
    let cells = rows == 0 ? 0 : rows * pitch.rawValue - spacingY.rawValue
    return insetTop + insetBottom + MilliPoints(rawValue: cells)
  }

  /// The offset at which the content's end meets the viewport's; 0 when the content is shorter.
  @inlinable
  public var lastOffset: MilliPoints { max(.zero, contentHeight - viewportHeight) }

  /// A plan may reach past the grid's ends; items that are not there are left out.
  @inlinable
  package func clamped(_ items: ItemRange) -> ItemRange {
    let lower = min(max(items.lower, 0), count)
    return ItemRange(lower: lower, upper: min(max(items.upper, lower), count))
  }

  /// What a cell asks for: its size in pixels, each side rounded up.
  @inlinable
  public var targetSize: PixelSize {
    PixelSize(
      width: Int32((cellWidth.rawValue * scaleThousandths).ceilingDivide(1_000_000)),
      height: Int32((cellHeight.rawValue * scaleThousandths).ceilingDivide(1_000_000))
    )
  }

  /// The top of a row.
  @inlinable
  public func minY(ofRow row: Int64) -> MilliPoints {
    MilliPoints(rawValue: insetTop.rawValue + row * pitch.rawValue)
  }

  /// The visible rectangle at a scroll offset; overscroll is not clamped.
  @inlinable
  public func viewport(at offset: MilliPoints) -> VerticalRange {
    VerticalRange(minY: offset, maxY: offset + viewportHeight)
  }

  /// Rows that share a positive height with `range`, the last one excluded.
  ///
  /// - Complexity: O(1), two integer divisions.
  @inlinable
  public func rows(overlapping range: VerticalRange) -> Range<Int64> {
    if range.isEmpty { return 0..<0 }
    let pitch = pitch.rawValue
    // Row r overlaps when minY(r) < range.maxY and minY(r) + cellHeight > range.minY.
    let below = (range.minY.rawValue - insetTop.rawValue - cellHeight.rawValue).flooringDivide(pitch) + 1
    let above = (range.maxY.rawValue - insetTop.rawValue).ceilingDivide(pitch)
    let rows = rowCount
    let first = min(max(below, 0), rows)
    return first..<min(max(above, first), rows)
  }

  /// Items of some rows; the grid's last row may be short.
  @inlinable
  public func items(inRows rows: Range<Int64>) -> ItemRange {
    let total = Int64(count)
    return ItemRange(
      lower: Int32(min(rows.lowerBound * Int64(columns), total)),
      upper: Int32(min(rows.upperBound * Int64(columns), total)))
  }

  /// Items whose cells share a positive height with `range`.
  ///
  /// - Complexity: O(1), two integer divisions.
  @inlinable
  public func items(overlapping range: VerticalRange) -> ItemRange { items(inRows: rows(overlapping: range)) }
}
