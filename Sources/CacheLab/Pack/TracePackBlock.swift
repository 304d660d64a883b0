import LabBase
import StrategyKit

/// Up to `tracesMax` traces of a pack, read one by one: their numbers are packed by themselves, their words together.
///
/// What a block says is checked as a text is: a trace of a damaged or hostile block is one that a text could say, or
/// an error.
package struct TracePackBlock: Sendable {
  /// A trace, as the block tells where it is.
  private struct Entry: Sendable {
    var lineCount: Int
    var units: PackedMotion.Units
    var numbers: Range<Int>
    var name: Range<Int>
    /// From the header on.
    var text: Range<Int>
  }

  package static let tracesMax = 32
  /// Lines of a trace at most, and bytes of all words of a block: a replay of any packed trace fits a small machine.
  package static let linesMax = 500_000
  package static let textMax = 16 << 20
  /// Samples that are read before they are looked at.
  private static let runMax = 256

  private let bytes: [UInt8]
  private let text: [UInt8]
  private let tables: SymbolTables
  private let entries: [Entry]

  package var count: Int { entries.count }

  /// - Throws: `TracePackDamage` for bytes that are no block.
  package init(_ bytes: [UInt8]) throws(TracePackDamage) {
    var reader = ByteReader(bytes)
    guard let count = reader.varint(), (1...UInt64(TracePackBlock.tracesMax)).contains(count),
      let tables = SymbolTables(&reader, contexts: PackedMotion.contextCount + PackedText.contextCount),
      let letters = reader.varint(), letters <= UInt64(TracePackBlock.textMax),
      let packed = reader.varint(), packed <= UInt64(bytes.count)
    else { throw TracePackDamage("its head is none") }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard let lines = reader.varint(), lines <= UInt64(TracePackBlock.linesMax), let time = reader.varint(),
        (1...UInt64(PackedMotion.Units.timesMax)).contains(time), let steps = reader.varint(),
        (1...1000).contains(steps), let period = reader.varint(), period <= UInt64(PackedMotion.Units.timesMax),
        let length = reader.varint(), length <= UInt64(bytes.count)
      else { throw TracePackDamage("its list of traces is none") }
      let units = PackedMotion.Units(time: Int64(time), steps: Int64(steps), period: Int64(period))
      entries.append(
        Entry(lineCount: Int(lines), units: units, numbers: 0..<Int(length), name: 0..<0, text: 0..<0))
    }
    var at = reader.offset + Int(packed)
    guard at <= bytes.count else { throw TracePackDamage("its words are cut") }
    let words = SymbolReader.read(bytes, reader.offset..<at, tables) { words in
      PackedText.read(Int(letters), first: PackedMotion.contextCount, from: &words).flatMap { words.isWhole ? $0 : nil }
    }
    guard let text = words else { throw TracePackDamage("its words cannot be read") }
    // Each trace's words: its name, a line; then its header and its events, a line each, and an empty one.
    var place = 0
    for index in entries.indices {
      let length = entries[index].numbers.count
      entries[index].numbers = at..<(at + length)
      at += length
      guard let end = text[place...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw TracePackDamage("a name is missing")
      }
      entries[index].name = place..<end
      place = end + 1
      let start = place
      while place < text.count, text[place] != UInt8(ascii: "\n") {
        guard let end = text[place...].firstIndex(of: UInt8(ascii: "\n")) else {
          throw TracePackDamage("a line is cut")
        }
        place = end + 1
      }
      entries[index].text = start..<place
      place += 1
    }
    guard at == bytes.count, place == text.count else { throw TracePackDamage("its parts do not fill it") }
    (self.bytes, self.text, self.tables, self.entries) = (bytes, text, tables, entries)
  }

  /// What a trace is called in the pack.
  package func name(_ index: Int) -> String { String(decoding: text[entries[index].name], as: UTF8.self) }

  /// The trace, checked as its text would be.
  ///
  /// - Throws: `TraceError` as `Trace.parse`; `TracePackDamage` where there is no text to check.
  package func trace(_ index: Int, sha256: String) throws -> Trace {
    var parser = TraceParser(bytes: text, file: name(index))
    parser.entries.reserveCapacity(entries[index].lineCount)
    do {
      try read(entries[index]) { line in
        switch line {
        case .header(let words):
          parser.line = 1
          parser.lineRange = words
          parser.cursor.read(words)
          try parser.readHeader(try parser.headerValue())
        case .samples(let samples, let count): try parser.addSamples(samples, count)
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
  package func document(_ index: Int) throws -> TraceDocument {
    var document: TraceDocument?
    var cursor = TraceCursor(text)
    try read(entries[index]) { line in
      switch line {
      case .header(let words):
        cursor.read(words)
        document = TraceDocument(header: try cursor.value())
      case .samples(let samples, let count):
        for sample in samples[..<count] { document?.sample(sample.time, sample.value) }
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

  /// What a block gives of a trace, one after the other; words by their place in the block's text.
  private enum Line {
    case header(Range<Int>)
    /// So many of these.
    case samples([TraceEntry], Int)
    case event(Int64, Range<Int>)
    case comment(Range<Int>)
  }

  private func read(_ entry: Entry, _ take: (Line) throws -> Void) throws {
    try SymbolReader.read(bytes, entry.numbers, tables) { reader in try read(entry, &reader, take) }
  }

  private func read(_ entry: Entry, _ reader: inout SymbolReader, _ take: (Line) throws -> Void) throws {
    var words = entry.text.lowerBound
    try take(.header(try line(&words, of: entry)))
    var (motion, left) = (PackedMotion(entry.units), entry.lineCount)
    let timeMax = TraceParser.timeMax / entry.units.time
    var samples = [TraceEntry](
      repeating: TraceEntry(time: 0, value: 0, kind: .sample), count: min(left, TracePackBlock.runMax))
    var symbol = left > 0 ? reader.symbol(motion.history) : 0
    while left > 0 {
      if symbol >= PackedMotion.sample {
        let count = try unsafe samples.withUnsafeMutableBufferPointer { samples throws(TracePackDamage) in
          try unsafe motion.readSamples(&reader, &symbol, into: samples, lines: left)
        }
        try take(.samples(samples, count))
        left -= count
        continue
      }
      if symbol == PackedMotion.event {
        let last = motion.time
        motion.readEvent(&reader)
        guard motion.time >= last, motion.time <= timeMax else {
          throw TracePackDamage("an event lies outside of all traces")
        }
        try take(.event(motion.time &* entry.units.time, try line(&words, of: entry)))
      } else {
        motion.readComment()
        try take(.comment(try line(&words, of: entry)))
      }
      left -= 1
      if left > 0 { symbol = reader.symbol(motion.history) }
    }
    guard reader.isWhole, words == entry.text.upperBound else { throw TracePackDamage("a trace does not end") }
  }

  /// The next of a trace's lines of words.
  private func line(_ start: inout Int, of entry: Entry) throws(TracePackDamage) -> Range<Int> {
    var end = start
    while end < entry.text.upperBound, text[end] != UInt8(ascii: "\n") { end += 1 }
    guard end < entry.text.upperBound else { throw TracePackDamage("an event has no words") }
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
