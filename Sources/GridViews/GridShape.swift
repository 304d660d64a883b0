// A file that imports this module has the driver, too.
@_exported public import GridDriver

/// The arrangement of cells in columns, in points, from which a layout is made for a window.
///
///     GridShape(columns: 3, sharing: window.width, spacing: 2)
///
/// A grid that scrolls sideways has rows in place of columns. Its shape is turned by a quarter: a width is a height on the
/// screen, and `top` is on the left.
///
///     GridShape(rows: 2, sharing: window.height, spacing: 2)
///     GridShape.pages(of: window, spacing: 20)
///
/// Sections lie below each other, and rows begin anew in each:
///
///     GridShape(columns: 3, sharing: window.width, spacing: 2)
///       .sections(days.map { GridShape.Section(count: $0.photos.count, header: 44) })
public struct GridShape: Hashable, Sendable {
  public var columns: Int
  public var cellWidth: Double
  public var cellHeight: Double
  public var spacingX: Double
  public var spacingY: Double
  /// The space above the first row and below the last one; with sections, above and below all of them.
  public var top: Double
  public var bottom: Double
  /// The sections from top to bottom; none if all cells are in one that has nothing around it.
  public var sections: [Section] = []
  /// The axis along which the grid scrolls.
  public var axis: GridAxis = .vertical

  /// Cells under a header of their own. Without cells, the header and the footer stand all the same.
  public struct Section: Hashable, Sendable {
    /// The number of cells.
    public var count: Int
    /// The height of the header, or 0 if there is none; a pinned header counts where it stands unpinned.
    public var header: Double
    /// The height of the footer, or 0 if there is none.
    public var footer: Double
    /// The gap from the header to the first row.
    public var top: Double
    /// The gap from the last row to the footer.
    public var bottom: Double
    /// The shape of the cells, or nil for that of the whole grid. Its sections, its axis, `top` and `bottom` do not count.
    public var cells: GridShape?

    public init(
      count: Int, header: Double = 0, footer: Double = 0, top: Double = 0, bottom: Double = 0, cells: GridShape? = nil
    ) {
      self.count = count
      (self.header, self.footer, self.top, self.bottom) = (header, footer, top, bottom)
      self.cells = cells
    }
  }

  public init(
    columns: Int, cellWidth: Double, cellHeight: Double, spacingX: Double = 0, spacingY: Double = 0, top: Double = 0,
    bottom: Double = 0
  ) {
    self.columns = columns
    (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
    (self.spacingX, self.spacingY) = (spacingX, spacingY)
    (self.top, self.bottom) = (top, bottom)
  }

  /// Creates columns that share a width.
  ///
  /// - Parameters:
  ///   - columns: The number of columns, at least 1.
  ///   - width: The width of all columns and the gaps between them.
  ///   - spacing: The gap between columns, and between rows.
  ///   - aspect: A cell's width for each point of its height.
  ///   - top: The space above the first row.
  ///   - bottom: The space below the last row.
  public init(
    columns: Int, sharing width: Double, spacing: Double = 0, aspect: Double = 1, top: Double = 0, bottom: Double = 0
  ) {
    let columns = max(1, columns)
    let cell = max(0, (width - spacing * Double(columns - 1)) / Double(columns))
    self.init(
      columns: columns, cellWidth: cell, cellHeight: aspect > 0 ? cell / aspect : cell, spacingX: spacing,
      spacingY: spacing, top: top, bottom: bottom)
  }

  /// Creates rows that share a height, of a grid that scrolls sideways.
  ///
  /// - Parameters:
  ///   - rows: The number of rows, at least 1.
  ///   - height: The height of all rows and the gaps between them.
  ///   - spacing: The gap between rows, and between columns.
  ///   - aspect: A cell's width for each point of its height.
  ///   - left: The space before the first column.
  ///   - right: The space behind the last column.
  public init(
    rows: Int, sharing height: Double, spacing: Double = 0, aspect: Double = 1, left: Double = 0, right: Double = 0
  ) {
    self.init(
      columns: rows, sharing: height, spacing: spacing, aspect: aspect > 0 ? 1 / aspect : 1, top: left, bottom: right)
    axis = .horizontal
  }

  /// Returns pages as large as the window, side by side: a full-screen viewer.
  ///
  /// - Parameters:
  ///   - window: The window, which shows one page.
  ///   - spacing: The gap between two pages.
  public static func pages(of window: GridWindow, spacing: Double = 0) -> GridShape {
    var shape = GridShape(columns: 1, cellWidth: window.height, cellHeight: window.width, spacingY: spacing)
    shape.axis = .horizontal
    return shape
  }

  /// Returns the same cells in sections, from top to bottom.
  public func sections(_ sections: [Section]) -> GridShape {
    var shape = self
    shape.sections = sections
    return shape
  }

  var style: GridSection.Style {
    GridSection.Style(
      columns: Int32(clamping: max(1, columns)), cellWidth: .side(cellWidth), cellHeight: .side(cellHeight),
      spacingX: .gap(spacingX), spacingY: .gap(spacingY))
  }

  /// Returns the sections in thousandths of a point. The next section's header makes up for the rounding of rows, so that
  /// each section begins at the nearest thousandth.
  fileprivate func laidOut() -> [GridSection] {
    var exact = 0.0
    var laid = MilliPoints.zero
    return sections.map { section in
      let cells = section.cells ?? self
      var style = cells.style
      (style.insetTop, style.insetBottom) = (.gap(section.top), .gap(section.bottom))
      style.footer = .gap(section.footer)
      exact += max(0, section.header) + max(0, section.top)
      style.header = max(.zero, .points(exact) - laid - style.insetTop)
      let count = Int32(clamping: max(0, section.count))
      let gap = max(0, cells.spacingY)
      if count > 0 { exact += Double((count - 1) / style.columns + 1) * (max(1, cells.cellHeight) + gap) - gap }
      exact += max(0, section.bottom) + max(0, section.footer)
      laid = laid + style.height(count)
      return GridSection(count: count, style: style)
    }
  }
}

/// The axis along which a grid scrolls.
public enum GridAxis: Hashable, Sendable {
  case vertical
  case horizontal

