/// A run of cells whose rows begin anew, with what stands above and below them; lengths in points.
public struct ScrollTraceSection: Hashable, Sendable {
  public var count: Int
  public var columns: Int
  public var spacingX: Double
  public var spacingY: Double
  /// Width and height of its cells; nil where they are as the grid's.
  public var cell: ScrollTraceCell?
  /// Between header and rows, and between rows and footer; left and right of the rows where the grid scrolls sideways.
  public var insetTop: Double
  public var insetBottom: Double
  /// 0 without one.
  public var header: Double
  public var footer: Double

  public init(
    count: Int, columns: Int, spacingX: Double, spacingY: Double, insetTop: Double = 0, insetBottom: Double = 0,
    header: Double = 0, footer: Double = 0, cell: ScrollTraceCell? = nil
  ) {
    self.count = count
    self.columns = columns
    self.spacingX = spacingX
    self.spacingY = spacingY
    self.insetTop = insetTop
    self.insetBottom = insetBottom
    self.header = header
    self.footer = footer
    self.cell = cell
  }

  /// What stands around the rows and how they lie, without braces; all of it, so that no section hangs on another.
  func style(sideways: Bool) -> String {
    func decimal(_ value: Double) -> String { ScrollTraceText.decimal(value) }
    let own = cell.map { "\"cell\":[\(decimal($0.width)),\(decimal($0.height))]," } ?? ""
    return "\"columns\":\(columns),\(own)\"spacing\":[\(decimal(spacingX)),\(decimal(spacingY))],"
      + "\"inset\":\(ScrollTraceText.insets(insetTop, insetBottom, sideways: sideways)),"
      + "\"header\":\(decimal(header)),\"footer\":\(decimal(footer))"
  }

  /// Sections that are as usual are a number each, runs of one count a pair.
  static func list(_ sections: [ScrollTraceSection], usual: ScrollTraceSection, sideways: Bool) -> String {
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
        elements.append("{\"count\":\(section.count),\(section.style(sideways: sideways))}")
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
