/// A trace as its lines, which tools change and write again. Unknown keys and codes stay.
public struct TraceDocument: Sendable {
  var header: TraceValue
  package var lines: [TraceLine] = []

  /// The text of the file.
  public var text: String {
    var text = header.json + "\n"
    for line in lines {
      switch line.body {
      case .sample(let offset):
        text += "[\(TraceText.milliseconds(line.time)),\(offset.decimal(over: 1000))]\n"
      case .event(let code, let details):
        let told = TraceText.quoted(code) + (details.map { "," + $0.json } ?? "")
        text += "[\(TraceText.milliseconds(line.time)),\(told)]\n"
      case .comment(let words): text += "#\(words)\n"
      }
    }
    return text
  }

  package mutating func rename(_ name: String) { header.set("name", .string(name)) }

  package static func name(inHeader line: [UInt8]) -> String? {
    var reader = JSONReader(line, isLenient: true)
    return if case .string(let name)? = (try? reader.traceValue())?["name"] { name.visible } else { nil }
  }

  /// Removes the session of an app's driver, which is not true of a changed trace.
  package mutating func leaveSession() {
    header.set("session", nil)
    lines.removeAll { line in
      if case .event(let code, _) = line.body { ["image", "counters", "photos"].contains(code) } else { false }
    }
  }

  /// Adds a comment below the header, before any other line.
  public mutating func note(_ words: String) { lines.insert(TraceLine(time: 0, body: .comment(" " + words)), at: 0) }

  mutating func sample(_ time: Int64, _ offset: Int64) { lines.append(TraceLine(time: time, body: .sample(offset))) }

  mutating func removeLastSample() {
    if let index = lines.lastIndex(where: isSample) { lines.remove(at: index) }
  }

  mutating func event(_ time: Int64, _ code: TraceCode, _ details: TraceValue? = nil) {
    lines.append(TraceLine(time: time, body: .event(code.rawValue, details: details)))
  }
}

extension TraceDocument {
  /// Reads a trace to change it; one that could not be replayed is refused.
  ///
  /// - Parameter asWritten: Whether lines of one time keep their order; otherwise events come before the sample, as in a
  ///   replay.
  /// - Throws: `InputError` as `Trace.parse`.
  public init(_ bytes: [UInt8], name: String, asWritten: Bool = false) throws(InputError) {
    self.init(header: .nothing)
    var parser = TraceParser(reader: JSONReader(bytes, isLenient: true), file: name)
    parser.document = self
    _ = try parser.run()
    self = parser.document ?? self
    if asWritten { return }
    for index in lines.indices.dropFirst() {
      guard case .event = lines[index].body else { continue }
      var at = index
      while at > 0, lines[at - 1].time == lines[at].time, isSample(lines[at - 1]) {
        lines.swapAt(at - 1, at)
        at -= 1
      }
    }
  }

  /// Adds a line, unless the document has its `end`.
  ///
  /// - Parameter time: The time; that of the line before by default.
  mutating func append(_ body: TraceLine.Body, at time: Int64? = nil) {
    if case .event("end", _)? = lines.last?.body { return }
    lines.append(TraceLine(time: time ?? lines.last?.time ?? 0, body: body))
  }

  /// Returns the trace of the document.
  ///
  /// - Throws: `InputError` if a change has made it one that cannot be replayed.
  public func trace(name: String) throws(InputError) -> Trace { try Trace.parse(Array(text.utf8), name: name) }

