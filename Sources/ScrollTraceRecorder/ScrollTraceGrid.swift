/// Cells of one size in columns; lengths in points.
public struct ScrollTraceGrid: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double
  /// Above the first row and below the last.
  public var insetTop: Double
  public var insetBottom: Double

  public init(
    count: Int, columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double, spacingY: Double,
    insetTop: Double = 0, insetBottom: Double = 0
  ) {
    self.count = count
    self.columns = columns
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.spacingX = spacingX
    self.spacingY = spacingY
    self.insetTop = insetTop
    self.insetBottom = insetBottom
  }

  var json: String {
    "{\"count\":\(count),\"columns\":\(columns),"
      + "\"cell\":[\(ScrollTraceText.decimal(cellWidth)),\(ScrollTraceText.decimal(cellHeight))],"
      + "\"spacing\":[\(ScrollTraceText.decimal(spacingX)),\(ScrollTraceText.decimal(spacingY))]\(inset)}"
  }

  private var inset: String {
    insetTop == 0 && insetBottom == 0
      ? "" : ",\"inset\":[\(ScrollTraceText.decimal(insetTop)),0,\(ScrollTraceText.decimal(insetBottom)),0]"
  }
}
