/// Cells in columns, in one section or in several; lengths in points, as the screen shows them.
public struct ScrollTraceGrid: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double
  /// Above and below everything; left and right of it where the grid scrolls sideways.
  public var insetTop: Double
  public var insetBottom: Double
  /// From top to bottom, `count` cells together; empty where rows simply follow each other, and where there are none.
  public var sections: [ScrollTraceSection]
  /// How most sections are, whatever its count; a change of photos is told by it, so only a new layout may have another.
  public var section: ScrollTraceSection?
  /// Whether offsets are those of the left edge. `columns` are then the cells above each other, which places count down.
  public var scrollsSideways: Bool

  public init(
    count: Int, columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double, spacingY: Double,
    insetTop: Double = 0, insetBottom: Double = 0, sections: [ScrollTraceSection] = [],
    section: ScrollTraceSection? = nil, scrollsSideways: Bool = false
  ) {
    self.count = count
    self.columns = columns
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.spacingX = spacingX
    self.spacingY = spacingY
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.sections = sections
    self.section = section ?? sections.first
    self.scrollsSideways = scrollsSideways
  }

  var json: String {
    "{\"count\":\(count),\"columns\":\(columns),"
      + "\"cell\":[\(ScrollTraceText.decimal(cellWidth)),\(ScrollTraceText.decimal(cellHeight))],"
      + "\"spacing\":[\(ScrollTraceText.decimal(spacingX)),\(ScrollTraceText.decimal(spacingY))]\(inset)"
      + (scrollsSideways ? ",\"axis\":\"x\"" : "")
      + (section.map { ",\"section\":{\($0.style(sideways: scrollsSideways))}" } ?? "") + sectionList + "}"
  }

  /// `sections` with a comma before it; empty where the only one is as is usual.
  var sectionList: String {
    guard let section, !sections.isEmpty || count == 0 else { return "" }
    return ",\"sections\":\(ScrollTraceSection.list(sections, usual: section, sideways: scrollsSideways))"
  }

  private var inset: String {
    insetTop == 0 && insetBottom == 0
      ? "" : ",\"inset\":\(ScrollTraceText.insets(insetTop, insetBottom, sideways: scrollsSideways))"
  }
}
