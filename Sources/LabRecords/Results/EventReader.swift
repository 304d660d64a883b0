public import CacheLab
import LabSystem

/// Reads an event file event by event, in memory that does not grow with the file.
///
/// Lines of a kind that a later version writes are passed over.
public struct EventReader: ~Copyable {
  /// The configuration that the file's first line tells.
  public let header: JSON
  private var lines: EventLines
  private var time: Int64 = 0
  private var begunBytes: Int64 = 0

  /// Bytes of all decodes of a file at most: two million terabytes. No replay begins as many, and every sum of bytes that
  /// follows from events is smaller.
  private static let begunBytesMax = 2 * FieldKind.figureMax

  public var path: String { lines.name }

  /// Lines read so far.
  public var lineCount: Int { lines.lineNumber }

  /// - Throws: `ResultError` when the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) { try self.init(EventLines(path: path)) }

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError` when the first line is not that of an event file.
  package init(text: String, name: String) throws(ResultError) { try self.init(EventLines(text: text, name: name)) }

  private init(_ lines: consuming EventLines) throws(ResultError) {
    var lines = lines
    header = try lines.header()
    self.lines = lines
  }

  /// Returns whether a file begins like an event file.
  public static func isEventFile(_ path: String) throws(ResultError) -> Bool {
    var lines = try EventLines(path: path)
    guard let line = try lines.next() else { return false }
    return lines.buffer[line].starts(with: "{\"events\":".utf8)
  }

  /// The next event; nil behind the last.
  ///
  /// - Throws: `ResultError` naming the line that is no event.
  public mutating func next() throws(ResultError) -> TimedEvent? {
    while let line = try lines.next() {
      guard let fields = EventFields(lines.buffer, line), let told = fields.told else {
        throw problem("is no event, so it is damaged or was cut: \(lines[line])")
      }
      guard fields.time >= time else {
        throw problem("is not in the order of time: \(fields.time) ns after \(time) ns")
      }
      time = fields.time
      guard case .known(let event) = told else { continue }
      if case .begin(_, _, _, let bytes) = event {
        guard bytes <= EventReader.begunBytesMax - begunBytes else {
          throw problem("begins more bytes than any replay decodes")
        }
        begunBytes += bytes
      }
      return TimedEvent(time: time, event: event)
    }
    return nil
  }

  /// The time of the last line, without moving on; 0 where no line is left, nil where it is no event.
  package func lastTime() throws(ResultError) -> Int64? {
    if lines.isAtEnd { return 0 }
    let last = try lines.last()
    return EventFields(last, last.indices)?.time
  }

  /// Returns an error for the line that was read last.
  package func problem(_ words: String) -> ResultError { .notAnEventFile(path, reason: "line \(lineCount) \(words)") }

  /// Tells an observer all events that are left.
  public mutating func feed<Observer: ReplayObserver>(_ observer: inout Observer) throws(ResultError) {
    while let next = try next() { observer.take(next.event, at: next.time) }
  }
}

/// An event file's lines one by one, from a file or from a text.
///
/// Of a file never more is in memory than a piece and the line that it cuts: how long the file is does not matter.
private struct EventLines: ~Copyable {
  /// Bytes that are read at once.
  private static let pieceBytes: Int64 = 1 << 18
  /// Bytes of a line at most: a plan of 65,536 steps fits.
  private static let lineBytesMax = 4 << 20

  let name: String
  /// The bytes of the lines, in ranges.
  private(set) var buffer: [UInt8]
  /// The line that was handed out last, counted from 1.
  private(set) var lineNumber = 0
  private var start = 0
  private let file: OpenFile?
  private var offset: Int64 = 0
  private let size: Int64

  /// - Throws: `ResultError.cannotRead` when there is no such file, or it is no regular one.
  init(path: String) throws(ResultError) {
    name = path
    buffer = []
    do throws(FileError) {
      let opened = try OpenFile.reading(path)
      size = try opened.state().byteCount
      file = consume opened
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  init(text: String, name: String) {
    self.name = name
    buffer = Array(text.utf8)
    file = nil
    size = 0
  }

  /// The configuration that the first line tells.
  ///
  /// - Throws: `ResultError.notAnEventFile` when it is another's.
  mutating func header() throws(ResultError) -> JSON {
    guard let line = try next(), let header = try? JSON.parse(String(decoding: buffer[line], as: UTF8.self)),
      header["events"]?.integer == 1
    else {
      throw .notAnEventFile(name, reason: "its first line is not that of an event file")
    }
    if let problem = RunConfiguration.problem(of: header, at: "") { throw .notAnEventFile(name, reason: problem) }
    return header.visible
  }

  /// The beginning of a line, for a message.
  subscript(line: Range<Int>) -> String {
    String(decoding: buffer[line.prefix(80)], as: UTF8.self).visible + (line.count > 80 ? "..." : "")
  }

  /// The next line, in `buffer`; nil at the end.
  mutating func next() throws(ResultError) -> Range<Int>? {
    while true {
      if let newline = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = start..<newline
        start = newline + 1
        lineNumber += 1
        return line
      }
      if try read() { continue }
      guard start < buffer.count else { return nil }
      defer { start = buffer.count }
      lineNumber += 1
      return start..<buffer.count
    }
  }

  /// True behind the last line.
  var isAtEnd: Bool { start == buffer.count && offset == size }

  /// The last line, without moving on; empty when there is none, or none of reasonable length.
  func last() throws(ResultError) -> [UInt8] {
    var tail = buffer
    if file != nil {
      let count = min(size, Int64(EventLines.lineBytesMax) + EventLines.pieceBytes)
      tail = try bytes(at: size - count, count: count) ?? []
    }
    while tail.last == UInt8(ascii: "\n") { tail.removeLast() }
    return Array(tail[(tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...])
  }

  /// Reads a piece more; false at the end.
  private mutating func read() throws(ResultError) -> Bool {
    guard file != nil, offset < size else { return false }
    buffer.removeSubrange(..<start)
    start = 0
    guard buffer.count <= EventLines.lineBytesMax else {
      throw .cannotRead(name, reason: "line \(lineNumber + 1) is longer than 4 MiB: it is no event file")
    }
    let count = min(EventLines.pieceBytes, size - offset)
    guard let piece = try bytes(at: offset, count: count) else { return false }
    buffer += piece
    offset += count
    return true
  }

  private func bytes(at offset: Int64, count: Int64) throws(ResultError) -> [UInt8]? {
    do throws(FileError) {
      return try file?.bytes(at: offset, count: Int(count))
    } catch {
      throw .cannotRead(name, reason: error.reason)
    }
  }
}

/// Writes a replay as JSON lines: first the configuration, then every event in order, times in nanoseconds.
///
/// From this file and the trace every deterministic metric can be recomputed by a program that shares nothing with
/// this one.
public final class EventFile: ReplayObserver {
  private var file: ResultFile
  private var line = EventText()
  private var failure: ResultError?

  /// - Throws: `ResultError.cannotCreate` when the folder is missing or not writable.
  public init(path: String, configuration: JSON) throws(ResultError) {
    file = try ResultFile(path: path)
    try file.write(EventText.firstLine(configuration))
  }

  public func take(_ event: ReplayEvent, at time: Int64) {
    guard failure == nil else { return }
    line.write(event, at: time)
    do {
      try file.write(line.bytes)
    } catch {
      failure = error
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: the first error met while writing.
  public func finish() throws(ResultError) {
    if let failure { throw failure }
    _ = try file.commit(exclusively: false)
  }
}
