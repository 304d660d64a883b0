import Strategies

extension TraceParser {
  typealias Value = TraceCursor.Value

  /// The limits beyond which no arithmetic is tried, in thousandths of a point or plain numbers.
  private static let lengthMax = MilliPoints.points(1_000_000)
  private static let contentMax = MilliPoints.points(1_000_000_000)
  private static let countMax: Int64 = 100_000_000
  private static let columnsMax: Int64 = 10_000

  mutating func readHeader(_ value: Value) throws(TraceError) {
    guard let version = value["scrolltrace"] else { throw failure(.noHeader, value: lineText) }
    guard case .number(let number, let text) = version, let thousandths = number.scaled(decimals: 3) else {
      throw failure(.wrongType(key: "scrolltrace", expected: "1"), value: lineText)
    }
    guard thousandths >= 1000 else { throw failure(.noHeader, value: lineText) }
    guard thousandths < 2000 else { throw failure(.laterVersion, value: text) }
    let viewport = try pair("viewport", in: value, max: TraceParser.lengthMax)
    let content = try pair("content", in: value, max: TraceParser.contentMax)
    var header = TraceHeader(
      viewportWidth: viewport.0, viewportHeight: viewport.1, contentWidth: content.0, contentHeight: content.1,
      scaleThousandths: 1000)
    if let scale = value["scale"] {
      header.scaleThousandths = try thousandthsOf(scale, "scale", allowed: 100...16_000, words: "from 0.1 to 16")
    }
    if let rate = value["refresh_hz"] {
      header.refreshHz = try thousandthsOf(rate, "refresh_hz", allowed: 1...1_000_000, words: "up to 1000") / 1000
    }
    header.title = try word("title", in: value)
    header.clock = try word("clock", in: value)
    header.device = try word("device", in: value)
    header.recordedAt = try word("recorded_at", in: value)
    if let source = value["source"] {
      header.source.kind = try word("kind", in: source)
      header.source.by = try word("by", in: source)
      header.source.model = try word("model", in: source)
      header.source.fingers = try word("fingers", in: source)
      header.source.license = try word("license", in: source)
      if case .number(let seed, _)? = source["seed"] { header.source.seed = seed.scaled(decimals: 0) }
    }
    self.header = header
    contentHeight = content.1
    if let grid = value["grid"] {
      layouts = [try self.grid(grid, viewport, header)]
    } else {
      layouts = [try defaultGrid(viewport: viewport, content: content, header)]
    }
  }

  /// A layout event replaces viewport, content and grid; what it leaves out stays.
  mutating func readLayout(_ details: Value) throws(TraceError) {
    let current = layouts[layouts.count - 1]
    guard let header else { throw failure(.noHeader, value: lineText) }
    var viewport = (current.viewportWidth, current.viewportHeight)
    if details["viewport"] != nil { viewport = try pair("viewport", in: details, max: TraceParser.lengthMax) }
    if details["content"] != nil {
      contentHeight = try pair("content", in: details, max: TraceParser.contentMax).1
    }
    if let value = details["grid"] {
      layouts.append(try grid(value, viewport, header))
    } else {
      layouts.append(
        GridLayout(
          count: current.count, columns: current.columns, cellWidth: current.cellWidth,
          cellHeight: current.cellHeight, spacingX: current.spacingX, spacingY: current.spacingY,
          insetTop: current.insetTop, insetBottom: current.insetBottom, viewportWidth: viewport.0,
          viewportHeight: viewport.1, scaleThousandths: current.scaleThousandths))
    }
  }

  private func grid(
    _ value: Value, _ viewport: (MilliPoints, MilliPoints), _ header: TraceHeader
  ) throws(TraceError) -> GridLayout {
    let count = try integer("count", in: value, allowed: 0...TraceParser.countMax)
    let columns = try integer("columns", in: value, allowed: 0...TraceParser.columnsMax)
    let cell = try pair("cell", in: value, max: TraceParser.lengthMax, min: .zero)
    var spacing = (MilliPoints.zero, MilliPoints.zero)
    if value["spacing"] != nil { spacing = try pair("spacing", in: value, max: TraceParser.lengthMax, min: .zero) }
    let inset = try insets(value)
    guard columns > 0, cell.0 > .zero, cell.1 > .zero else {
      throw failure(.noCellFits, value: "columns \(columns), cell \(cell.0)x\(cell.1)")
    }
    guard cell.0 <= viewport.0 else {
      throw failure(.noCellFits, value: "cell \(cell.0) in a viewport of \(viewport.0)")
    }
    return GridLayout(
      count: Int32(count), columns: Int32(columns), cellWidth: cell.0, cellHeight: cell.1, spacingX: spacing.0,
      spacingY: spacing.1, insetTop: inset.top, insetBottom: inset.bottom, viewportWidth: viewport.0,
      viewportHeight: viewport.1, scaleThousandths: header.scaleThousandths)
  }

