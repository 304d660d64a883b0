public import Foundation

extension GridLayout {
  /// Creates the layout of cells that lie in a view, or returns nil if there are none.
  ///
  /// The cells of a section are equal. The initializer asks for the first and the last cell of a section, and for the last
  /// cell of its first row and the first one of its second if it has several rows. The space between the rows of two
  /// sections is the lower one's header, wherever a header is pinned. Rows may run from right to left. The layout of a
  /// grid that scrolls sideways is turned by a quarter: create the driver with `isTurned: true`.
  ///
  /// - Parameters:
  ///   - counts: The numbers of cells by section.
  ///   - window: The window; a cell may be off by one of its pixels, to which layouts round.
  ///   - length: The length of the content along the scroll, with the space before and behind the cells.
  ///   - axis: The axis of the scroll.
  ///   - cell: Returns a cell by its section and its number in it, or nil if it is not known.
  /// - Throws: The first cells found that do not lie as in a grid. Cells that it does not ask for are not checked.
  /// - Complexity: O(sections) if most sections have as many columns as the one before.
  public init?(
    counts: [Int], window: GridWindow, length: Double, axis: GridAxis = .vertical,
    cell: @escaping (_ section: Int, _ item: Int) -> CGRect?
  ) throws(GridDriverProblem) {
    let reader = CellReader(
      width: axis.turned(window.width, window.height).0, slack: (window.scale > 0 ? 1 / window.scale : 1) + 0.001,
      axis: axis
    ) { cell($0, $1)?.turned(axis) }
    var read: [CellReader.Rows?] = []
    var last: CellReader.Rows?
    var columns = 1
    for (section, count) in counts.enumerated() {
      guard count > 0 else {
        read.append(nil)
        continue
      }
      guard let rows = try reader.rows(of: section, count: count, below: last, columns: columns) else {
        return nil
      }
      read.append(rows)
      last = rows
      if rows.pitch != nil { columns = rows.columns }
    }
    let filled = read.compactMap { $0 }
    // If no section has a second row, the longest row is a full one.
    let usual =
      filled.filter { $0.pitch != nil }.mostCommon { reader.shape(of: $0, $0).style }
      ?? filled.max { $0.columns < $1.columns }
    guard let last, let usual, usual.cell.width > 0, usual.cell.height > 0 else { return nil }
    var shape = reader.shape(of: usual, usual)
    shape.axis = axis
    shape.bottom = max(0, length - last.maxY)
    if counts.count == 1 {
      shape.top = max(0, usual.cell.minY)
      self.init(count: counts[0], shape: shape, window: window)
      return
    }
    var end = MilliPoints.zero
    let sections = zip(counts, read).map { count, rows in
      var style = rows.map { reader.shape(of: $0, usual).style } ?? shape.style
      if let rows { style.header = max(.zero, .points(rows.cell.minY) - end) }
      let section = GridSection(count: Int32(clamping: count), style: style)
      end = end + style.height(section.count)
      return section
    }
    self.init(sections: sections, shape: shape, window: window)
  }
}

/// Asks for cells and compares them with those of a grid. Frames are turned if the grid scrolls sideways.
private struct CellReader {
  let width: Double
  let slack: Double
  let axis: GridAxis
  let cell: (Int, Int) -> CGRect?

  struct Rows {
    /// The first cell; all others have its size.
    var cell: CGRect
    /// The number of cells of a full row, or of the only one.
    var columns: Int
    var maxY: Double
    /// The gap between the cells of a row, or nil for a single cell.
    var gapX: Double?
    /// The distance of rows, or nil for a single row.
    var pitch: Double?
  }

