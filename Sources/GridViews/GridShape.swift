// Whoever imports this module has the driver, too.
@_exported public import GridDriver

/// How cells of one size lie in columns, in points: what a layout is made of besides the window that shows it.
public struct GridShape: Hashable, Sendable {
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double
  /// What lies above the first row and below the last one.
  public var top: Double
  public var bottom: Double

  public init(
    columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double = 0, spacingY: Double = 0, top: Double = 0,
    bottom: Double = 0
  ) {
    self.columns = columns
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.spacingX = spacingX
    self.spacingY = spacingY
    self.top = top
    self.bottom = bottom
  }

  /// Columns that share a width.
  ///
  /// - Parameters:
  ///   - columns: At least 1.
  ///   - width: Of all columns and the gaps between them.
  ///   - spacing: Between columns, and between rows.
  ///   - aspect: A cell's width for each point of its height.
  ///   - top: What lies above the first row.
  ///   - bottom: What lies below the last row.
  public init(
    columns: Int, sharing width: Double, spacing: Double = 0, aspect: Double = 1, top: Double = 0, bottom: Double = 0
  ) {
    let columns = max(1, columns)
    let cell = max(0, (width - spacing * Double(columns - 1)) / Double(columns))
    self.init(
      columns: columns, cellWidth: cell, cellHeight: aspect > 0 ? cell / aspect : cell, spacingX: spacing,
      spacingY: spacing, top: top, bottom: bottom)
  }

  /// The rectangle of a cell in its content.
  public struct Cell: Hashable, Sendable {
    public var minX: Double
    public var minY: Double
    public var width: Double
    public var height: Double

    public init(minX: Double, minY: Double, width: Double, height: Double) {
      self.minX = minX
      self.minY = minY
      self.width = width
      self.height = height
    }
  }

  /// Reads the shape off the cells that lie there; nil where there is none.
  ///
  /// It asks for the first row and the first and the last cell below it. Rows may run from right to left.
  ///
  /// - Parameters:
  ///   - count: Cells.
  ///   - contentHeight: Of all cells, with what lies above and below.
  ///   - cell: Where a cell lies; nil where nobody knows.
  public init?(count: Int, contentHeight: Double, cell: (Int) -> Cell?) {
    guard count > 0, let first = cell(0), let last = cell(count - 1) else { return nil }
    var columns = 1
    var (gapX, gapY) = (0.0, 0.0)
    while columns < count, let next = cell(columns) {
      // Half a point is no row.
      if next.minY > first.minY + 0.5 {
        gapY = next.minY - first.minY - first.height
        break
      }
      if columns == 1 { gapX = abs(next.minX - first.minX) - first.width }
      columns += 1
    }
    self.init(
      columns: columns, cellWidth: first.width, cellHeight: first.height, spacingX: max(0, gapX),
      spacingY: max(0, gapY), top: max(0, first.minY), bottom: max(0, contentHeight - last.minY - last.height))
  }
}

/// The part of the screen that a grid scrolls in, in points.
public struct GridWindow: Hashable, Sendable {
  public var width: Double
  public var height: Double
  /// Pixels a point.
  public var scale: Double
  /// What bars cover at rest at either end: `adjustedContentInset`.
  public var insetTop: Double
  public var insetBottom: Double

  public init(width: Double, height: Double, scale: Double, insetTop: Double = 0, insetBottom: Double = 0) {
    self.width = width
    self.height = height
    self.scale = scale
    self.insetTop = insetTop
    self.insetBottom = insetBottom
  }
}

extension GridLayout {
  /// The layout of a grid in its window. Its offset is 0 where the scroll view rests at the top, below its bars.
  ///
  /// A view that has not been laid out yet gives a layout all the same, of at least a point a side: another one follows.
  ///
  /// - Parameters:
  ///   - count: Cells.
  ///   - shape: Nil for a grid without cells.
  ///   - window: What shows them.
  public init(count: Int, shape: GridShape?, window: GridWindow) {
    let shape = shape ?? GridShape(columns: 1, cellWidth: 1, cellHeight: 1)
    func size(_ points: Double) -> MilliPoints { max(.points(1), .points(points)) }
    func gap(_ points: Double) -> MilliPoints { max(.zero, .points(points)) }
    self.init(
      count: Int32(clamping: max(0, count)), columns: Int32(clamping: max(1, shape.columns)),
      cellWidth: size(shape.cellWidth), cellHeight: size(shape.cellHeight), spacingX: gap(shape.spacingX),
      spacingY: gap(shape.spacingY), insetTop: gap(shape.top + window.insetTop),
      insetBottom: gap(shape.bottom + window.insetBottom), viewportWidth: size(window.width),
      viewportHeight: size(window.height),
      scaleThousandths: max(1000, MilliPoints.points(window.scale).rawValue))
  }
}
