/// The visible part, the content and the grid in it; lengths in points.
public struct ScrollTraceGeometry: Hashable, Sendable {
  public var viewportWidth: Double
  public var viewportHeight: Double
  public var contentWidth: Double
  public var contentHeight: Double
  /// The grid; nil where cells do not lie as in one.
  public var grid: ScrollTraceGrid?

  public init(
    viewportWidth: Double, viewportHeight: Double, contentWidth: Double, contentHeight: Double,
    grid: ScrollTraceGrid? = nil
  ) {
    self.viewportWidth = viewportWidth
    self.viewportHeight = viewportHeight
    self.contentWidth = contentWidth
    self.contentHeight = contentHeight
    self.grid = grid
  }

  /// Members of a header or a layout, without braces.
  var json: String {
    let sizes =
      "\"viewport\":[\(ScrollTraceText.decimal(viewportWidth)),\(ScrollTraceText.decimal(viewportHeight))],"
      + "\"content\":[\(ScrollTraceText.decimal(contentWidth)),\(ScrollTraceText.decimal(contentHeight))]"
    return sizes + (grid.map { ",\"grid\":\($0.json)" } ?? "")
  }

  /// An offset within what a reader takes: a viewport beyond either end.
  func clamped(thousandths offset: Int64) -> Int64 {
    let isSideways = grid?.scrollsSideways ?? false
    let length = ScrollTraceText.thousandths(isSideways ? viewportWidth : viewportHeight)
    let last = max(0, ScrollTraceText.thousandths(isSideways ? contentWidth : contentHeight) - length)
    return min(max(offset, -length), last + length)
  }
}
