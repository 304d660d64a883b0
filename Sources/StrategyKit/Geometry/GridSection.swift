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
    @inlinable
    public var pitch: MilliPoints { cellHeight + spacingY }

    @usableFromInline
    var border: MilliPoints { header + insetTop + insetBottom + footer }

    @usableFromInline
    func rows(_ count: Int32) -> Int64 { (Int64(count) + Int64(columns) - 1) / Int64(columns) }

    func height(_ count: Int32) -> MilliPoints {
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
