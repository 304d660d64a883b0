extension GridLayout {
  /// The sections from top to bottom.
  ///
  /// - Complexity: O(sections).
  public var sections: [GridSection] {
    guard let several else { return [GridSection(count: count, style: usual)] }
    return (0..<several.count).map { several[$0] }
  }

  public var sectionCount: Int { several?.count ?? 1 }

  /// The style of most sections.
  public var usual: GridSection.Style {
    several?.usual
      ?? GridSection.Style(
        columns: columns, cellWidth: cellWidth, cellHeight: cellHeight, spacingX: spacingX, spacingY: spacingY)
  }

  /// Returns the section in which an item lies.
  public func section(of item: Int32) -> Int { several?.section(of: item) ?? 0 }

  /// Returns the first item of a section; of an empty one, the item that would come first.
  public func firstItem(ofSection section: Int) -> Int32 { several?.firstItem(of: section) ?? 0 }

  /// Returns the items of a section.
  public func items(ofSection section: Int) -> ItemRange {
    let end = section + 1 < sectionCount ? firstItem(ofSection: section + 1) : count
    return ItemRange(lower: firstItem(ofSection: section), upper: end)
  }

  /// Returns the top of a section, its header included.
  public func minY(ofSection section: Int) -> MilliPoints { insetTop + (several?.minY(of: section) ?? .zero) }

  /// The most cells in a row.
  public var widestRow: Int32 { several?.widestRow ?? columns }

  /// The width of the widest cells.
  public var widestCell: MilliPoints { several?.widestCell ?? cellWidth }

  /// The height of the tallest cells.
  @inlinable
  public var tallestCell: MilliPoints { hasSections ? tallestSectionCell : cellHeight }

  /// The greatest height between two rows that follow each other, for example that of a header.
  @inlinable
  public var widestGap: MilliPoints { hasSections ? widestSectionGap : spacingY }

  /// A number of cells for each height: a row's cells for a pitch, and with sections all items for the height of the
  /// content.
  @inlinable
  public var density: (cells: Int64, height: MilliPoints) {
    hasSections ? (Int64(count), contentHeight) : (Int64(columns), pitch)
  }

  /// True if all cells are of the usual size.
  public var hasEqualCells: Bool { several?.hasEqualCells ?? true }

  /// The target sizes of the sections that have items, each once, in order of the sections.
  public var targetSizes: [PixelSize] {
    guard let several, !several.hasEqualCells else { return [targetSize] }
    var known: Set<PixelSize> = []
    return several.stylesInUse.map { targetSize(width: $0.cellWidth, height: $0.cellHeight) }
      .filter { known.insert($0).inserted }
  }

  /// Returns the target size of a section: its cells' size in pixels, each side rounded up.
  public func targetSize(ofSection section: Int) -> PixelSize {
    guard let several else { return targetSize }
    let style = several.style(of: section)
    return targetSize(width: style.cellWidth, height: style.cellHeight)
  }

  /// Returns the target size of an item.
  public func targetSize(of item: Int32) -> PixelSize {
    hasEqualCells ? targetSize : targetSize(ofSection: section(of: item))
  }

  /// Returns the first item behind an item's section whose cells have another target size, or the number of items.
  package func endOfRun(at item: Int32) -> Int32 {
    if hasEqualCells { return count }
    let size = targetSize(of: item)
    var section = section(of: item) + 1
    while section < sectionCount && (targetSize(ofSection: section) == size || items(ofSection: section).isEmpty) {
      section += 1
    }
    return section < sectionCount ? firstItem(ofSection: section) : count
  }

  /// Returns the area of a visible height of a row's cells: the height of cells of the usual width with the same area,
  /// rounded down. Where all cells are equally wide, that is the height itself.
  package func area(of height: MilliPoints, inRow row: Int64) -> Int64 {
    guard let several, !several.hasEqualCells else { return height.rawValue }
    let width = several.style(ofRow: row).cellWidth
    return width == cellWidth ? height.rawValue : height.rawValue * width.rawValue / cellWidth.rawValue
  }

  /// Returns the place of an item's cell; x is measured from the left edge of the first column.
  public func frame(of item: Int32) -> (minX: MilliPoints, width: MilliPoints, rows: VerticalRange) {
    let row = row(of: item)
    let style = several.map { $0.style(of: $0.section(of: item)) } ?? usual
    let column = Int64(item - items(inRows: row..<row + 1).lower)
    let minX = MilliPoints(rawValue: column * (style.cellWidth + style.spacingX).rawValue)
    return (minX, style.cellWidth, extent(ofRow: row))
  }

  /// Returns the most cells that a strip of this height shows, wherever it lies, at most the grid's. With one section
  /// that is a strip that begins with the last thousandth of a row. With several it is the best of two strips for each:
  /// one that begins with the last thousandth of its first row, and one that ends with the first thousandth of its last
  /// row.
  ///
  /// - Complexity: O(sections x log sections).
  public func cellsMax(in height: MilliPoints) -> Int64 {
    guard let several else {
      let rows = (height + cellHeight - MilliPoints(rawValue: 1)).rawValue.ceilingDivide(pitch.rawValue)
      return min(min(rows, rowCount) * Int64(columns), Int64(count))
    }
    let thousandth = MilliPoints(rawValue: 1)
    var most = 0
    for section in 0..<several.count where several[section].count > 0 {
      let first = several.firstItem(of: section)
      let begin = extent(ofRow: row(of: first)).maxY - thousandth
      let end = extent(ofRow: row(of: first + several[section].count - 1)).minY + thousandth
      most = max(most, items(overlapping: VerticalRange(minY: begin, maxY: begin + height)).count)
      most = max(most, items(overlapping: VerticalRange(minY: end - height, maxY: end)).count)
    }
    return Int64(most)
  }

  /// Changes the number of items. With several sections, those at the end are cut, or the last one grows.
  public mutating func resize(to count: Int32) {
    guard count != self.count else { return }
    var left = count
    var kept: [GridSection] = []
    let all = sections.isEmpty ? [GridSection(count: 0, style: usual)] : sections
    for (index, section) in all.enumerated() {
      let next = GridSection(
        count: index == all.count - 1 ? left : min(section.count, left), style: section.style)
      kept.append(next)
      left -= next.count
      if left == 0 { break }
    }
    self = laidOut(in: kept)
  }

  /// Returns the same screen with these sections.
  ///
  /// - Parameter usual: The style of most of them; nil keeps the style that most had before.
  public func laidOut(in sections: some Collection<GridSection>, usual: GridSection.Style? = nil) -> GridLayout {
    GridLayout(
      sections: sections, usual: usual ?? self.usual, insetTop: insetTop, insetBottom: insetBottom,
      viewportWidth: viewportWidth, viewportHeight: viewportHeight, scaleThousandths: scaleThousandths)
  }

  // Answers for grids with sections, for functions that are compiled into a strategy.

  @usableFromInline
  var sectionRowCount: Int64 { several!.rowCount }
  @usableFromInline
  var tallestSectionCell: MilliPoints { several!.tallestCell }
  @usableFromInline
  var widestSectionGap: MilliPoints { several!.widestGap }
  @usableFromInline
  func sectionExtent(ofRow row: Int64) -> VerticalRange { several!.extent(ofRow: row, below: insetTop) }
  @usableFromInline
  func sectionRow(of item: Int32) -> Int64 { several!.row(of: item) }

  @usableFromInline
  func sectionRows(overlapping range: VerticalRange) -> Range<Int64> {
    several!.rows(from: range.minY - insetTop, to: range.maxY - insetTop)
  }

  @usableFromInline
  func sectionItems(inRows rows: Range<Int64>) -> ItemRange {
    ItemRange(lower: several!.firstItem(ofRow: rows.lowerBound), upper: several!.firstItem(ofRow: rows.upperBound))
  }
}
