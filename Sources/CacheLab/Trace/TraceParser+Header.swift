import StrategyKit

extension TraceParser {
  mutating func readHeader(_ value: TraceValue) throws(TraceError) {
    guard let version = value["scrolltrace"] else { throw failure(.noHeader, value: lineText) }
    guard case .number(let number, let text) = version, let thousandths = number.scaled(decimals: 3) else {
      throw failure(.wrongType(key: "scrolltrace", expected: "1 or 2"), value: lineText)
    }
    guard thousandths >= 1000 else { throw failure(.noHeader, value: lineText) }
    guard thousandths < 3000 else { throw failure(.laterVersion, value: text) }
    self.version = thousandths / 1000
    let viewport = try pair("viewport", in: value, max: TraceParser.lengthMax)
    content = try pair("content", in: value, max: TraceParser.contentMax, min: .zero)
    var header = TraceHeader(
      viewportWidth: viewport.0, viewportHeight: viewport.1, contentWidth: content.width, contentHeight: content.height,
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
    if let grid = value["grid"] {
      layouts = [try self.grid(grid, viewport, header)]
    } else {
      layouts = [try defaultGrid(viewport: viewport, header)]
      hasDefaultGrid = true
    }
    contents = [nil]
    photoBound = layouts[0].count
    try readSession(value)
  }
}
