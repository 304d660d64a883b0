import LabBase

/// A trace as its lines: what a tool changes and writes again. Keys and codes that this lab does not know stay.
public struct TraceDocument: Sendable {
  /// A line below the header.
  package struct Line: Sendable {
    package enum Body: Sendable {
      /// An offset in thousandths of a point.
      case sample(Int64)
      /// A code and its details as JSON.
      case event(String, details: String?)
      /// What stands after `#`.
      case comment(String)
    }

    /// True when another layout comes into force, or another content of it.
    var changesLayout: Bool {
      guard case .event(let code, let details) = body else { return false }
      if code == TraceCode.layout.rawValue { return true }
      let codes: [TraceCode] = [.insert, .remove, .access]
      guard codes.contains(where: { $0.rawValue == code }), let details else { return false }
      return TraceDocument.value(details)?["items"] != nil
    }

    /// Nanoseconds since the start; a comment has the time of the line before it.
    package var time: Int64
    package var body: Body
  }

  /// The first line, an object.
  var header: TraceValue
  package var lines: [Line]

  init(header: TraceValue, lines: [Line] = []) {
    self.header = header
    self.lines = lines
  }

  /// The file's text.
  public var text: String {
    var text = header.json + "\n"
    for line in lines {
      switch line.body {
      case .sample(let offset):
        text += "[\(TraceText.milliseconds(line.time)),\(TraceText.decimal(offset, decimals: 3))]\n"
      case .event(let code, let details):
        let more = details.map { "," + $0 } ?? ""
        text += "[\(TraceText.milliseconds(line.time)),\(TraceText.quoted(code))\(more)]\n"
      case .comment(let words): text += "#\(words)\n"
      }
    }
    return text
  }

  /// Notes below the header, a comment each, before any other line.
  public mutating func note(_ words: [String]) {
    lines.insert(contentsOf: words.map { Line(time: 0, body: .comment(" " + $0)) }, at: 0)
  }

  mutating func sample(_ time: Int64, _ offset: Int64) { lines.append(Line(time: time, body: .sample(offset))) }

  mutating func event(_ time: Int64, _ code: TraceCode, _ details: TraceValue? = nil) {
    lines.append(Line(time: time, body: .event(code.rawValue, details: details?.json)))
  }
}
