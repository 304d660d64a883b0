public import LabSystem

/// Reads an event file event by event, in memory that does not grow with the file.
///
/// Events of later versions are skipped.
public struct EventReader: ~Copyable {
  /// The configuration in the file's first line.
  public private(set) var header = JSON.null
  private let name: String
  private let file: OpenFile?
  /// The whole text, if it is not read from a file.
  private let text: [UInt8]
  private var lines: LineReader
  private var lineCount = 0
  private var time: Int64 = 0
  private var begunBytes: Int64 = 0

  /// The most bytes that the decodes of a file begin, two million terabytes, so that no sum of bytes overflows.
  private static let begunBytesMax = 2 * FieldKind.figureMax
  /// The most bytes of a line: a plan of 65,536 steps fits.
  private static let lineBytesMax = 4 << 20

  /// - Throws: `ResultError` if the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) {
    let lines = LineReader(lineMax: EventReader.lineBytesMax)
    try self.init(path, ResultError.reading(path, OpenFile.reading(path)), [], lines)
  }

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError` if the first line is not that of an event file.
  package init(text: String, name: String) throws(ResultError) {
    let text = Array(text.utf8)
    try self.init(name, nil, text, LineReader(text))
  }

  private init(
    _ name: String, _ file: consuming OpenFile?, _ text: [UInt8], _ lines: LineReader
  ) throws(ResultError) {
    (self.name, self.text, self.lines) = (name, text, lines)
    self.file = file
    try readHeader()
  }

  private mutating func readHeader() throws(ResultError) {
    guard let line = try line(), let header = try? JSON.parse(String(decoding: line, as: UTF8.self)),
      header["events"]?.integer == 1
    else {
      throw .notAnEventFile(name, reason: "its first line is not that of an event file")
    }
    if let problem = RunConfiguration.problem(of: header, at: "") { throw .notAnEventFile(name, reason: problem) }
    self.header = header.visible
  }

  /// Returns whether a file begins like an event file.
  public static func isEventFile(_ path: String) throws(ResultError) -> Bool {
    let start = "{\"events\":".utf8
    return try ResultError.reading(path, OpenFile.reading(path).prefix(start.count).elementsEqual(start))
  }

  /// Returns the next event, or nil after the last.
  ///
  /// - Throws: `ResultError` with the line that is not an event.
  public mutating func next() throws(ResultError) -> TimedEvent? {
    while let line = try line() {
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

  /// Passes all events that are left to an observer.
  public mutating func feed<Observer: ReplayObserver>(_ observer: inout Observer) throws(ResultError) {
    while let next = try next() { observer.take(next.event, at: next.time) }
  }

  /// Returns an error for the line that was read last.
  package func problem(_ words: String) -> ResultError { .notAnEventFile(name, reason: "line \(lineCount) \(words)") }

  private mutating func line() throws(ResultError) -> [UInt8]? {
    let line: ArraySlice<UInt8>?
    do throws(FileError) { line = file == nil ? lines.next() : try lines.next(file!) } catch {
      throw .cannotRead(name, reason: error.reason)
    }
    guard let line else { return nil }
    lineCount += 1
    guard lines.isWhole || line.count < EventReader.lineBytesMax else {
      throw .cannotRead(name, reason: "line \(lineCount) is longer than 4 MiB: it is not an event file")
    }
    return Array(line)
  }

  /// Returns the time of the last line without advancing: 0 if no line is left, nil if it is not an event.
  package mutating func lastTime() throws(ResultError) -> Int64? {
    var tail = text
    do throws(FileError) {
      let size = file == nil ? Int64(text.count) : try file!.state().byteCount
      if lines.offset == size { return 0 }
      if file != nil {
        let count = min(size, Int64(EventReader.lineBytesMax) + (1 << 18))
        tail = try file!.bytes(at: size - count, count: Int(count)) ?? []
      }
    } catch {
      throw .cannotRead(name, reason: error.reason)
    }
    while tail.last == UInt8(ascii: "\n") { tail.removeLast() }
    let start = tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return EventFields(tail, start..<tail.count)?.time
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
    // A file begins with `events`, by which event files are recognised.
    let members = (configuration.object ?? [:]).filter { $0.key != "events" }
    try file.write("{\"events\":1" + (members.isEmpty ? "}\n" : ",\(JSON.object(members).compactText.dropFirst())\n"))
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
