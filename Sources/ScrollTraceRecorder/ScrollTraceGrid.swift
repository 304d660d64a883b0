/// Cells of one size in columns, in one section or in several; lengths in points.
public struct ScrollTraceGrid: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double
  /// Above and below everything.
  public var insetTop: Double
  public var insetBottom: Double
  /// From top to bottom, `count` cells together; empty where rows simply follow each other.
  public var sections: [ScrollTraceSection]
  /// How most sections are, whatever its count; a change of photos is told by it, so only a new layout may have another.
  public var section: ScrollTraceSection?

  public init(
    count: Int, columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double, spacingY: Double,
    insetTop: Double = 0, insetBottom: Double = 0, sections: [ScrollTraceSection] = [],
    section: ScrollTraceSection? = nil
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
  }

  var json: String {
    "{\"count\":\(count),\"columns\":\(columns),"
      + "\"cell\":[\(ScrollTraceText.decimal(cellWidth)),\(ScrollTraceText.decimal(cellHeight))],"
      + "\"spacing\":[\(ScrollTraceText.decimal(spacingX)),\(ScrollTraceText.decimal(spacingY))]\(inset)"
      + (section.map { ",\"section\":{\($0.style)}" } ?? "") + sectionList + "}"
  }

  /// `sections` with a comma before it; empty without any.
  var sectionList: String {
    guard let section, !sections.isEmpty else { return "" }
    return ",\"sections\":\(ScrollTraceSection.list(sections, usual: section))"
  }

  private var inset: String {
    insetTop == 0 && insetBottom == 0
      ? "" : ",\"inset\":[\(ScrollTraceText.decimal(insetTop)),0,\(ScrollTraceText.decimal(insetBottom)),0]"
  }
}