  /// Returns the part between two times, in nanoseconds; its clock begins at 0 and the layout in force becomes the header's.
  ///
  /// - Throws: `InputError` if nothing of the trace lies there.
  public func cut(from: Int64, to: Int64, name: String) throws(InputError) -> TraceDocument {
    let trace = try trace(name: name)
    let end = min(to, trace.end.rawValue)
    guard from >= 0, from < end else {
      let range = "\(TraceText.milliseconds(from)) to \(TraceText.milliseconds(min(to, TraceParser.timeMax))) ms"
      throw InputError(
        name, "nothing lies in \(range)",
        cure: "the trace goes from 0 to \(TraceText.milliseconds(trace.end.rawValue)) ms")
    }
    var result = TraceDocument(header: header)
    // What is in force at the start: the last frame and layout before it, what the finger does, a scroll bar that is held.
    let before = trace.entries.prefix { $0.time <= from }
    let offset = before.last { $0.kind == .sample }?.value
    let number = before.last { $0.layout != nil }?.layout ?? 0
    let isScrubbing = before.last { $0.kind == .event(.scrub) && $0.time < from }?.value == 1
    var finger: [(code: String, details: TraceValue?)] = []
    for line in lines where line.time <= from {
      guard case .event(let code, let details) = line.body else { continue }
      if line.isLayoutChange {
        // Where a finger's scroll would have stopped is not known any longer.
        finger = finger.map { ($0.code, nil) }
      } else if line.time < from, ["down", "drag", "up", "decel", "bounce", "top", "idle"].contains(code) {
        // Each begins anew but for what goes on: a drag after a touch, a fling after its lift.
        if ["down", "up", "top", "idle"].contains(code) { finger = [] }
        if code != "idle" { finger.append((code, details)) }
      }
    }
    result.begin(with: number, of: trace)
    for (code, details) in finger { result.lines.append(TraceLine(time: 0, body: .event(code, details: details))) }
    if isScrubbing { result.event(0, .scrub, .object([("on", .word("true"))])) }
    var isStarted = false
    for line in lines where line.time >= from && line.time <= end {
      if case .event("end", _) = line.body { continue }
      if line.time == from, line.isLayoutChange { continue }
      if !isStarted, line.time > from || isSample(line) {
        isStarted = true
        if let offset { result.sample(0, offset) }
        if line.time == from { continue }
      }
      result.lines.append(TraceLine(time: line.time - from, body: line.body))
    }
    if !isStarted, let offset { result.sample(0, offset) }
    result.event(end - from, .end)
    result.header.set("duration_ms", nil)
    return result
  }

  private mutating func begin(with number: Int, of trace: Trace) {
    let layout = trace.layouts[number]
    for (key, value) in TraceValue.geometry(layout, content: trace.contentSizes[number]) { header.set(key, value) }
    if layout.hasSections { header.set("scrolltrace", .version(of: layout)) }
    header.set("scale", .thousandths(layout.scaleThousandths))
    guard let content = trace.contents[number], !content.isPlain else { return }
    var access: TraceValue.Members = [("items", .items(content.photos))]
    if layout.hasSections { access.append(("sections", .word(layout.traceSections))) }
    event(0, .access, .object(access))
  }

  private func isSample(_ line: TraceLine) -> Bool { if case .sample = line.body { true } else { false } }
}

/// A line below the header, of which only the syntax is checked.
package struct TraceLine: Sendable {
  package enum Body: Sendable {
    /// An offset in thousandths of a point.
    case sample(Int64)
    case event(String, details: TraceValue?)
    /// The text behind `#`.
    case comment(String)
  }

  /// In nanoseconds since the start; a comment has the time of the line before it.
  package var time: Int64
  package var body: Body

  /// True if another layout, or other photos, come into force.
  var isLayoutChange: Bool {
    guard case .event(let code, let details) = body else { return false }
    if code == TraceCode.layout.rawValue { return true }
    let codes: [TraceCode] = [.insert, .remove, .access]
    return codes.contains { $0.rawValue == code } && details?["items"] != nil
  }

  /// Reads `[t, y]` or `[t, "code", {...}]`, with the time in milliseconds; further elements are ignored, as unknown keys
  /// are. An offset that does not fit is farther out than any.
  static func read(_ reader: inout JSONReader) throws(JSONError) -> (time: String, Body) {
    try reader.expect(UInt8(ascii: "["), "a line of a trace")
    let time = try reader.decimal()
    try reader.expect(UInt8(ascii: ","), "a comma")
    let body: Body
    if reader.peek() == UInt8(ascii: "\"") {
      let code = try reader.string()
      let details = reader.take(UInt8(ascii: ",")) ? try reader.traceValue() : .nothing
      body = .event(code, details: details.isEmpty ? nil : details)
    } else {
      body = .sample(TraceText.scaled(try reader.decimal(), decimals: 3) ?? .max)
    }
    while reader.take(UInt8(ascii: ",")) { _ = try reader.traceValue() }
    try reader.expect(UInt8(ascii: "]"), "the end of the line")
    try reader.expectEnd()
    return (time, body)
  }
}
