public import GridDriver

extension GridShape {
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

    fileprivate var maxY: Double { minY + height }
    fileprivate var size: GridLayoutProblem.Size {
      GridLayoutProblem.Size(width: .points(width), height: .points(height))
    }
  }

  /// Creates the shape of cells that lie in a view, or returns nil if there are none.
  ///
  /// The cells of a section are equal. The initializer asks for the first and the last cell of a section, and for the last
  /// cell of its first row and the first one of its second if it has several rows. The space between the rows of two
  /// sections is the lower one's header, wherever a header is pinned. Rows may run from right to left. If the grid scrolls
  /// sideways, give all lengths turned, and set `axis` afterwards.
  ///
  /// - Parameters:
  ///   - counts: The numbers of cells by section.
  ///   - width: The width of the view.
  ///   - height: The height of the content, with the space above and below.
  ///   - pixel: The most that the frame of a cell is off because a layout rounds it to whole pixels.
  ///   - cell: Returns a cell by its section and its number in it, or nil if it is not known.
  /// - Throws: The first cells found that do not lie as in a grid. Cells that it does not ask for are not checked.
  /// - Complexity: O(sections) if most sections have as many columns as the one before.
  public init?(
    counts: [Int], width: Double, height: Double, pixel: Double,
    cell: @escaping (_ section: Int, _ item: Int) -> Cell?
  ) throws(GridLayoutProblem) {
    guard let filled = counts.firstIndex(where: { $0 > 0 }), let first = cell(filled, 0) else { return nil }
    let reader = CellReader(width: width, slack: pixel + 0.001, cell: cell)
    var read: [CellReader.Rows?] = []
    var columns = 1
    var end: Double?
    for (section, count) in counts.enumerated() {
      guard count > 0 else {
        read.append(nil)
        continue
      }
      guard let rows = try reader.rows(of: section, count: count, columns: columns) else { return nil }
      if let end, rows.minY < end - reader.slack {
        throw .overlappingRows(section: section, minY: .points(rows.minY), end: .points(end))
      }
      (columns, end) = (rows.grid?.columns ?? columns, rows.maxY)
      read.append(rows)
    }
    let usual =
      read.compactMap { $0?.grid }.mostCommon { $0.thousandths } ?? CellReader.oneRow(of: read, counts: counts, first)
    self.init(
      columns: usual.columns, cellWidth: usual.cell.width, cellHeight: usual.cell.height, spacingX: max(0, usual.gapX),
      spacingY: max(0, usual.pitch - usual.cell.height), bottom: max(0, height - (end ?? height)))
    guard counts.count > 1 else {
      top = max(0, first.minY)
      return
    }
    var above = 0.0
    for (count, rows) in zip(counts, read) {
      sections.append(rows.map { reader.section(of: count, $0, usual, below: &above) } ?? Section(count: count))
    }
  }
}

/// Asks for cells and compares them with those of a grid.
private struct CellReader {
  let width: Double
  let slack: Double
  let cell: (Int, Int) -> GridShape.Cell?

  /// The measures of a section of several rows.
  struct Grid {
    /// The first cell.
    var cell: GridShape.Cell
    var columns: Int
    var gapX: Double
    var pitch: Double

    /// The measures in thousandths, which are equal for sections that lie alike.
    var thousandths: [Int64] {
      [Int64(columns)] + [gapX, pitch, cell.width, cell.height].map { MilliPoints.points($0).rawValue }
    }
  }

  struct Rows {
    /// The first cell; all others have its size.
    var cell: GridShape.Cell
    var minY: Double
    var maxY: Double
    /// The gap between the cells of a row, or nil for a single cell.
    var gapX: Double?
    /// The measures, or nil for a single row.
    var grid: Grid?
  }

