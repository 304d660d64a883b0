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
        text += "[\(TraceText.milliseconds(line.time)),\(TraceText.decimal(offset, decimals: 3))]\n"
      case .event(let code, let details):
        let told = TraceText.quoted(code) + (details.map { "," + $0.json } ?? "")
        text += "[\(TraceText.milliseconds(line.time)),\(told)]\n"
      case .comment(let words): text += "#\(words)\n"
      }
    }
    return text
  }

  /// The name in the header, which a trace has in a pack.
  package var name: String? {
    get { TraceDocument.name(in: header) }
    set { header.set("name", newValue.map { .string($0) }) }
  }

  /// Returns the name in the first line of a trace, or nil.
  package static func name(inHeader line: [UInt8]) -> String? {
    var reader = JSONReader(line, isLenient: true)
    return (try? reader.traceValue()).flatMap { name(in: $0) }
  }

  private static func name(in header: TraceValue) -> String? {
    if case .string(let name)? = header["name"] { name.visible } else { nil }
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
    var parser = TraceParser(bytes: bytes, file: name)
    (parser.isKeepingEntries, parser.isKeepingLines) = (false, true)
    _ = try parser.run()
    guard let document = parser.document else { throw parser.noHeader() }
    self = document
    if !asWritten { sortEventsFirst() }
  }

  /// Adds a line, unless the document has its `end`.
  ///
  /// - Parameter time: The time; that of the line before by default.
  mutating func append(_ body: TraceLine.Body, at time: Int64? = nil) {
    if !isEnded { lines.append(TraceLine(time: time ?? lines.last?.time ?? 0, body: body)) }
  }

  private var isEnded: Bool { if case .event("end", _)? = lines.last?.body { true } else { false } }

  /// Returns the trace of the document.
  ///
  /// - Throws: `InputError` if a change has made it one that cannot be replayed.
  public func trace(name: String) throws(InputError) -> Trace { try Trace.parse(Array(text.utf8), name: name) }

  /// Puts events before the sample of their time, as in a replay.
  private mutating func sortEventsFirst() {
    for index in lines.indices.dropFirst() {
      guard case .event = lines[index].body else { continue }
      var at = index
      while at > 0, lines[at - 1].time == lines[at].time, case .sample = lines[at - 1].body {
        lines.swapAt(at - 1, at)
        at -= 1
      }
    }
  }
}

/// A line below the header, of which only the syntax is checked.
package struct TraceLine: Sendable {
  package enum Body: Sendable {
    /// An offset in thousandths of a point.
    case sample(Int64)
    /// A code and its details.
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
