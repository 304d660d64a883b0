extension TraceParser {
  mutating func headerValue() throws(InputError) -> TraceValue {
    if reader.peek() == UInt8(ascii: "{"), let value = try? reader.traceValue(), reader.isAtEnd() { return value }
    throw notFinite() ?? noHeader()
  }

  mutating func readHeader(_ value: TraceValue) throws(InputError) {
    guard let version = value["scrolltrace"] else { throw noHeader() }
    guard let thousandths = version.scaled(decimals: 3) else {
      throw wrong("scrolltrace", version.description, mustBe: "1 or 2")
    }
    guard thousandths >= 1000 else { throw noHeader() }
    guard thousandths < 3000 else {
      throw failure("version \(version.description) of the format is newer than this lab", cure: "update it")
    }
    self.version = thousandths / 1000
    let viewport = try pair("viewport", in: value, max: TraceParser.lengthMax)
    content = try pair("content", in: value, max: TraceParser.contentMax, min: .zero)
    if let scale = value["scale"] {
      trace.header.scaleThousandths = try thousandthsOf(scale, "scale", allowed: 100...16_000, words: "from 0.1 to 16")
    }
    if let rate = value["refresh_hz"] {
      trace.header.refreshHz = try thousandthsOf(rate, "refresh_hz", allowed: 1...1_000_000, words: "up to 1000") / 1000
    }
    trace.header.title = try word("title", in: value)
    trace.header.device = try word("device", in: value)
    if let source = value["source"] {
      trace.header.source = TraceHeader.Source(
        kind: try word("kind", in: source), by: try word("by", in: source), model: try word("model", in: source),
        fingers: try word("fingers", in: source), seed: source["seed"]?.scaled(decimals: 0))
    }
    // Words like the others, though nothing asks for them.
    for key in ["clock", "recorded_at"] { _ = try word(key, in: value) }
    _ = try word("license", in: value["source"] ?? .nothing)
    hasDefaultGrid = value["grid"] == nil
    let layout = hasDefaultGrid ? try defaultGrid(viewport) : try grid(value["grid"] ?? .nothing, viewport)
    (trace.layouts, trace.contents, trace.contentSizes) = ([layout], [nil], [content])
    photoBound = layout.count
    try readSession(value)
  }

  /// The limits beyond which no arithmetic is tried.
  static let lengthMax = MilliPoints.points(1_000_000)
  static let contentMax = MilliPoints.points(1_000_000_000)
  /// The limit of offsets: that of the content and of a viewport.
  static let offsetMax = MilliPoints.points(1_001_000_000)
  /// 30 days in nanoseconds: sums of bytes times nanoseconds stay far from overflow.
  static let timeMax: Int64 = 2_592_000_000_000_000
  static let countMax: Int64 = 100_000_000
  static let widestRow: Int64 = 10_000

  func list(_ key: String, in value: TraceValue, _ count: Int, form: String) throws(InputError) -> [TraceValue] {
    guard let found = value[key] else { throw missing(key) }
    guard case .array(let values) = found, values.count == count else {
      throw wrong(key, found.description, mustBe: form)
    }
    return values
  }

  @inline(never) func points(
    _ value: TraceValue, _ key: String, max: MilliPoints = TraceParser.lengthMax, min: MilliPoints = .zero
  ) throws(InputError) -> MilliPoints {
    MilliPoints(
      rawValue: try thousandthsOf(
        value, key, allowed: min.rawValue...max.rawValue, words: "from \(min) to \(max) pt"))
  }

  func pair(
    _ key: String, in value: TraceValue, max: MilliPoints = TraceParser.lengthMax,
    min: MilliPoints = MilliPoints(rawValue: 1)
  ) throws(InputError) -> (MilliPoints, MilliPoints) {
    let sides = try list(key, in: value, 2, form: "two numbers")
    return (try points(sides[0], key, max: max, min: min), try points(sides[1], key, max: max, min: min))
  }

  func integer(_ key: String, in value: TraceValue, allowed: ClosedRange<Int64>) throws(InputError) -> Int64 {
    guard let found = value[key] else { throw missing(key) }
    return try whole(found, key, allowed: allowed)
  }

  func whole(_ found: TraceValue, _ key: String, allowed: ClosedRange<Int64>) throws(InputError) -> Int64 {
    var words: String { "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)" }
    let bounds = allowed.lowerBound * 1000...allowed.upperBound * 1000
    let thousandths = try thousandthsOf(found, key, allowed: bounds, words: words)
    guard thousandths % 1000 == 0 else { throw wrong(key, found.description, mustBe: words) }
    return thousandths / 1000
  }

  @inline(never) func thousandthsOf(
    _ value: TraceValue, _ key: String, allowed: ClosedRange<Int64>, words: @autoclosure () -> String
  ) throws(InputError) -> Int64 {
    let thousandths = value.scaled(decimals: 3)
    guard let thousandths, allowed.contains(thousandths) else {
      if case .number = value { throw wrong(key, value.description, mustBe: words()) }
      throw wrong(key, value.description, mustBe: "a number")
    }
    return thousandths
  }

  func word(_ key: String, in value: TraceValue) throws(InputError) -> String? {
    switch value[key] {
    case nil: return nil
    case .string(let text)?: return text.visible
    case let other?: throw wrong(key, other.description, mustBe: "a text")
    }
  }
}
