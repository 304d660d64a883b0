import LabBase

/// Up to `tracesMax` traces of a pack, read one by one: their numbers and their words.
///
/// What a block says is checked as a text is: a trace of a damaged or hostile block is one that a text could say, or
/// an error.
package struct TracePackBlock: Sendable {
  /// A trace, as the block tells where it is.
  private struct Entry: Sendable {
    var lineCount: Int
    var units: PackedMotion.Units
    var numbers: Range<Int>
    /// Its name, a line; then its header, its events and comments, a line each.
    var words: Range<Int>
  }

  package static let tracesMax = 32
  /// Lines of a trace at most, and bytes of its words: a replay of any packed trace fits a small machine.
  package static let linesMax = 500_000
  package static let textMax = 16 << 20
  /// Bytes of all traces of a block at most, unpacked.
  private static let bytesMax = 64 << 20
  /// Samples that are read before they are looked at.
  private static let runMax = 256

  /// Numbers of all traces, then words of all.
  private let bytes: [UInt8]
  private let entries: [Entry]

  package var count: Int { entries.count }

  /// - Throws: `TracePackDamage` for bytes that are no block.
  package init(_ packed: [UInt8]) throws(TracePackDamage) {
    var reader = ByteReader(packed)
    guard let count = reader.varint(), (1...UInt64(TracePackBlock.tracesMax)).contains(count) else {
      throw TracePackDamage("its head is none")
    }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard let lines = reader.varint(), lines <= UInt64(TracePackBlock.linesMax), let time = reader.varint(),
        (1...UInt64(PackedMotion.Units.timesMax)).contains(time), let steps = reader.varint(),
        (1...1000).contains(steps), let period = reader.varint(), period <= UInt64(PackedMotion.Units.timesMax),
        let numbers = reader.varint(), numbers <= lines * UInt64(PackedMotion.lineBytesMax),
        let words = reader.varint(), words <= UInt64(TracePackBlock.textMax)
      else { throw TracePackDamage("its list of traces is none") }
      let units = PackedMotion.Units(time: Int64(time), steps: Int64(steps), period: Int64(period))
      entries.append(Entry(lineCount: Int(lines), units: units, numbers: 0..<Int(numbers), words: 0..<Int(words)))
    }
    let size = entries.reduce(0) { $0 + $1.numbers.count + $1.words.count }
    guard size <= TracePackBlock.bytesMax, let bytes = PackedBytes.read(size, from: &reader), reader.isAtEnd else {
      throw TracePackDamage("its bytes cannot be read")
    }
    var at = 0
    for part in [\Entry.numbers, \Entry.words] {
      for index in entries.indices {
        entries[index][keyPath: part] = at..<(at + entries[index][keyPath: part].count)
        at = entries[index][keyPath: part].upperBound
      }
    }
    guard entries.allSatisfy({ bytes[$0.words].contains(UInt8(ascii: "\n")) }) else {
      throw TracePackDamage("a name is missing")
    }
    (self.bytes, self.entries) = (bytes, entries)
  }

  /// What a trace is called in the pack.
  package func name(_ index: Int) -> String {
    String(decoding: bytes[entries[index].words].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The trace, checked as its text would be.
  ///
  /// - Throws: `TraceError` as `Trace.parse`; `TracePackDamage` where there is no text to check.
  package func trace(_ index: Int, sha256: String) throws -> Trace {
    var parser = TraceParser(bytes: bytes, file: name(index))
    parser.entries.reserveCapacity(entries[index].lineCount)
    do {
      try read(entries[index]) { line in
        switch line {
        case .header(let words):
          parser.line = 1
          parser.lineRange = words
          parser.cursor.read(words)
          try parser.readHeader(try parser.headerValue())
        case .samples(let samples): try parser.addSamples(samples)
        case .event(let time, let words): try parser.addEvent(words, at: time)
        case .comment: parser.line += 1
        }
      }
      return try parser.trace(sha256: sha256)
    } catch is TraceError {
      // The text says on which line.
      return try document(index).trace(name: name(index))
    }
  }

  /// The trace's lines, to be written as a text.
  ///
  /// - Throws: `TracePackDamage` where there is none.
  package func document(_ index: Int) throws -> TraceDocument {
    var document: TraceDocument?
    var cursor = TraceCursor(bytes)
    try read(entries[index]) { line in
      switch line {
      case .header(let words):
        cursor.read(words)
        guard let header = try? cursor.value(), cursor.isAtEnd() else { throw TracePackDamage("its header is none") }
        document = TraceDocument(header: header)
      case .samples(let samples):
        for sample in samples { document?.sample(sample.time, sample.value) }
      case .event(let time, let words):
        cursor.read(words)
        let (code, details) = try TraceLine.event(&cursor)
        document?.lines.append(.init(time: time, body: .event(code, details: details)))
      case .comment(let words): document?.append(.comment(cursor.text(words.dropFirst())))
      }
    }
    guard let document else { throw TracePackDamage("a header is missing") }
    return document
  }

  /// What a block gives of a trace, one after the other; words by their place in the block's bytes.
  private enum Line {
    case header(Range<Int>)
    case samples([TraceEntry])
    case event(Int64, Range<Int>)
    case comment(Range<Int>)
  }

  private func read(_ entry: Entry, _ take: (Line) throws -> Void) throws {
    var numbers = ByteReader(Array(bytes[entry.numbers]))
    var (motion, samples) = (PackedMotion(entry.units), [TraceEntry]())
    let timeMax = TraceParser.timeMax / entry.units.time
    func flush() throws {
      if samples.isEmpty { return }
      try take(.samples(samples))
      samples.removeAll(keepingCapacity: true)
    }
    var words = entry.words.lowerBound
    _ = try line(&words, of: entry)  // Its name.
    try take(.header(try line(&words, of: entry)))
    for _ in 0..<entry.lineCount {
      let last = motion.time
      guard let kind = motion.read(&numbers), motion.time >= last, motion.time <= timeMax,
        motion.steps.magnitude < PackedMotion.Units.stepsMax
      else { throw TracePackDamage("a line lies outside of all traces") }
      let time = motion.time &* entry.units.time
      if kind == .sample {
        samples.append(TraceEntry(time: time, value: entry.units.offset(motion.steps), kind: .sample))
        if samples.count == TracePackBlock.runMax { try flush() }
        continue
      }
      try flush()
      let text = try line(&words, of: entry)
      try take(kind == .event ? .event(time, text) : .comment(text))
    }
    try flush()
    guard numbers.isAtEnd, words == entry.words.upperBound else { throw TracePackDamage("a trace does not end") }
  }

  /// The next of a trace's lines of words.
  private func line(_ start: inout Int, of entry: Entry) throws(TracePackDamage) -> Range<Int> {
    var end = start
    while end < entry.words.upperBound, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    guard end < entry.words.upperBound, end - start <= Trace.lineBytesMax else {
      throw TracePackDamage("a line of words is missing, or too long")
    }
    defer { start = end + 1 }
    return start..<end
  }
}

/// What is wrong with a block of a pack.
package struct TracePackDamage: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension TraceParser {
  /// An event that a block keeps as these words.
  fileprivate mutating func addEvent(_ words: Range<Int>, at time: Int64) throws {
    line += 1
    lineRange = words
    // Most say a code alone, or where a finger was lifted; words that say so take a tenth of the time of others.
    if let code = TraceCode(quoted: bytes[words]) { return try addEvent(code, at: time) }
    if let target = cursor.target(ofLift: words) { return try addLift(target, at: time) }
    cursor.read(words)
    let (code, details) = try TraceLine.event(&cursor)
    try addEvent(code, details ?? .nothing, at: time)
  }
}

extension TraceLine {
  /// A code and what follows it, as a block keeps them.
  fileprivate static func event(_ cursor: inout TraceCursor) throws -> (code: String, details: TraceValue?) {
    do throws(TraceCursor.Failure) {
      let code = try cursor.string()
      let details = cursor.take(UInt8(ascii: ",")) ? try cursor.value() : nil
      guard cursor.isAtEnd() else { throw .unexpected }
      return (code, details)
    } catch {
      throw TracePackDamage("the words of an event are none")
    }
  }
}
