public import LabBase

/// A trace as its lines: what a tool changes and writes again. Keys and codes that this lab does not know stay.
public struct TraceDocument: Sendable {
  /// The first line, an object.
  var header: TraceValue
  package var lines: [TraceLine] = []

  /// The file's text.
  public var text: String {
    var text = header.json + "\n"
    for line in lines {
      switch line.body {
      case .sample(let offset):
        text += "[\(TraceText.milliseconds(line.time)),\(TraceText.decimal(offset, decimals: 3))]\n"
      case .event(let code, let details):
        text += "[\(TraceText.milliseconds(line.time)),\(TraceDocument.words(code, details))]\n"
      case .comment(let words): text += "#\(words)\n"
      }
    }
    return text
  }

  /// An event without its time.
  static func words(_ code: String, _ details: TraceValue?) -> String {
    TraceText.quoted(code) + (details.map { "," + $0.json } ?? "")
  }

  /// The name in the header, by which a pack knows the trace.
  package var name: String? {
    get { TraceDocument.name(in: header) }
    set { header.set("name", newValue.map { .string($0) }) }
  }

  /// The name in the first line of a trace; nil for a line without one.
  package static func name(inHeader line: [UInt8]) -> String? {
    var reader = JSONReader(line, isLenient: true)
    return (try? reader.traceValue()).flatMap { name(in: $0) }
  }

  private static func name(in header: TraceValue) -> String? {
    if case .string(let name)? = header["name"] { name.visible } else { nil }
  }

  /// The trace alone, without what an app's driver did: that is not true of a trace that was changed.
  package mutating func leaveSession() {
    header.set("session", nil)
    lines.removeAll { line in
      if case .event(let code, _) = line.body { ["image", "counters", "photos"].contains(code) } else { false }
    }
  }

  /// Notes below the header, a comment each, before any other line.
  public mutating func note(_ words: [String]) {
    lines.insert(contentsOf: words.map { TraceLine(time: 0, body: .comment(" " + $0)) }, at: 0)
  }

  mutating func sample(_ time: Int64, _ offset: Int64) { lines.append(TraceLine(time: time, body: .sample(offset))) }

  mutating func event(_ time: Int64, _ code: TraceCode, _ details: TraceValue? = nil) {
    lines.append(TraceLine(time: time, body: .event(code.rawValue, details: details)))
  }
}

extension TraceDocument {
  /// Reads a trace to change it; one that could not be replayed is refused.
  ///
  /// - Parameter asWritten: Whether lines of one time stay as they are; else events stand before the sample, as they are
  ///   replayed.
  /// - Throws: `InputError` as `Trace.parse`.
  public init(_ bytes: [UInt8], name: String, asWritten: Bool = false) throws(InputError) {
    var parser = TraceParser(bytes: bytes, file: name)
    (parser.keepsEntries, parser.keepsLines) = (false, true)
    _ = try parser.run()
    guard let document = parser.document else { throw parser.noHeader() }
    self = document
    if !asWritten { sortEventsFirst() }
  }

  /// Another line; nothing comes after `end`.
  ///
  /// - Parameter time: Nil for that of the line before.
  mutating func append(_ body: TraceLine.Body, at time: Int64? = nil) {
    if !isEnded { lines.append(TraceLine(time: time ?? lines.last?.time ?? 0, body: body)) }
  }

  private var isEnded: Bool { if case .event("end", _)? = lines.last?.body { true } else { false } }

  /// The trace that this document says.
  ///
  /// - Throws: `InputError` when a change has made it one that cannot be replayed.
  public func trace(name: String) throws(InputError) -> Trace { try Trace.parse(Array(text.utf8), name: name) }

  /// At one time events stand before the sample, as they are replayed.
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

/// A line below the header, as it is written; nothing is checked but the syntax.
package struct TraceLine: Sendable {
  package enum Body: Sendable {
    /// An offset in thousandths of a point.
    case sample(Int64)
    /// A code and its details.
    case event(String, details: TraceValue?)
    /// What stands after `#`.
    case comment(String)
  }

  /// Nanoseconds since the start; a comment has the time of the line before it.
  package var time: Int64
  package var body: Body

  /// True when another layout comes into force, or another content of it.
  var changesLayout: Bool {
    guard case .event(let code, let details) = body else { return false }
    if code == TraceCode.layout.rawValue { return true }
    let codes: [TraceCode] = [.insert, .remove, .access]
    return codes.contains { $0.rawValue == code } && details?["items"] != nil
  }

  /// Reads `[t, y]` or `[t, "code", {...}]`, with the time in milliseconds; further elements are ignored, as unknown keys
  /// are. An offset that does not fit is farther out than any.
  static func read(_ reader: inout JSONReader) throws(JSONError) -> (time: DecimalNumber, Body) {
    try reader.expect(UInt8(ascii: "["), "a line of a trace")
    let time = try reader.decimal()
    try reader.expect(UInt8(ascii: ","), "a comma")
    let body: Body
    if reader.peek() == UInt8(ascii: "\"") {
      let code = try reader.string()
      let details = reader.take(UInt8(ascii: ",")) ? try reader.traceValue() : .nothing
      body = .event(code, details: details.isEmpty ? nil : details)
    } else {
      body = .sample(try reader.decimal().scaled(decimals: 3) ?? .max)
    }
    while reader.take(UInt8(ascii: ",")) { _ = try reader.traceValue() }
    try reader.expect(UInt8(ascii: "]"), "the end of the line")
    try reader.expectEnd()
    return (time, body)
  }
}
