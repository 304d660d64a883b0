/// The visible part, the content and the grid in it; lengths in points.
///
/// A grid that scrolls sideways is recorded turned by a quarter: widths are heights, and `columns` stand above each other.
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
    (self.viewportWidth, self.viewportHeight) = (viewportWidth, viewportHeight)
    (self.contentWidth, self.contentHeight) = (contentWidth, contentHeight)
    self.grid = grid
  }

  /// Members of a header or a layout, without braces.
  var json: String {
    "\"viewport\":\(ScrollTraceText.pair(viewportWidth, viewportHeight)),\(contentText)"
      + (grid.map { ",\"grid\":\($0.json)" } ?? "")
  }

  var contentText: String { "\"content\":\(ScrollTraceText.pair(contentWidth, contentHeight))" }

  /// An offset within what a reader takes: a viewport beyond either end.
  func clamped(thousandths offset: Int64) -> Int64 {
    let length = ScrollTraceText.thousandths(viewportHeight)
    let last = max(0, ScrollTraceText.thousandths(contentHeight) - length)
    return min(max(offset, -length), last + length)
  }
}

/// Cells in columns, in one section or in several; lengths in points.
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
  /// From top to bottom, `count` cells together; empty where rows simply follow each other, and where there are none.
  public var sections: [ScrollTraceSection]
  /// How most sections are, whatever its count; a change of photos is told by it, so only a new layout may have another.
  public var section: ScrollTraceSection?

  public init(
    count: Int, columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double, spacingY: Double,
    insetTop: Double = 0, insetBottom: Double = 0, sections: [ScrollTraceSection] = [],
    section: ScrollTraceSection? = nil
  ) {
    (self.count, self.columns) = (count, columns)
    (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
    (self.spacingX, self.spacingY) = (spacingX, spacingY)
    (self.insetTop, self.insetBottom) = (insetTop, insetBottom)
    self.sections = sections
    self.section = section ?? sections.first
  }

  var json: String {
    "{\"count\":\(count),\"columns\":\(columns),"
      + "\"cell\":\(ScrollTraceText.pair(cellWidth, cellHeight)),"
      + "\"spacing\":\(ScrollTraceText.pair(spacingX, spacingY))\(inset)"
      + (section.map { ",\"section\":{\($0.style)}" } ?? "") + sectionList + "}"
  }

  /// `sections` with a comma before it; empty where the only one is as is usual.
  var sectionList: String {
    guard let section, !sections.isEmpty || count == 0 else { return "" }
    return ",\"sections\":\(ScrollTraceSection.list(sections, usual: section))"
  }

  private var inset: String {
    insetTop == 0 && insetBottom == 0 ? "" : ",\"inset\":\(ScrollTraceText.insets(insetTop, insetBottom))"
  }
}

/// A run of cells whose rows begin anew, with what stands above and below them; lengths in points.
public struct ScrollTraceSection: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var spacingX: Double
  public var spacingY: Double
  /// Width and height of its cells; nil where they are as the grid's.
  public var cell: ScrollTraceCell?
  /// Between header and rows, and between rows and footer.
  public var insetTop: Double
  public var insetBottom: Double
  /// 0 without one.
  public var header: Double
  public var footer: Double

  public init(
    count: Int, columns: Int, spacingX: Double, spacingY: Double, insetTop: Double = 0, insetBottom: Double = 0,
    header: Double = 0, footer: Double = 0, cell: ScrollTraceCell? = nil
  ) {
    (self.count, self.columns, self.cell) = (count, columns, cell)
    (self.spacingX, self.spacingY) = (spacingX, spacingY)
    (self.insetTop, self.insetBottom) = (insetTop, insetBottom)
    (self.header, self.footer) = (header, footer)
  }

  /// What stands around the rows and how they lie, without braces; all of it, so that no section hangs on another.
  var style: String {
    let own = cell.map { "\"cell\":\(ScrollTraceText.pair($0.width, $0.height))," } ?? ""
    return "\"columns\":\(columns),\(own)\"spacing\":\(ScrollTraceText.pair(spacingX, spacingY)),"
      + "\"inset\":\(ScrollTraceText.insets(insetTop, insetBottom)),"
      + "\"header\":\(ScrollTraceText.decimal(header)),\"footer\":\(ScrollTraceText.decimal(footer))"
  }

  /// Sections that are as usual are a number each, runs of one count a pair.
  static func list(_ sections: [ScrollTraceSection], usual: ScrollTraceSection) -> String {
    var elements: [String] = []
    var run = (count: 0, times: 0)
    func end() {
      if run.times > 0 { elements.append(run.times == 1 ? "\(run.count)" : "[\(run.count),\(run.times)]") }
      run.times = 0
    }
    for section in sections {
      var same = usual
      same.count = section.count
      if section != same {
        end()
        elements.append("{\"count\":\(section.count),\(section.style)}")
      } else if run.times > 0 && run.count == section.count {
        run.times += 1
      } else {
        end()
        run = (section.count, 1)
      }
    }
    end()
    return "[\(elements.joined(separator: ","))]"
  }
}

/// The size of a cell, in points.
public struct ScrollTraceCell: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