  /// Four columns, 2 pt apart, square cells that fill the width; as many items as fill the content's height.
  private func defaultGrid(
    viewport: (MilliPoints, MilliPoints), content: (MilliPoints, MilliPoints), _ header: TraceHeader
  ) throws(TraceError) -> GridLayout {
    let cell = (content.0.rawValue - 3 * 2000) / 4
    guard cell > 0, MilliPoints(rawValue: cell) <= viewport.0 else {
      throw failure(.noCellFits, value: "4 columns in a content width of \(content.0)")
    }
    let rows = (content.1.rawValue + 2000) / (cell + 2000)
    guard rows * 4 <= TraceParser.countMax else {
      throw failure(.outOfRange(key: "content", allowed: "at most 100,000,000 cells"), value: "\(content.1)")
    }
    return GridLayout(
      count: Int32(rows * 4), columns: 4, cellWidth: MilliPoints(rawValue: cell),
      cellHeight: MilliPoints(rawValue: cell), spacingX: .points(2), spacingY: .points(2),
      viewportWidth: viewport.0, viewportHeight: viewport.1, scaleThousandths: header.scaleThousandths)
  }

  private func insets(_ value: Value) throws(TraceError) -> (top: MilliPoints, bottom: MilliPoints) {
    guard let inset = value["inset"] else { return (.zero, .zero) }
    guard case .array(let sides) = inset, sides.count == 4 else {
      throw failure(.wrongType(key: "inset", expected: "[top, left, bottom, right]"), value: describe(inset))
    }
    let limit = 0...TraceParser.lengthMax.rawValue
    let top = try thousandthsOf(sides[0], "inset", allowed: limit, words: "from 0 to 1,000,000 pt")
    let bottom = try thousandthsOf(sides[2], "inset", allowed: limit, words: "from 0 to 1,000,000 pt")
    return (MilliPoints(rawValue: top), MilliPoints(rawValue: bottom))
  }

  /// Two lengths, in points.
  private func pair(
    _ key: String, in value: Value, max: MilliPoints, min: MilliPoints = MilliPoints(rawValue: 1)
  ) throws(TraceError) -> (MilliPoints, MilliPoints) {
    guard let found = value[key] else { throw failure(.missing(key: key), value: "") }
    guard case .array(let sides) = found, sides.count == 2 else {
      throw failure(.wrongType(key: key, expected: "two numbers"), value: describe(found))
    }
    let words = "from \(min) to \(max) pt"
    let first = try thousandthsOf(sides[0], key, allowed: min.rawValue...max.rawValue, words: words)
    let second = try thousandthsOf(sides[1], key, allowed: min.rawValue...max.rawValue, words: words)
    return (MilliPoints(rawValue: first), MilliPoints(rawValue: second))
  }

  private func integer(_ key: String, in value: Value, allowed: ClosedRange<Int64>) throws(TraceError) -> Int64 {
    guard let found = value[key] else { throw failure(.missing(key: key), value: "") }
    let words = "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    let bounds = allowed.lowerBound * 1000...allowed.upperBound * 1000
    let thousandths = try thousandthsOf(found, key, allowed: bounds, words: words)
    guard thousandths % 1000 == 0 else {
      throw failure(.outOfRange(key: key, allowed: words), value: describe(found))
    }
    return thousandths / 1000
  }

  private func thousandthsOf(
    _ value: Value, _ key: String, allowed: ClosedRange<Int64>, words: String
  ) throws(TraceError) -> Int64 {
    guard case .number(let number, let text) = value else {
      throw failure(.wrongType(key: key, expected: "a number"), value: describe(value))
    }
    guard let thousandths = number.scaled(decimals: 3), allowed.contains(thousandths) else {
      throw failure(.outOfRange(key: key, allowed: words), value: text)
    }
    return thousandths
  }

  private func word(_ key: String, in value: Value) throws(TraceError) -> String? {
    switch value[key] {
    case nil: return nil
    case .string(let text)?: return text
    case let other?: throw failure(.wrongType(key: key, expected: "a text"), value: describe(other))
    }
  }

  private func describe(_ value: Value) -> String {
    switch value {
    case .number(_, let text): text
    case .string(let text): "\"\(text)\""
    case .word(let word): word
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}
