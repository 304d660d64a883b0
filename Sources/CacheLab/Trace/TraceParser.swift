/// Reads and checks the lines of a trace, one after the other.
struct TraceParser {
  var reader: JSONReader
  let file: String
  var linesMax = Trace.linesMax

  var line = 0
  /// The range of the line in the bytes, without the newline.
  var lineRange = 0..<0

  /// The trace so far; it has a layout once its header is read.
  var trace = Trace()
  /// One more than the highest number of a photo so far; new photos get the next ones.
  var photoBound: Int32 = 0
  var version: Int64 = 1
  /// The sections of all layouts, and the runs of photos in all contents.
  var sectionCount = 0
  var contentRangeCount = 0
  /// The content in force: its height bounds offsets, its width sets the default grid.
  var content = (width: MilliPoints.zero, height: MilliPoints.zero)
  var hasDefaultGrid = false
  /// The document that keeps lines as they are written, up to `end`, in place of entries.
  var document: TraceDocument?
  var end: Int64?
  var lastTime: Int64 = 0
  /// The sample of `lastTime`, not yet an entry: events of its time that follow it in the file come before it.
  var pending: (offset: Int64, line: Int)?
  var hasNewLayout = false
  /// The last frame, of a sample or of a layout.
  var shown: (time: Int64, offset: Int64)?
  var motion = TraceMotion()

  /// - Parameter sha256: The identity of the trace; that of its bytes by default.
  mutating func run(sha256: String? = nil) throws(InputError) -> Trace {
    try readLines()
    try settle()
    guard !trace.layouts.isEmpty else { throw noHeader() }
    guard shown != nil else { throw failure("no sample", cure: "a trace needs a line [t, y]") }
    if end == nil { warn("no \"end\": the clock stops at the last line") }
    trace.warnings = trace.warnings.ordered { $0.line < $1.line }
    trace.end = Nanoseconds(rawValue: end ?? lastTime)
    trace.sha256 = sha256 ?? SHA256.hex(of: reader.bytes)
    return trace
  }