  /// - Parameter columns: The columns of the section before, which are tried first.
  func rows(of section: Int, count: Int, columns: Int) throws(GridLayoutProblem) -> Rows? {
    guard let top = cell(section, 0), let last = cell(section, count - 1) else { return nil }
    for cell in [top, last] { try check(cell, in: section, first: top) }
    if last.minY < top.minY - slack {
      throw .overlappingRows(section: section, minY: .points(last.minY), end: .points(top.maxY))
    }
    if !isBelow(last, top) {
      return Rows(cell: top, minY: top.minY, maxY: top.maxY, gapX: gap(top, last, steps: count - 1))
    }
    guard let row = firstRow(of: section, count: count, top: top, guess: columns) else { return nil }
    let (columns, second) = (row.columns, row.next)
    let rows = (count + columns - 1) / columns
    let pitch = (last.minY - top.minY) / Double(rows - 1)
    if abs(second.minY - top.minY - pitch) > slack {
      throw .unevenRows(
        section: section, columns: columns, pitch: .points(pitch), second: .points(second.minY - top.minY))
    }
    if pitch < top.height - slack {
      throw .overlappingRows(section: section, minY: .points(second.minY), end: .points(top.maxY))
    }
    let gapX = gap(top, row.end, steps: columns - 1)
    return Rows(
      cell: top, minY: top.minY, maxY: last.maxY, gapX: gapX,
      grid: Grid(cell: top, columns: columns, gapX: gapX ?? 0, pitch: pitch))
  }

  /// Returns a section of a shape.
  ///
  /// - Parameters:
  ///   - usual: The measures of most sections.
  ///   - above: The end of the section above by the shape; afterwards, the end of this one.
  func section(of count: Int, _ rows: Rows, _ usual: Grid, below above: inout Double) -> GridShape.Section {
    // A single row may have more cells than rows of other sections.
    let columns = rows.grid?.columns ?? max(count, usual.columns)
    let step = (x: rows.gapX.map { $0 + rows.cell.width }, y: rows.grid?.pitch)
    var cell = usual.cell
    // A cell that is off by a pixel has the usual size, unless such cells would overlap: that adds up from row to row.
    let isTooLarge = [step.x.map { $0 - cell.width }, step.y.map { $0 - cell.height }].contains { $0 ?? 0 < -0.0005 }
    if isTooLarge || isUnlike(rows.cell, cell) { cell = rows.cell }
    let cells = GridShape(
      columns: columns, cellWidth: cell.width, cellHeight: cell.height,
      spacingX: max(0, step.x.map { $0 - cell.width } ?? usual.gapX),
      spacingY: max(0, step.y.map { $0 - cell.height } ?? usual.pitch - usual.cell.height))
    let header = max(0, rows.minY - above)
    above += header + Double((count - 1) / columns) * (cell.height + cells.spacingY) + cell.height
    return GridShape.Section(count: count, header: header, cells: cells)
  }

  /// Returns the gap between the cells of a row, by the first one and another that is so many steps away.
  private func gap(_ left: GridShape.Cell, _ right: GridShape.Cell, steps: Int) -> Double? {
    steps > 0 ? abs(right.minX - left.minX) / Double(steps) - left.width : nil
  }

  private func isBelow(_ cell: GridShape.Cell, _ top: GridShape.Cell) -> Bool { cell.minY > top.minY + 0.5 }

  func isUnlike(_ cell: GridShape.Cell, _ other: GridShape.Cell) -> Bool {
    abs(cell.width - other.width) > slack || abs(cell.height - other.height) > slack
  }

  private func check(
    _ cell: GridShape.Cell, in section: Int, first: GridShape.Cell
  ) throws(GridLayoutProblem) {
    if isUnlike(cell, first) { throw .unequalCells(section: section, size: cell.size, first: first.size) }
    let right = cell.minX + cell.width
    if right > width + slack { throw .scrollsSideways(section: section, width: .points(right), of: .points(width)) }
  }

  /// Returns the columns of the first row, its last cell, and the first cell of the second row.
  private func firstRow(
    of section: Int, count: Int, top: GridShape.Cell, guess: Int
  ) -> (columns: Int, end: GridShape.Cell, next: GridShape.Cell)? {
    if guess < count, let end = cell(section, guess - 1), !isBelow(end, top), let next = cell(section, guess),
      isBelow(next, top)
    {
      return (guess, end, next)
    }
    var (columns, end) = (1, top)
    while columns < count, let next = cell(section, columns) {
      if isBelow(next, top) { return (columns, end, next) }
      (columns, end) = (columns + 1, next)
    }
    return nil
  }

  /// Returns the measures if no section has a second row: the longest row is a full one.
  ///
  /// - Parameter first: The grid's first cell.
  static func oneRow(of read: [Rows?], counts: [Int], _ first: GridShape.Cell) -> Grid {
    let longest = counts.max() ?? 1
    let rows = zip(counts, read).first { $0.0 == longest }?.1
    let cell = rows?.cell ?? first
    return Grid(cell: cell, columns: longest, gapX: rows?.gapX ?? 0, pitch: cell.height)
  }
}
