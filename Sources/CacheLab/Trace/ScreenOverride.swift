/// Another screen, or fewer photos, than a trace was recorded with.
public struct ScreenOverride: Sendable {
  /// The size of the visible part, in points; nil keeps the recorded one, here and below.
  public var viewport: (width: MilliPoints, height: MilliPoints)?
  /// Pixels a point, in thousandths.
  public var scaleThousandths: Int64?
  /// Replaces the number of columns of the header.
  public var columns: Int32?
  /// The photos of the library, which limit the items of a grid.
  public var assetCount: Int32?
  /// The number of photos that the app may see, chosen evenly; nil for all. A trace's own `access` events come after it.
  public var accessLimit: Int32?

  /// Creates an override of nothing by default. A screen that fits no cell is refused when it is applied.
  public init(
    viewport: (width: MilliPoints, height: MilliPoints)? = nil, scaleThousandths: Int64? = nil,
    columns: Int32? = nil, assetCount: Int32? = nil, accessLimit: Int32? = nil
  ) {
    self.viewport = viewport
    self.scaleThousandths = scaleThousandths
    self.columns = columns
    self.assetCount = assetCount
    self.accessLimit = accessLimit
  }

  /// The limits of a screen's sides, as in a trace, in thousandths of a point.
  private static let sides: ClosedRange<Int64> = 1...1_000_000_000
  private static let scales: ClosedRange<Int64> = 100...16_000
  private static let columnCounts: ClosedRange<Int32> = 1...10_000

  /// True if cells change, not only their number.
  var hasOtherCells: Bool { viewport != nil || scaleThousandths != nil || columns != nil }

  /// Returns `layout` on this screen: cells fill the width in whole pixels, gaps and insets stay.
  ///
  /// - Parameters:
  ///   - headerColumns: `columns` replaces this number of columns; a layout with another one, such as a zoom level, keeps
  ///     it.
  ///   - place: The place that an error names.
  /// - Throws: `InputError` if no cell fits.
  func applied(to layout: GridLayout, headerColumns: Int32, place: String) throws(InputError) -> GridLayout {
    guard var next = restyled(layout, headerColumns) else {
      let width = viewport?.width ?? layout.viewportWidth
      throw InputError(
        place, "no cell fits a screen of \(width) pt and \(columns ?? layout.columns) columns",
        cure: "take a wider --screen or fewer columns")
    }
    next.resize(to: min(layout.count, assetCount ?? .max))
    return next
  }

  /// Returns the factor and the divisor of offsets under a layout: row pitches, or with sections the heights of the whole
  /// content, however few photos the library has.
  func scale(of layout: GridLayout, headerColumns: Int32) -> (new: Int128, old: Int128) {
    guard hasOtherCells, let next = restyled(layout, headerColumns) else { return (1, 1) }
    func height(_ layout: GridLayout) -> Int128 {
      Int128(layout.hasSections && layout.sectionCount > 0 ? layout.contentHeight.rawValue : layout.pitch.rawValue)
    }
    return (height(next), max(1, height(layout)))
  }

  private func restyled(_ layout: GridLayout, _ headerColumns: Int32) -> GridLayout? {
    guard hasOtherCells else { return layout }
    let (width, height) = viewport ?? (layout.viewportWidth, layout.viewportHeight)
    let scale = scaleThousandths ?? layout.scaleThousandths
    let usual = layout.usual
    func columns(_ style: GridSection.Style) -> Int32 {
      style.columns == headerColumns ? self.columns ?? style.columns : style.columns
    }
    guard ScreenOverride.sides.contains(width.rawValue), ScreenOverride.sides.contains(height.rawValue),
      ScreenOverride.scales.contains(scale), ScreenOverride.columnCounts.contains(columns(usual))
    else { return nil }
    @inline(never) func restyled(_ style: GridSection.Style) -> GridSection.Style? {
      // Cells as large as the usual ones remain so.
      let isUsual = (style.cellWidth, style.cellHeight) == (usual.cellWidth, usual.cellHeight)
      let old = isUsual ? usual : style
      let columnCount = Int64(columns(old))
      let free = width.rawValue - (columnCount - 1) * old.spacingX.rawValue
      // floor(free / columns * scale) pixels, and these in thousandths of a point.
      let pixels = free * scale / (columnCount * 1_000_000)
      let page = old.cellHeight == layout.viewportHeight ? height : nil
      guard pixels > 0, let cellHeight = cellHeight(old, pixels: pixels, scale: scale, page: page) else { return nil }
      var next = style
      next.columns = columns(style)
      next.cellWidth = MilliPoints(rawValue: pixels * 1_000_000 / scale)
      next.cellHeight = MilliPoints(rawValue: cellHeight)
      return next
    }
    guard let usualStyle = restyled(usual) else { return nil }
    var sections: [GridSection] = []
    for section in layout.sections {
      guard let style = restyled(section.style) else { return nil }
      sections.append(GridSection(count: section.count, style: style))
    }
    return GridLayout(
      sections: sections, usual: usualStyle, insetTop: layout.insetTop, insetBottom: layout.insetBottom,
      viewportWidth: width, viewportHeight: height, scaleThousandths: scale)
  }

