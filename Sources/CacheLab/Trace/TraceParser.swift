import LabBase
import StrategyKit

/// Reads the lines of a trace one after the other and checks each.
struct TraceParser {
  let bytes: [UInt8]
  let file: String
  /// A test may read less.
  var linesMax = Trace.linesMax
  var cursor: TraceCursor

  var line = 0
  /// Where the line stands in `bytes`, the newline left out.
  var lineRange = 0..<0

  var header: TraceHeader?
  var layouts: [GridLayout] = []
  /// By layout: what the grid shows, where these are not the library's first photos.
  var contents: [GridContent?] = []
  var contentSizes: [(width: MilliPoints, height: MilliPoints)] = []
  /// One more than the highest number of a photo so far; photos that come in get the next ones.
  var photoBound: Int32 = 0
  /// The format's: 2 knows sections.
  var version: Int64 = 1
  /// What all of `layouts` have been told.
  var sectionCount = 0
  /// What all of `contents` hold.
  var contentRangeCount = 0
  /// The content in force: its height bounds offsets, its width sets the default grid.
  var content = (width: MilliPoints.zero, height: MilliPoints.zero)
  /// No line has told of a grid yet.
  var hasDefaultGrid = false
  var entries: ContiguousArray<TraceEntry> = []
  /// False where nobody reads them; then samples are counted.
  var keepsEntries = true
  private(set) var droppedSamples = 0
  /// Whether lines are kept as they are written, up to the one that says `end`.
  var keepsLines = false
  private(set) var document: TraceDocument?
  var end: Int64?
  var lastTime: Int64 = 0
  /// The sample of `lastTime`, not yet in `entries`: events of its time that follow it in the file come before it.
  var pending: PendingSample?
  /// A layout came into force at `lastTime`.
  var hasNewLayout = false
  /// The last frame, be it a sample or a layout's.
  var shown: (time: Int64, offset: Int64)?
  var motion = TraceMotion()
  var session: TraceSession?
  var warnings: [TraceWarning] = []
  var warningCount = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    cursor = TraceCursor(bytes)
  }

  mutating func run() throws(TraceError) -> Trace {
    if keepsEntries { entries.reserveCapacity(min(bytes.count / 16, Trace.linesMax)) }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    repeat {
      line += 1
      guard line <= linesMax else { throw failure(.tooMany("lines", limit: linesMax)) }
      lineRange = start..<(bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      guard lineRange.count <= Trace.lineBytesMax else {
        throw failure(.lineTooLong(limit: Trace.lineBytesMax), value: lineText)
      }
      do throws(TraceError) {
        try readLine()
      } catch {
        // A sample that waits for its neighbours stands above: if it is wrong too, it is the first error.
        try settle()
        throw error
      }
      if !keepsEntries {
        droppedSamples += entries.count { $0.kind == .sample }
        entries.removeAll(keepingCapacity: true)
      }
      start = lineRange.upperBound + 1
    } while start < bytes.count
    return try trace(sha256: SHA256.hex(of: bytes))
  }

  /// All lines are read.
  mutating func trace(sha256: String) throws(TraceError) -> Trace {
    try settle()
    guard let header else { throw failure(.noHeader) }
    guard shown != nil else { throw failure(.noSample) }
    if end == nil { warn("no \"end\": the clock stops at the last line") }
    warnings.sort { $0.line < $1.line }
    return Trace(
      header: header, layouts: layouts, contents: contents, contentSizes: contentSizes, entries: entries,
      end: Nanoseconds(rawValue: end ?? lastTime),
      warnings: warnings, warningCount: warningCount, sha256: sha256, session: session)
  }

  private mutating func readLine() throws(TraceError) {
    cursor.read(lineRange)
    guard header != nil else {
      let value = try headerValue()
      if keepsLines { document = TraceDocument(header: value) }
      return try readHeader(value)
    }
    if cursor.peek() == UInt8(ascii: "#") {
      if keepsLines { document?.append(.comment(cursor.text(cursor.position + 1..<lineRange.upperBound))) }
      return
    }
    if cursor.isAtEnd() { return }
    let (written, body): (DecimalNumber, TraceLine.Body)
    do throws(TraceCursor.Failure) {
      (written, body) = try TraceLine.read(&cursor)
    } catch {
      if case .notFinite(let word) = error { throw failure(.notFinite, value: word) }
      guard lineRange.upperBound == bytes.count else { throw failure(.notALine, value: lineText) }
      // A streamed file may end in the middle of a line; what came before it is whole.
      return warn("the last line is cut: it was left out")
    }
    let time = try time(written)
    switch body {
    case .sample(let offset): try addSample(offset, at: time)
    case .event(let code, let details): try addEvent(code, details ?? .nothing, at: time)
    case .comment: break
    }
    if keepsLines { document?.append(body, at: time) }
  }

  mutating func headerValue() throws(TraceError) -> TraceValue {
    do throws(TraceCursor.Failure) {
      guard cursor.peek() == UInt8(ascii: "{") else { throw .unexpected }
      let value = try cursor.value()
      guard cursor.isAtEnd() else { throw .unexpected }
      return value
    } catch {
      if case .notFinite(let word) = error { throw failure(.notFinite, value: word) }
      throw failure(.noHeader, value: lineText)
    }
  }

  mutating func warn(_ text: String, line: Int? = nil) {
    warningCount += 1
    if warnings.count < Trace.warningsMax { warnings.append(TraceWarning(line: line ?? self.line, text: text)) }
  }

  /// The line, shortened.
  var lineText: String { cursor.text(lineRange.prefix(120)) }

  func failure(_ problem: TraceProblem, value: String = "", line: Int? = nil) -> TraceError {
    TraceError(file: file, line: line ?? self.line, value: value, problem: problem)
  }
}

