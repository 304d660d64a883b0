public import LabSystem

/// Reads an event file event by event, in memory that does not grow with the file.
///
/// Events of later versions are skipped.
public struct EventReader: ~Copyable {
  /// The configuration in the file's first line.
  public let header: JSON
  private var lines: EventLines
  private var time: Int64 = 0
  private var begunBytes: Int64 = 0

  /// The most bytes that the decodes of a file begin, two million terabytes, so that no sum of bytes overflows.
  private static let begunBytesMax = 2 * FieldKind.figureMax

  public var path: String { lines.name }

  /// The number of lines read so far.
  public var lineCount: Int { lines.number }

  /// - Throws: `ResultError` if the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) { try self.init(EventLines(path: path)) }

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError` if the first line is not that of an event file.
  package init(text: String, name: String) throws(ResultError) { try self.init(EventLines(text: text, name: name)) }

  private init(_ lines: consuming EventLines) throws(ResultError) {
    var lines = lines
    header = try lines.header()
    self.lines = lines
  }

  /// Returns whether a file begins like an event file.
  public static func isEventFile(_ path: String) throws(ResultError) -> Bool {
    do throws(FileError) {
      let start = "{\"events\":".utf8
      return try OpenFile.reading(path).prefix(start.count).elementsEqual(start)
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  /// Returns the next event, or nil after the last.
  ///
  /// - Throws: `ResultError` with the line that is not an event.
  public mutating func next() throws(ResultError) -> TimedEvent? {
    while let line = try lines.next() {
      guard let fields = EventFields(line, line.indices), let parsed = fields.parsed else {
        let start = String(decoding: line.prefix(80), as: UTF8.self).visible + (line.count > 80 ? "..." : "")
        throw problem("is no event, so it is damaged or was cut: \(start)")
      }
      guard fields.time >= time else {
        throw problem("is not in the order of time: \(fields.time) ns after \(time) ns")
      }
      time = fields.time
      guard case .known(let event) = parsed else { continue }
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

  /// Returns the time of the last line without advancing: 0 if no line is left, nil if it is not an event.
  package mutating func lastTime() throws(ResultError) -> Int64? {
    if lines.isAtEnd { return 0 }
    let last = try lines.last()
    return EventFields(last, last.indices)?.time
  }

  /// Returns an error for the line that was read last.
  package func problem(_ words: String) -> ResultError { .notAnEventFile(path, reason: "line \(lineCount) \(words)") }

  /// Passes all events that are left to an observer.
  public mutating func feed<Observer: ReplayObserver>(_ observer: inout Observer) throws(ResultError) {
    while let next = try next() { observer.take(next.event, at: next.time) }
  }
}

/// The lines of an event file, or of its text.
private struct EventLines: ~Copyable {
  /// The most bytes of a line: a plan of 65,536 steps fits.
  private static let lineBytesMax = 4 << 20

  let name: String
  /// The number of the line that was returned last, from 1.
  private(set) var number = 0
  private let file: OpenFile?
  /// The whole text, if it is not read from a file.
  private let text: [UInt8]
  private let size: Int64
  private var lines: LineReader

  init(path: String) throws(ResultError) {
    (name, text) = (path, [])
    lines = LineReader(lineMax: EventLines.lineBytesMax)
    do throws(FileError) {
      let opened = try OpenFile.reading(path)
      size = try opened.state().byteCount
      file = consume opened
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  init(text: String, name: String) {
    file = nil
    (self.name, self.text) = (name, Array(text.utf8))
    (size, lines) = (Int64(self.text.count), LineReader(self.text))
  }

  /// Returns the configuration in the first line.
  mutating func header() throws(ResultError) -> JSON {
    guard let line = try next(), let header = try? JSON.parse(String(decoding: line, as: UTF8.self)),
      header["events"]?.integer == 1
    else {
      throw .notAnEventFile(name, reason: "its first line is not that of an event file")
    }
    if let problem = RunConfiguration.problem(of: header, at: "") { throw .notAnEventFile(name, reason: problem) }
    return header.visible
  }

  /// True after the last line.
  var isAtEnd: Bool { lines.offset == size }

  mutating func next() throws(ResultError) -> [UInt8]? {
    let line: ArraySlice<UInt8>?
    do throws(FileError) { line = file == nil ? lines.next() : try lines.next(file!) } catch {
      throw .cannotRead(name, reason: error.reason)
    }
    guard let line else { return nil }
    number += 1
    guard lines.isWhole || line.count < EventLines.lineBytesMax else {
      throw .cannotRead(name, reason: "line \(number) is longer than 4 MiB: it is not an event file")
    }
    return Array(line)
  }

  /// Returns the last line without moving on; empty if there is none, or none of legal length.
  mutating func last() throws(ResultError) -> [UInt8] {
    var tail = text
    if file != nil {
      let count = min(size, Int64(EventLines.lineBytesMax) + (1 << 18))
      do throws(FileError) { tail = try file!.bytes(at: size - count, count: Int(count)) ?? [] } catch {
        throw .cannotRead(name, reason: error.reason)
      }
    }
    while tail.last == UInt8(ascii: "\n") { tail.removeLast() }
    return Array(tail[(tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...])
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
