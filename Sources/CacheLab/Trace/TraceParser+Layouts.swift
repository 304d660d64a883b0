extension TraceParser {
  /// Reads a layout event, which replaces viewport, content and grid; the others stay.
  mutating func readLayout(_ details: TraceValue) throws(InputError) {
    let current = trace.layouts[trace.layouts.count - 1]
    var viewport = (current.viewportWidth, current.viewportHeight)
    if details["viewport"] != nil { viewport = try pair("viewport", in: details) }
    if details["content"] != nil {
      content = try pair("content", in: details, max: TraceParser.contentMax, min: .zero)
    }
    var next = current
    if let value = details["grid"] {
      next = try grid(value, viewport)
      hasDefaultGrid = false
    } else if hasDefaultGrid {
      next = try defaultGrid(viewport)
    } else {
      (next.viewportWidth, next.viewportHeight) = viewport
      try checkFit(next.widestCell, in: next)
    }
    // Once photos came or went, they stay.
    let photos = trace.contents[trace.contents.count - 1]
    let count = photos?.count ?? next.count
    guard next.count == count || details["grid"] == nil else {
      throw wrong("count", "\(next.count)", mustBe: "\(count), as many as are left after the changes before")
    }
    next.resize(to: count)
    photoBound = max(photoBound, photos == nil ? count : 0)
    try enter(next, showing: photos)
  }

  private mutating func enter(_ layout: GridLayout, showing photos: GridContent?) throws(InputError) {
    guard trace.layouts.count <= Trace.layoutsMax else { throw tooMany("layouts", limit: Trace.layoutsMax) }
    trace.layouts.append(layout)
    trace.contents.append(photos)
    trace.contentSizes.append(content)
    hasNewLayout = true
  }

  mutating func grid(_ value: TraceValue, _ viewport: (MilliPoints, MilliPoints)) throws(InputError) -> GridLayout {
    if version > 1, let axis = value["axis"], axis.json != "\"y\"" {
      throw failure(
        "is not a valid \"axis\": a trace of a grid that scrolls sideways has it turned by a quarter, as the adapter records",
        cure: "exchange x and y in it, and leave out \"axis\"", value: axis.json)
    }
    let count = try integer("count", in: value, allowed: 0...TraceParser.countMax)
    let columns = try integer("columns", in: value, allowed: 0...TraceParser.widestRow)
    let cell = try pair("cell", in: value, min: .zero)
    var spacing = (MilliPoints.zero, MilliPoints.zero)
    if value["spacing"] != nil { spacing = try pair("spacing", in: value, min: .zero) }
    let inset = try insets(value)
    guard columns > 0, cell.0 > .zero, cell.1 > .zero else {
      throw noCellFits("columns \(columns), cell \(cell.0)x\(cell.1)")
    }
    let grid = GridLayout(
      count: Int32(count), columns: Int32(columns), cellWidth: cell.0, cellHeight: cell.1, spacingX: spacing.0,
      spacingY: spacing.1, insetTop: inset.top, insetBottom: inset.bottom, viewportWidth: viewport.0,
      viewportHeight: viewport.1, scaleThousandths: trace.header.scaleThousandths)
    try checkFit(cell.0, in: grid)
    guard version > 1 else {
      if value["sections"] != nil { warn("\"sections\" were left out: they need \"scrolltrace\":2") }
      return grid
    }
    var usual = grid.usual
    if let told = value["section"] { usual = try style(told, usual: usual, of: grid) }
    let told = try sections(value, usual: usual, count: count, of: grid)
    return grid.laidOut(in: told ?? [GridSection(count: Int32(count), style: usual)], usual: usual)
  }

  /// Returns a grid of four columns, 2 pt apart, with square cells that fill the width and the content's height.
  func defaultGrid(_ viewport: (MilliPoints, MilliPoints)) throws(InputError) -> GridLayout {
    let cell = (content.width.rawValue - 3 * 2000) / 4
    guard cell > 0, MilliPoints(rawValue: cell) <= viewport.0 else {
      throw noCellFits("4 columns in a content width of \(content.width)")
    }
    let rows = (content.height.rawValue + 2000) / (cell + 2000)
    guard rows * 4 <= TraceParser.countMax else {
      throw wrong("content", "\(content.height)", mustBe: "at most 100,000,000 cells")
    }
    return GridLayout(
      count: Int32(rows * 4), columns: 4, cellWidth: MilliPoints(rawValue: cell),
      cellHeight: MilliPoints(rawValue: cell), spacingX: .points(2), spacingY: .points(2),
      viewportWidth: viewport.0, viewportHeight: viewport.1, scaleThousandths: trace.header.scaleThousandths)
  }

  func checkFit(_ width: MilliPoints, in layout: GridLayout) throws(InputError) {
    guard width <= layout.viewportWidth else {
      throw failure(
        "is the width of a cell, and the viewport has \(layout.viewportWidth) pt",
        cure: "make \"cell\" smaller, or \"viewport\" larger", value: "\(width) pt")
    }
  }

  private func noCellFits(_ grid: String) -> InputError {
    failure("fits no cell", cure: "columns and cell must be positive and fit the width", value: grid)
  }

  private func insets(_ value: TraceValue) throws(InputError) -> (top: MilliPoints, bottom: MilliPoints) {
    if value["inset"] == nil { return (.zero, .zero) }
    let sides = try list("inset", in: value, 4, form: "[top, left, bottom, right]")
    return (try points(sides[0], "inset"), try points(sides[2], "inset"))
  }

  /// Reads the sections of a grid or of a change of its content, from version 2 on; returns nil if there are none.
  ///
  /// An element is a number of items, `[items, times]` for equal neighbours, or an object with the unusual fields.
  mutating func sections(
    _ value: TraceValue, usual: GridSection.Style, count: Int64, of grid: GridLayout
  ) throws(InputError) -> [GridSection]? {
    guard version > 1, let told = value["sections"] else { return nil }
    let form = "a list of sections: items, [items, times], or an object with \"count\""
    guard case .array(let elements) = told else {
      throw wrong("sections", told.description, mustBe: form)
    }
    var sections: [GridSection] = []
    for element in elements {
      var (times, style) = (Int64(1), usual)
      let items: Int64
      switch element {
      case .number: items = try whole(element, "sections", allowed: 0...TraceParser.countMax)
      case .array(let pair) where pair.count == 2:
        items = try whole(pair[0], "sections", allowed: 0...TraceParser.countMax)
        times = try whole(pair[1], "sections", allowed: 1...Int64(Trace.sectionsMax))
      case .object:
        items = try integer("count", in: element, allowed: 0...TraceParser.countMax)
        style = try self.style(element, usual: usual, of: grid)
      default: throw wrong("sections", element.description, mustBe: form)
      }
      try countSections(Int(times))
      let section = GridSection(count: Int32(items), style: style)
      sections.append(contentsOf: repeatElement(section, count: Int(times)))
    }
    let sum = sections.reduce(Int64(0)) { $0 + Int64($1.count) }
    guard sum == count else {
      throw wrong("sections", "\(sum) items", mustBe: "sections of \(count) items together")
    }
    return sections
  }

  mutating func countSections(_ count: Int) throws(InputError) {
    sectionCount += count
    guard sectionCount <= Trace.sectionsMax else {
      throw tooMany("sections, over all layouts", limit: Trace.sectionsMax)
    }
  }

  /// Reads a section's style; absent fields are as usual.
  ///
  /// - Parameter grid: The grid whose viewport no cell may pass.
  func style(
    _ value: TraceValue, usual: GridSection.Style, of grid: GridLayout
  ) throws(InputError) -> GridSection.Style {
    var style = usual
    if value["columns"] != nil {
      style.columns = Int32(try integer("columns", in: value, allowed: 1...TraceParser.widestRow))
    }
    if value["cell"] != nil {
      (style.cellWidth, style.cellHeight) = try pair("cell", in: value)
      try checkFit(style.cellWidth, in: grid)
    }
    if value["spacing"] != nil {
      (style.spacingX, style.spacingY) = try pair("spacing", in: value, min: .zero)
    }
    if let header = value["header"] { style.header = try points(header, "header") }
    if let footer = value["footer"] { style.footer = try points(footer, "footer") }
    if value["inset"] != nil { (style.insetTop, style.insetBottom) = try insets(value) }
    return style
  }

  /// Reads a change of the photos, which makes a layout of the same cells with other content.
  ///
  /// - Returns: False if the line does not say which photos; it is left out then.
  mutating func readContent(_ code: TraceCode, _ details: TraceValue) throws(InputError) -> Bool {
    guard details["items"] != nil else {
      warn("\"\(code.rawValue)\" says no \"items\": it was left out")
      return false
    }
    let (old, content) = (trace.layouts[trace.layouts.count - 1], trace.contents[trace.contents.count - 1])
    let items = try itemRanges(details, ascend: code != .access)
    let next = try changed(content ?? GridContent(first: old.count), by: code, items)
    contentRangeCount += next.photos.count
    guard contentRangeCount <= Trace.contentRangesMax else {
      throw tooMany("runs of photos, over all changes", limit: Trace.contentRangesMax)
    }
    var layout = old.showing(next, insteadOf: content)
    let told = try sections(details, usual: old.usual, count: Int64(next.count), of: old)
    if let told {
      layout = old.laidOut(in: told)
    } else if layout.hasSections {
      try countSections(layout.sectionCount)
    }
    if details["content"] != nil {
      self.content = try pair("content", in: details, max: TraceParser.contentMax, min: .zero)
    } else {
      // What the content has beside the grid, such as a header, it keeps.
      self.content.height = max(.zero, self.content.height + layout.contentHeight - old.contentHeight)
    }
    try enter(layout, showing: next)
    return true
  }

  private mutating func changed(
    _ now: GridContent, by code: TraceCode, _ items: [ItemRange]
  ) throws(InputError) -> GridContent {
    let named = items.reduce(0) { $0 + Int64($1.count) }
    let end = items.reduce(0) { max($0, Int64($1.upper)) }
    switch code {
    case .insert:
      let count = Int64(now.count) + named
      guard end <= count, count <= TraceParser.countMax, Int64(photoBound) + named <= TraceParser.countMax else {
        throw wrong("items", "\(end - 1)", mustBe: "places below \(count), the count afterwards")
      }
      defer { photoBound += Int32(named) }
      return now.inserting(photosFrom: photoBound, at: items)
    case .remove:
      guard end <= now.count else { throw wrong("items", "\(end - 1)", mustBe: "places below \(now.count), the count") }
      return now.removing(items)
    default:
      guard end <= TraceParser.countMax else {
        throw wrong("items", "\(end - 1)", mustBe: "photos below \(TraceParser.countMax)")
      }
      photoBound = max(photoBound, Int32(end))
      return GridContent(items)
    }
  }

  /// Reads a list of numbers and of `[first, end]` ranges, none twice: places, which ascend, or photos in the order of
  /// places.
  private func itemRanges(_ details: TraceValue, ascend: Bool) throws(InputError) -> [ItemRange] {
    let form = "a list of items and of [first, end] ranges, \(ascend ? "ascending, " : "")none twice"
    guard case .array(let values)? = details["items"] else {
      throw wrong("items", details["items"]?.description ?? "", mustBe: form)
    }
    func item(_ value: TraceValue) throws(InputError) -> Int64 {
      try whole(value, "items", allowed: 0...TraceParser.countMax)
    }
    var ranges: [ItemRange] = []
    for value in values {
      let bounds: (Int64, Int64)
      switch value {
      case .array(let ends) where ends.count == 2: bounds = (try item(ends[0]), try item(ends[1]))
      case .number:
        let number = try item(value)
        bounds = (number, number + 1)
      default: throw wrong("items", value.description, mustBe: form)
      }
      guard bounds.0 < bounds.1, !ascend || bounds.0 >= Int64(ranges.last?.upper ?? 0) else {
        throw wrong("items", value.json, mustBe: form)
      }
      ranges.join(ItemRange(lower: Int32(bounds.0), upper: Int32(bounds.1)))
    }
    let sorted = ascend ? [] : ranges.ordered { $0.lower < $1.lower }
    for (range, next) in zip(sorted, sorted.dropFirst()) where next.lower < range.upper {
      throw wrong("items", "\(next.lower)", mustBe: form)
    }
    return ranges
  }
}
