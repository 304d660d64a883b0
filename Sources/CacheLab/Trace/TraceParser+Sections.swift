import StrategyKit

extension TraceParser {
  /// The sections of a grid or of a change of its content, from version 2 on; nil where nothing is said of them.
  ///
  /// An element is a number of items, `[items, times]` for neighbours that are alike, or an object with what is not usual.
  mutating func sections(
    _ value: TraceValue, usual: GridSection.Style, count: Int64, of grid: GridLayout
  ) throws(TraceError) -> [GridSection]? {
    guard version > 1, let told = value["sections"] else { return nil }
    let form = "a list of sections: items, [items, times], or an object with \"count\""
    guard case .array(let elements) = told else {
      throw failure(.wrongType(key: "sections", expected: form), value: told.description)
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
      default: throw failure(.wrongType(key: "sections", expected: form), value: element.description)
      }
      sectionCount += Int(times)
      guard sectionCount <= Trace.sectionsMax else {
        throw failure(.tooManySections(limit: Trace.sectionsMax), value: "")
      }
      let section = GridSection(count: Int32(items), style: style)
      sections.append(contentsOf: repeatElement(section, count: Int(times)))
    }
    let sum = sections.reduce(Int64(0)) { $0 + Int64($1.count) }
    guard sum == count else {
      throw failure(.outOfRange(key: "sections", allowed: "sections of \(count) items together"), value: "\(sum) items")
    }
    return sections
  }

  /// How a section's cells lie: what it does not say is as usual.
  ///
  /// - Parameter grid: Says the axis, and how wide the viewport is, which no cell may pass.
  func style(
    _ value: TraceValue, usual: GridSection.Style, of grid: GridLayout
  ) throws(TraceError) -> GridSection.Style {
    var style = usual
    if value["columns"] != nil {
      style.columns = Int32(try integer("columns", in: value, allowed: 1...TraceParser.widestRow))
    }
    if value["cell"] != nil {
      (style.cellWidth, style.cellHeight) = try pair("cell", in: value, along: grid.axis)
      try checkFit(style.cellWidth, in: grid)
    }
    if value["spacing"] != nil {
      (style.spacingX, style.spacingY) = try pair("spacing", in: value, along: grid.axis, min: .zero)
    }
    if value["header"] != nil { style.header = try length("header", in: value) }
    if value["footer"] != nil { style.footer = try length("footer", in: value) }
    if value["inset"] != nil {
      let inset = try insets(value, along: grid.axis)
      (style.insetTop, style.insetBottom) = (inset.top, inset.bottom)
    }
    return style
  }

  private func length(_ key: String, in value: TraceValue) throws(TraceError) -> MilliPoints {
    let limit = TraceParser.lengthMax
    let found = try thousandthsOf(
      value[key] ?? value, key, allowed: 0...limit.rawValue, words: "from 0 to \(limit) pt")
    return MilliPoints(rawValue: found)
  }
}