  /// Returns the lengths across the scroll and along it.
  func turned<Length>(_ width: Length, _ height: Length) -> (Length, Length) {
    self == .vertical ? (width, height) : (height, width)
  }
}

/// The part of the screen that a grid scrolls in, in points.
public struct GridWindow: Hashable, Sendable {
  public var width: Double
  public var height: Double
  /// The pixels of a point.
  public var scale: Double
  /// The insets at rest at either end of a scroll, at the left and the right if it goes sideways: `adjustedContentInset`.
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
  /// Creates the layout of a grid in its window. Its offset is 0 when the scroll view rests at the top, below its bars.
  ///
  /// A view that has not been laid out yet gives a layout all the same, of at least a point a side: another one follows.
  /// The layout of a shape that scrolls sideways is turned by a quarter: create the driver with `isTurned: true`.
  ///
  /// - Parameters:
  ///   - count: The number of cells. If the shape's sections have another number, the last ones are cut, or the last one
  ///     grows.
  ///   - shape: The shape, or nil for a grid without cells.
  ///   - window: The window.
  public init(count: Int, shape: GridShape?, window: GridWindow) {
    let shape = shape ?? GridShape(columns: 1, cellWidth: 1, cellHeight: 1)
    let count = Int32(clamping: max(0, count))
    let sections = shape.sections.isEmpty ? [GridSection(count: count, style: shape.style)] : shape.laidOut()
    self.init(sections: sections, shape: shape, window: window)
    resize(to: count)
  }

  init(sections: [GridSection], shape: GridShape, window: GridWindow) {
    let viewport = shape.axis.turned(window.width, window.height)
    self.init(
      sections: sections, usual: sections.mostCommon { $0.style }?.style ?? shape.style,
      insetTop: .gap(shape.top + window.insetTop), insetBottom: .gap(shape.bottom + window.insetBottom),
      viewportWidth: .side(viewport.0), viewportHeight: .side(viewport.1),
      scaleThousandths: max(1000, MilliPoints.points(window.scale).rawValue))
  }
}

extension Collection {
  /// Returns the first of the elements that are most alike.
  func mostCommon<Key: Hashable>(by key: (Element) -> Key) -> Element? {
    var counts: [Key: Int] = [:]
    for element in self { counts[key(element), default: 0] += 1 }
    let most = counts.values.max()
    return first { counts[key($0)] == most }
  }
}

extension MilliPoints {
  fileprivate static func side(_ points: Double) -> MilliPoints { max(.points(1), .points(points)) }
  fileprivate static func gap(_ points: Double) -> MilliPoints { max(.zero, .points(points)) }
}
