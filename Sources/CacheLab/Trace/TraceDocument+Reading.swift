extension TraceDocument {
  /// Reads a trace to change it; one that could not be replayed is refused.
  ///
  /// - Parameter asWritten: Whether lines of one time stay as they are; else events stand before the sample, as they are
  ///   replayed.
  /// - Throws: `TraceError` as `Trace.parse`.
  public init(_ bytes: [UInt8], name: String, asWritten: Bool = false) throws(TraceError) {
    _ = try Trace.parse(bytes, name: name)
    var cursor = TraceCursor(bytes)
    var header: TraceValue?
    var lines: [Line] = []
    var time: Int64 = 0
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      var end = start
      while end < bytes.count && bytes[end] != UInt8(ascii: "\n") { end += 1 }
      defer { start = end + 1 }
      cursor.read(start..<end)
      if header == nil {
        header = try? cursor.value()
      } else if cursor.peek() == UInt8(ascii: "#") {
        lines.append(Line(time: time, body: .comment(cursor.text(cursor.position + 1..<end))))
      } else if let line = Line(&cursor) {
        // A second sample of the time, or a cut last line, was left out or refused by the parser.
        time = line.time
        lines.append(line)
        if case .event("end", _) = line.body { break }
      }
    }
    guard let header else { throw TraceError(file: name, line: 1, value: "", problem: .noHeader) }
    self.init(header: header, lines: lines)
    if !asWritten { sortEventsFirst() }
  }

  /// The trace that this document says.
  ///
  /// - Throws: `TraceError` when a change has made it one that cannot be replayed.
  public func trace(name: String) throws(TraceError) -> Trace { try Trace.parse(Array(text.utf8), name: name) }

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

extension TraceDocument.Line {
  /// The line that comes next; nil when it is empty or cut.
  fileprivate init?(_ cursor: inout TraceCursor) {
    guard let read = try? TraceLine(&cursor) else { return nil }
    switch read {
    case .sample(let time, let offset):
      guard let time = time.value.scaled(decimals: 6), let offset = offset.value.scaled(decimals: 3) else { return nil }
      self.init(time: time, body: .sample(offset))
    case .event(let time, let code, let details):
      guard let time = time.value.scaled(decimals: 6) else { return nil }
      if case .object(let members) = details, members.isEmpty {
        self.init(time: time, body: .event(code, details: nil))
      } else {
        self.init(time: time, body: .event(code, details: details.json))
      }
    }
  }
}
