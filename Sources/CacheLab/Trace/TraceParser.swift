import Strategies

/// Reads the lines of a trace one after the other and checks each.
struct TraceParser {
  let bytes: [UInt8]
  let file: String

  var line = 0
  /// Where the line begins and ends in `bytes`, the newline left out.
  var lineStart = 0
  var lineEnd = 0

  var header: TraceHeader?
  var layouts: [GridLayout] = []
  /// Height of the content in force, which bounds offsets.
  var contentHeight = MilliPoints.zero
  var entries: ContiguousArray<TraceEntry> = []
  var end: Int64?
  var lastTime: Int64 = 0
  var lastSample: (time: Int64, offset: Int64)?
  var motion = TraceMotion()
  var warnings: [TraceWarning] = []
  var warningCount = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func run() throws(TraceError) -> Trace {
    entries.reserveCapacity(bytes.count / 16)
    while lineStart < bytes.count {
      line += 1
      guard line <= Trace.linesMax else { throw failure(.tooManyLines(limit: Trace.linesMax), value: "") }
      lineEnd = endOfLine(from: lineStart)
      guard lineEnd - lineStart <= Trace.lineBytesMax else {
        throw failure(.lineTooLong(limit: Trace.lineBytesMax), value: "")
      }
      try readLine()
      lineStart = lineEnd + 1
    }
    guard let header else { throw failure(.noHeader, value: lineText) }
    guard lastSample != nil else { throw failure(.noSample, value: "") }
    if end == nil { warn("no \"end\": the clock stops at the last line") }
    var trace = Trace(
      header: header, layouts: layouts, entries: entries, end: Nanoseconds(rawValue: end ?? lastTime),
      warnings: warnings, warningCount: warningCount, sha256: SHA256.hex(of: bytes))
    trace.addFramesOfLayouts()
    return trace
  }

  private func endOfLine(from start: Int) -> Int {
    var at = start
    while at < bytes.count && bytes[at] != UInt8(ascii: "\n") { at += 1 }
    return at
  }

  private mutating func readLine() throws(TraceError) {
    var cursor = TraceCursor(bytes, from: lineStart, to: lineEnd)
    let first = cursor.peek()
    if first == UInt8(ascii: "#") || (first == 0 && header != nil) { return }
    do {
      guard header != nil else {
        guard first == UInt8(ascii: "{") else { throw TraceCursor.Failure.unexpected }
        let value = try cursor.value()
        guard cursor.peek() == 0 else { throw TraceCursor.Failure.unexpected }
        return try readHeader(value)
      }
      try readEntry(&cursor)
    } catch let error as TraceError {
      throw error
    } catch TraceCursor.Failure.notFinite(let word) {
      throw failure(.notFinite, value: word)
    } catch {
      if header == nil { throw failure(.noHeader, value: lineText) }
      // A streamed file may end in the middle of a line; what came before it is whole.
      if lineEnd == bytes.count {
        warn("the last line is cut: it was left out")
        return
      }
      throw failure(.notJSON(expected: "[t, y] or [t, \"event\", {...}]"), value: lineText)
    }
  }

  private mutating func readEntry(_ cursor: inout TraceCursor) throws {
    try cursor.expect(UInt8(ascii: "["))
    _ = cursor.peek()
    let timeStart = cursor.position
    let number = try cursor.number()
    let timeText = cursor.text(from: timeStart)
    try cursor.expect(UInt8(ascii: ","))
    let isEvent = cursor.peek() == UInt8(ascii: "\"")
    let valueStart = cursor.position
    if isEvent {
      let code = try cursor.string()
      let details = cursor.take(UInt8(ascii: ",")) ? try cursor.value() : .object([])
      try finish(&cursor)
      try addEvent(code, details, time: try time(number, timeText))
    } else {
      let offset = try cursor.number()
      let offsetText = cursor.text(from: valueStart)
      try finish(&cursor)
      try addSample(offset, offsetText, time: try time(number, timeText), timeText)
    }
  }

  /// Further elements of a line are ignored, as unknown keys are.
  private func finish(_ cursor: inout TraceCursor) throws(TraceCursor.Failure) {
    while cursor.take(UInt8(ascii: ",")) { _ = try cursor.value() }
    try cursor.expect(UInt8(ascii: "]"))
    guard cursor.peek() == 0 else { throw .unexpected }
  }

  /// A time in nanoseconds, not before the line above.
  private mutating func time(_ number: DecimalNumber, _ text: String) throws(TraceError) -> Int64 {
    guard !number.isNegative || number.digits == 0 else { throw failure(.negativeTime, value: text) }
    // 30 days: sums of bytes times nanoseconds stay far from overflow.
    guard let time = number.scaled(decimals: 6), time <= 2_592_000_000_000_000 else {
      throw failure(.outOfRange(key: "t", allowed: "at most 30 days"), value: text)
    }
    guard time >= lastTime else {
      let previous = MilliPoints(rawValue: lastTime / 1000).description
      throw failure(.timeGoesBack(previous: previous), value: text)
    }
    return time
  }

  private mutating func addSample(
    _ number: DecimalNumber, _ text: String, time: Int64, _ timeText: String
  ) throws(TraceError) {
    if let end, time > end { return ignoreAfterEnd() }
    if lastSample?.time == time { throw failure(.twoSamplesAtOneTime, value: timeText) }
    let height = layouts[layouts.count - 1].viewportHeight
    let low = MilliPoints.zero - height
    let high = max(.zero, contentHeight - height) + height
    guard let offset = number.scaled(decimals: 3), offset >= low.rawValue, offset <= high.rawValue else {
      throw failure(.offsetOutOfBounds(low: "\(low)", high: "\(high)"), value: text)
    }
    if lastSample == nil && time != 0 { warn("the first sample is at \(timeText) ms, not at 0") }
    if let last = lastSample, let text = motion.complaint(from: last, to: (time, offset)) { warn(text) }
    motion.sampled(moved: lastSample.map { $0.offset != offset } ?? false)
    lastTime = time
    lastSample = (time, offset)
    entries.append(TraceEntry(time: time, value: offset, kind: .sample))
  }

  private mutating func addEvent(_ name: String, _ details: TraceCursor.Value, time: Int64) throws(TraceError) {
    if let end, time > end { return ignoreAfterEnd() }
    lastTime = time
    guard let code = TraceCode(rawValue: name) else { return }
    motion.note(code, details, time: time)
    var entry = TraceEntry(time: time, value: 0, kind: .event(code))
    switch code {
    case .layout:
      try readLayout(details)
      entry.value = Int64(layouts.count - 1)
    case .end:
      end = end ?? time
      return
    case .insert, .remove, .access:
      warn("\"\(name)\" changes the library: this lab does not replay it yet")
    default: break
    }
    // Events come before a sample of the same time, wherever they stand.
    if let last = entries.last, last.kind == .sample, last.time == time {
      entries.insert(entry, at: entries.count - 1)
    } else {
      entries.append(entry)
    }
  }

  private mutating func ignoreAfterEnd() { warn("comes after \"end\": it was left out") }

  mutating func warn(_ text: String) {
    warningCount += 1
    if warnings.count < Trace.warningsMax { warnings.append(TraceWarning(line: line, text: text)) }
  }

  var lineText: String { String(decoding: bytes[lineStart..<min(lineEnd, lineStart + 120)], as: UTF8.self) }

  func failure(_ problem: TraceError.Problem, value: String) -> TraceError {
    TraceError(file: file, line: max(line, 1), value: value, problem: problem)
  }
}