  private mutating func readLines() throws(InputError) {
    let bytes = reader.bytes
    if document == nil { trace.entries.reserveCapacity(min(bytes.count / 16, Trace.linesMax)) }
    var start = reader.position
    repeat {
      line += 1
      guard line <= linesMax else { throw tooMany("lines", limit: linesMax) }
      let sample = trace.layouts.isEmpty ? nil : plainSample(bytes, from: start)
      lineRange = start..<(sample?.end ?? bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      guard lineRange.count <= Trace.lineBytesMax else {
        throw failure("a line of more than \(Trace.lineBytesMax) bytes", cure: "is this a .scrolltrace file?")
      }
      do throws(InputError) {
        if let sample {
          try addSample(sample.offset, at: sample.time)
          document?.append(.sample(sample.offset), at: sample.time)
        } else {
          try readLine()
        }
      } catch {
        // A sample that waits for its neighbours stands above: if it is wrong too, it is the first error.
        try settle()
        throw error
      }
      if document != nil { trace.entries.removeAll(keepingCapacity: true) }
      start = lineRange.upperBound + 1
    } while start < bytes.count
  }

  private mutating func readLine() throws(InputError) {
    reader.read(lineRange)
    guard !trace.layouts.isEmpty else {
      let value = try headerValue()
      document?.header = value
      return try readHeader(value)
    }
    if reader.peek() == UInt8(ascii: "#") {
      document?.append(.comment(reader.text(reader.position + 1..<lineRange.upperBound)))
      return
    }
    if reader.isAtEnd() { return }
    let (written, body): (String, TraceLine.Body)
    do throws(JSONError) {
      (written, body) = try TraceLine.read(&reader)
    } catch {
      if let error = notFinite() { throw error }
      guard lineRange.upperBound == reader.bytes.count else {
        throw failure("is not a line of a trace", cure: "expected [t, y] or [t, \"event\", {...}]", value: lineText)
      }
      // A streamed file may end in the middle of a line; what came before it is whole.
      return warn("the last line is cut: it was left out")
    }
    let time = try time(written)
    switch body {
    case .sample(let offset): try addSample(offset, at: time)
    case .event(let code, let details): try addEvent(code, details ?? .nothing, at: time)
    case .comment: break
    }
    document?.append(body, at: time)
  }

  /// Reads a line as nearly all are written, `[16.667,-12.5]`, in a tenth of the time of any other line; returns nil for
  /// others.
  private func plainSample(_ bytes: [UInt8], from start: Int) -> (time: Int64, offset: Int64, end: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var at = start + 1
    guard let time = plainNumber(bytes, &at, decimals: 6), time <= TraceParser.timeMax, at < bytes.count,
      bytes[at] == UInt8(ascii: ",")
    else { return nil }
    at += 1
    let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard let offset = plainNumber(bytes, &at, decimals: 3), at < bytes.count, bytes[at] == UInt8(ascii: "]"),
      at + 1 == bytes.count || bytes[at + 1] == UInt8(ascii: "\n")
    else { return nil }
    return (time, isNegative ? -offset : offset, at + 1)
  }

  /// Reads a number without an exponent, of at most nine digits before the point and `decimals` behind it, and returns it
  /// times 10^`decimals`.
  private func plainNumber(_ bytes: [UInt8], _ at: inout Int, decimals: Int) -> Int64? {
    func digits(_ most: Int, _ value: inout Int64) -> Int {
      let first = at
      while at < bytes.count, at - first < most, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
        value = value &* 10 &+ Int64(digit)
        at += 1
      }
      return at - first
    }
    var value: Int64 = 0
    let (first, whole) = (at, digits(9, &value))
    // JSON has no leading zeros.
    guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    var fraction = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      fraction = digits(decimals, &value)
      if fraction == 0 { return nil }
    }
    for _ in fraction..<decimals { value &*= 10 }
    return value
  }

  /// - Parameter kind: The kind of oddity, `text` without its numbers.
  mutating func warn(_ text: String, kind: String? = nil, line: Int? = nil) {
    trace.warningCounts[kind ?? text, default: 0] += 1
    guard trace.warnings.count < Trace.warningsMax else { return }
    trace.warnings.append(TraceWarning(line: line ?? self.line, text: text))
  }

  var lineText: String { reader.text(lineRange.prefix(120)) }

  @inline(never) func failure(_ problem: String, cure: String, value: String? = nil, line: Int? = nil) -> InputError {
    InputError(file, line: line ?? self.line, value: value, problem, cure: cure)
  }

  func noHeader() -> InputError {
    failure(
      lineText.isEmpty ? "there is no header" : "is not a header",
      cure: "the first line must be an object with \"scrolltrace\":1 or 2 (see docs/trace-format.md)",
      value: lineText.isEmpty ? nil : lineText)
  }

  /// Returns the error of the word at which reading stopped, if it is `NaN`, `Infinity` or the like.
  func notFinite() -> InputError? {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    let word = reader.bytes[reader.position..<lineRange.upperBound].prefix {
      isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
    let letters = String(decoding: word.filter(isLetter).map { $0 | 0x20 }, as: UTF8.self)
    guard ["nan", "infinity", "inf"].contains(letters) else { return nil }
    let value = String(decoding: word, as: UTF8.self)
    return failure("is not a finite number", cure: "write plain decimal numbers", value: value)
  }

  func tooMany(_ what: String, limit: Int) -> InputError {
    failure("more than \(limit) \(what)", cure: "cut the trace into shorter ones")
  }

  func missing(_ key: String) -> InputError { failure("\"\(key)\" is missing", cure: "add it to this line") }

  func wrong(_ key: String, _ value: String, mustBe expected: String) -> InputError {
    failure("is not a valid \"\(key)\"", cure: "it must be \(expected)", value: value)
  }

  @inline(__always)
  mutating func addSample(_ offset: Int64, at time: Int64) throws(InputError) {
    guard try advance(to: time) else { return }
    guard pending == nil else {
      throw failure("is the time of two samples", cure: "keep one of them", value: element(0))
    }
    // Nothing near the limits of the arithmetic is in the bounds of any layout.
    guard offset.magnitude <= TraceParser.offsetMax.rawValue else { throw outOfBounds(element(1)) }
    pending = (offset, line)
  }

  mutating func addEvent(_ name: String, _ details: TraceValue, at time: Int64) throws(InputError) {
    guard try advance(to: time) else { return }
    if name == "phase" { return try readSignal(details) }
    guard let code = TraceCode(rawValue: name) else { return try readSessionLine(name, details) }
    motion.note(code, details, time: lastTime)
    var entry = TraceEntry(time: lastTime, value: 0, kind: .event(code))
    switch code {
    case .layout:
      try readLayout(details)
      entry.value = Int64(trace.layouts.count - 1)
    case .end:
      // A later one is ignored like every line after the end.
      end = lastTime
      return
    case .insert, .remove, .access:
      guard try readContent(code, details) else { return }
      entry.value = Int64(trace.layouts.count - 1)
    case .up: entry.value = offset("target", in: details)
    case .bounce: entry.value = offset("to", in: details)
    case .scrub: entry.value = details.isFalse("on") ? 0 : 1
    default: break
    }
    trace.entries.append(entry)
  }

  /// Returns an offset that is a hint, or `unknown` if it is absent or no trace can have it.
  func offset(_ key: String, in details: TraceValue) -> Int64 {
    guard let offset = details[key]?.scaled(decimals: 3), offset.magnitude <= TraceParser.offsetMax.rawValue else {
      return TraceEntry.unknown
    }
    return offset
  }

  /// Ends the lines of `lastTime`, whose frame follows its events.
  @inline(__always)
  mutating func settle() throws(InputError) {
    if let sample = pending {
      pending = nil
      try check(sample)
      show(sample.offset)
    } else if hasNewLayout, let shown {
      // A layout without a sample is a frame all the same: the offset in force, clamped to the new content.
      let last = content.height - trace.layouts[trace.layouts.count - 1].viewportHeight
      show(min(max(shown.offset, 0), max(last, .zero).rawValue))
    }
    hasNewLayout = false
  }

  func time(_ number: String) throws(InputError) -> Int64 {
    let isZero = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { $0 < UInt8(ascii: "1") }
    if !isZero, number.utf8.first == UInt8(ascii: "-") {
      throw failure("is a negative time", cure: "times count from the start of the trace", value: element(0))
    }
    guard let time = TraceText.scaled(number, decimals: 6), time <= TraceParser.timeMax else {
      throw wrong("t", element(0), mustBe: "at most 30 days")
    }
    return time
  }

  /// Ends the times before `time`, and returns whether it is not after the end.
  @inline(__always)
  private mutating func advance(to time: Int64) throws(InputError) -> Bool {
    guard time >= lastTime else {
      throw failure(
        "is earlier than the line before, at \(TraceText.milliseconds(lastTime)) ms",
        cure: "lines must not go back in time; sort them, or cut the trace there", value: element(0))
    }
    if time > lastTime { try settle() }
    lastTime = time
    guard let end, time > end else { return true }
    warn("comes after \"end\": it was left out")
    return false
  }

  /// Checks the bounds and the motion of a sample, by the layout and the events of its time.
  @inline(__always)
  private mutating func check(_ sample: (offset: Int64, line: Int)) throws(InputError) {
    guard offsets.contains(sample.offset) else {
      throw outOfBounds(sample.offset.decimal(over: 1000), line: sample.line)
    }
    if let shown {
      let complaint = motion.complaint(from: shown, to: (lastTime, sample.offset))
      if let complaint { warn(complaint, line: sample.line) }
    } else if lastTime != 0 {
      warn(
        "the first sample is at \(TraceText.milliseconds(lastTime)) ms, not at 0", kind: "the first sample is not at 0",
        line: sample.line)
    }
    motion.sampled(at: lastTime, moved: shown.map { $0.offset != sample.offset } ?? false)
  }

  @inline(__always)
  private mutating func show(_ offset: Int64) {
    shown = (lastTime, offset)
    trace.entries.append(TraceEntry(time: lastTime, value: offset, kind: .sample))
  }

  /// The valid offsets: up to a viewport beyond both ends of the content.
  private var offsets: ClosedRange<Int64> {
    let height = trace.layouts[trace.layouts.count - 1].viewportHeight
    return -height.rawValue...(max(.zero, content.height - height) + height).rawValue
  }

  @inline(never)
  private func outOfBounds(_ offset: String, line: Int? = nil) -> InputError {
    let (low, high) = (MilliPoints(rawValue: offsets.lowerBound), MilliPoints(rawValue: offsets.upperBound))
    return failure(
      "is an offset outside [\(low), \(high)], one screen beyond the content",
      cure: "check \"content\" and the unit", value: offset, line: line)
  }

  /// Returns the time of the current line, or its offset, as it is written.
  @inline(never)
  private func element(_ index: Int) -> String {
    let elements = reader.text(lineRange).split(separator: ",", omittingEmptySubsequences: false)
    return index < elements.count ? elements[index].filter { !"[] \t\r".contains($0) } : ""
  }
}