/// A sample whose time is not over: events that follow it there still come before it.
struct PendingSample {
  var offset: Int64
  var line: Int
}

extension TraceParser {
  mutating func readHeader(_ value: TraceValue) throws(TraceError) {
    guard let version = value["scrolltrace"] else { throw failure(.noHeader, value: lineText) }
    guard case .number(let number, let text) = version, let thousandths = number.scaled(decimals: 3) else {
      throw failure(.wrongType(key: "scrolltrace", expected: "1 or 2"), value: lineText)
    }
    guard thousandths >= 1000 else { throw failure(.noHeader, value: lineText) }
    guard thousandths < 3000 else { throw failure(.laterVersion(of: "the format"), value: text) }
    self.version = thousandths / 1000
    let viewport = try pair("viewport", in: value, max: TraceParser.lengthMax)
    content = try pair("content", in: value, max: TraceParser.contentMax, min: .zero)
    var header = TraceHeader()
    if let scale = value["scale"] {
      header.scaleThousandths = try thousandthsOf(scale, "scale", allowed: 100...16_000, words: "from 0.1 to 16")
    }
    if let rate = value["refresh_hz"] {
      header.refreshHz = try thousandthsOf(rate, "refresh_hz", allowed: 1...1_000_000, words: "up to 1000") / 1000
    }
    header.title = try word("title", in: value)
    header.device = try word("device", in: value)
    // Words like the others, though nothing asks for them.
    for key in ["clock", "recorded_at"] { _ = try word(key, in: value) }
    if let source = value["source"] {
      header.source.kind = try word("kind", in: source)
      header.source.by = try word("by", in: source)
      header.source.model = try word("model", in: source)
      header.source.fingers = try word("fingers", in: source)
      _ = try word("license", in: source)  // Nothing asks for it.
      if case .number(let seed, _)? = source["seed"] { header.source.seed = seed.scaled(decimals: 0) }
    }
    self.header = header
    if let grid = value["grid"] {
      layouts = [try self.grid(grid, viewport, header)]
    } else {
      layouts = [try defaultGrid(viewport: viewport, header)]
      hasDefaultGrid = true
    }
    (contents, contentSizes) = ([nil], [content])
    photoBound = layouts[0].count
    try readSession(value)
  }
}