  /// Returns the height of a cell: square cells stay square, others keep their proportion, and a page its screen's height.
  ///
  /// - Parameter page: The height of such a page; nil for other cells.
  private func cellHeight(_ style: GridSection.Style, pixels: Int64, scale: Int64, page: MilliPoints?) -> Int64? {
    if style.cellWidth == style.cellHeight { return pixels * 1_000_000 / scale }
    if let page { return page.rawValue }
    // Up to 10^16 pixels tall here, so that points come before the limit is looked at.
    let tall = pixels * style.cellHeight.rawValue / style.cellWidth.rawValue
    let (product, overflow) = tall.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, ScreenOverride.sides.contains(product / scale) else { return nil }
    return product / scale
  }
}

extension Trace {
  private func withAccess(_ screen: ScreenOverride) throws(InputError) -> Trace {
    var result = self
    if let limit = screen.accessLimit {
      if entries.contains(where: { $0.kind == .event(.insert) || $0.kind == .event(.remove) }) {
        throw InputError(
          header.title ?? "trace", "photos come or go in this trace, so that access cannot be limited to \(limit)",
          cure: "leave out --access, or use a trace without insert and remove")
      }
      for index in layouts.indices where contents[index] == nil {
        let all = min(layouts[index].count, screen.assetCount ?? .max)
        if limit < all { result.contents[index] = GridContent(choosing: limit, of: all) }
      }
    }
    for index in layouts.indices {
      guard let content = result.contents[index] else { continue }
      if contents[index] == nil { result.layouts[index] = layouts[index].showing(content, insteadOf: nil) }
      guard let assetCount = screen.assetCount, assetCount < content.photoBound else { continue }
      result.layouts[index] = result.layouts[index].limited(to: assetCount, showing: content)
      result.contents[index] = content.limited(to: assetCount)
    }
    return result
  }

  /// Returns the trace on another screen: offsets keep their row, scaled towards zero by the ratio of row pitches, or with
  /// sections of the content's heights; those beyond the new end, or the limit of traces, are moved there and counted in
  /// `clampedFrames`.
  ///
  /// - Throws: `InputError` if no cell fits the screen.
  public func applying(_ screen: ScreenOverride) throws(InputError) -> Trace {
    let headerColumns = layouts[0].columns
    var result = try withAccess(screen)
    if let count = screen.assetCount { result.lacksPhotos = layouts.contains { $0.count > count } }
    for (number, layout) in result.layouts.enumerated() {
      result.layouts[number] = try screen.applied(
        to: layout, headerColumns: headerColumns, place: header.title ?? "trace")
    }
    let scales = layouts.map { screen.scale(of: $0, headerColumns: headerColumns) }
    if !screen.hasOtherCells && result.layouts == layouts && result.contents == contents { return self }
    var current = 0
    for index in result.entries.indices {
      let entry = result.entries[index]
      current = entry.layout ?? current
      guard let value = entry.kind == .sample ? entry.value : entry.target else { continue }
      let offset = Int128(value) * scales[current].new / scales[current].old
      // Pitches may differ by a factor of a billion: no offset passes what a trace may hold.
      let limit = TraceParser.offsetMax
      let last = entry.kind == .sample ? min(result.layouts[current].lastOffset, limit) : limit
      let kept = min(max(offset, -Int128(limit.rawValue)), Int128(last.rawValue))
      if entry.kind == .sample && kept != offset { result.clampedFrames += 1 }
      result.entries[index].value = Int64(kept)
    }
    return result
  }
}
