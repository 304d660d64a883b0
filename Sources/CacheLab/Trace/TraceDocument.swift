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

    /// True for what comes last at its time.
    fileprivate var isSampleOrEnd: Bool {
      switch body {
      case .sample, .event("end", _): true
      default: false
      }
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

  /// The trace alone, without what an app's driver did: that is not true of a trace that was changed.
  package mutating func leaveSession() {
    header.set("session", nil)
    lines.removeAll { line in
      if case .event(let code, _) = line.body { ["image", "counters", "photos"].contains(code) } else { false }
    }
  }

  /// Notes below the header, a comment each, before any other line.
  public mutating func note(_ words: [String]) {
    lines.insert(contentsOf: words.map { Line(time: 0, body: .comment(" " + $0)) }, at: 0)
  }

  /// Puts lines of the finger among the samples of a document that was converted; others, and what comes before the first
  /// sample or after the last line, are left out.
  ///
  /// - Parameter signals: By time, nanoseconds on the document's clock; details as JSON.
  package mutating func addSignals(_ signals: [(time: Int64, code: String, details: String?)]) {
    let codes: [TraceCode] = [.down, .drag, .up, .decel, .bounce, .idle, .top, .scrub, .jump]
    guard let first = lines.first?.time, let last = lines.last?.time else { return }
    var heard: [Line] = []
    for (time, code, details) in signals where codes.contains(where: { $0.rawValue == code }) {
      // Whole microseconds, as the samples.
      let moment = (time &+ 500) / 1000 * 1000
      if first <= moment && moment <= last { heard.append(Line(time: moment, body: .event(code, details: details))) }
    }
    var (merged, next): ([Line], Int) = ([], 0)
    merged.reserveCapacity(lines.count + heard.count)
    for line in lines {
      // Before the sample of their time, and behind the events of it.
      while next < heard.count, heard[next].time < line.time || (heard[next].time == line.time && line.isSampleOrEnd) {
        merged.append(heard[next])
        next += 1
      }
      merged.append(line)
    }
    lines = merged
  }

  mutating func sample(_ time: Int64, _ offset: Int64) { lines.append(Line(time: time, body: .sample(offset))) }

  mutating func event(_ time: Int64, _ code: TraceCode, _ details: TraceValue? = nil) {
    lines.append(Line(time: time, body: .event(code.rawValue, details: details?.json)))
  }
}