  /// - Parameters:
  ///   - above: The section above.
  ///   - columns: The columns of a section above, which are tried first.
  func rows(of section: Int, count: Int, below above: Rows?, columns: Int) throws(GridDriverProblem) -> Rows? {
    guard let top = cell(section, 0), let last = cell(section, count - 1) else { return nil }
    for cell in [top, last] { try check(cell, in: section, first: top) }
    if let above, top.minY < above.maxY - slack { throw overlap(section, top.minY, above.maxY) }
    if last.minY < top.minY - slack { throw overlap(section, last.minY, top.maxY) }
    if !isBelow(last, top) {
      return Rows(cell: top, columns: count, maxY: top.maxY, gapX: gap(top, last, steps: count - 1))
    }
    guard let (columns, end, second) = firstRow(of: section, count: count, top: top, guess: columns) else { return nil }
    let pitch = (last.minY - top.minY) / Double((count - 1) / columns)
    if abs(second.minY - top.minY - pitch) > slack {
      throw .layout(
        "the first row of section \(section) has \(columns) cells; in such rows its last cell would mean rows every "
          + "\(MilliPoints.points(pitch)) pt, but the second row begins \(MilliPoints.points(second.minY - top.minY)) pt "
          + "below the first: a section of a grid has equal rows")
    }
    if pitch < top.height - slack { throw overlap(section, second.minY, top.maxY) }
    return Rows(
      cell: top, columns: columns, maxY: last.maxY, gapX: gap(top, end, steps: columns - 1), pitch: pitch)
  }

  func shape(of rows: Rows, _ usual: Rows) -> GridShape {
    let step = (x: rows.gapX.map { $0 + rows.cell.width }, y: rows.pitch)
    var cell = usual.cell
    // A cell that is off by a pixel has the usual size, unless such cells would overlap: that adds up from row to row.
    let isTooLarge = [step.x.map { $0 - cell.width }, step.y.map { $0 - cell.height }].contains { $0 ?? 0 < -0.0005 }
    if isTooLarge || isUnlike(rows.cell, cell) { cell = rows.cell }
    return GridShape(
      // A single row may have more cells than rows of other sections.
      columns: rows.pitch == nil ? max(rows.columns, usual.columns) : rows.columns,
      cellWidth: cell.width, cellHeight: cell.height,
      spacingX: max(0, step.x.map { $0 - cell.width } ?? usual.gapX ?? 0),
      spacingY: max(0, step.y.map { $0 - cell.height } ?? usual.pitch.map { $0 - usual.cell.height } ?? 0))
  }

  private func gap(_ left: CGRect, _ right: CGRect, steps: Int) -> Double? {
    steps > 0 ? abs(right.minX - left.minX) / Double(steps) - left.width : nil
  }

  private func isBelow(_ cell: CGRect, _ top: CGRect) -> Bool { cell.minY > top.minY + 0.5 }

  private func isUnlike(_ cell: CGRect, _ other: CGRect) -> Bool {
    abs(cell.width - other.width) > slack || abs(cell.height - other.height) > slack
  }

  private func check(_ cell: CGRect, in section: Int, first: CGRect) throws(GridDriverProblem) {
    if isUnlike(cell, first) {
      let sizes = [cell, first].map { $0.turned(axis) }.map {
        "\(MilliPoints.points($0.width)) x \(MilliPoints.points($0.height)) pt"
      }
      throw .layout(
        "section \(section) has a cell of \(sizes[0]) and its first cell has \(sizes[1]): a section has cells of one "
          + "size; put the others into a section, a header or a view of their own")
    }
    let right = cell.minX + cell.width
    if right > width + slack {
      throw .layout(
        "section \(section) has a cell that ends at \(MilliPoints.points(right)) pt across the scroll, where the view has "
          + "\(MilliPoints.points(width)) pt: all sections of a grid scroll along one axis")
    }
  }

  private func overlap(_ section: Int, _ minY: Double, _ end: Double) -> GridDriverProblem {
    .layout(
      "a row of section \(section) begins at \(MilliPoints.points(minY)) pt, and the row before it ends at "
        + "\(MilliPoints.points(end)) pt: rows of a grid lie below each other, or from left to right where it scrolls "
        + "sideways, in the order of index paths")
  }

  /// Returns the columns of the first row, its last cell, and the first cell of the second row.
  private func firstRow(
    of section: Int, count: Int, top: CGRect, guess: Int
  ) -> (columns: Int, end: CGRect, next: CGRect)? {
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
}

extension CGRect {
  fileprivate func turned(_ axis: GridAxis) -> CGRect {
    axis == .vertical ? self : CGRect(x: minY, y: minX, width: height, height: width)
  }
}
