/// Cells of one size in columns; lengths in points.
public struct ScrollTraceGrid: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double

  public init(
    count: Int, columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double, spacingY: Double
  ) {
    self.count = count
    self.columns = columns
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.spacingX = spacingX
    self.spacingY = spacingY
  }

  var json: String {
    "{\"count\":\(count),\"columns\":\(columns),"
      + "\"cell\":[\(ScrollTraceText.decimal(cellWidth)),\(ScrollTraceText.decimal(cellHeight))],"
      + "\"spacing\":[\(ScrollTraceText.decimal(spacingX)),\(ScrollTraceText.decimal(spacingY))]}"
  }
}
