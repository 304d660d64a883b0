public import CacheLab
public import LabBase

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

  /// Whether a file begins as event files do.
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

  /// The time of the last line, without moving on; 0 where there is none.
  package func lastTime() throws(ResultError) -> Int64 {
    let last = try lines.last()
    return EventFields(last, last.indices)?.time ?? 0
  }

  /// What is wrong with the line that was read last.
  package func problem(_ words: String) -> ResultError { .notAnEventFile(path, reason: "line \(lineCount) \(words)") }

  /// Hands all events that are left to whoever follows them.
  public mutating func feed<Taker: EventTaker>(_ taker: inout Taker) throws(ResultError) {
    while let next = try next() { taker.take(next.event, at: next.time) }
  }
}
