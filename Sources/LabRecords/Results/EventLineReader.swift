public import LabBase

/// Reads an event file event by event, in memory that does not grow with the file.
public struct EventLineReader: ~Copyable {
  /// The configuration that the file's first line tells.
  public let header: JSON
  private var text: EventText
  private var order = EventOrder()

  public var path: String { text.name }

  /// Lines read so far.
  public var lineCount: Int { text.lineNumber }

  /// - Throws: `ResultError` when the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) {
    var text = try EventText(path: path)
    header = try text.header()
    self.text = text
  }

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError` when the first line is not that of an event file.
  package init(text: String, name: String) throws(ResultError) {
    var text = EventText(text: text, name: name)
    header = try text.header()
    self.text = text
  }

  /// The next event; nil behind the last.
  ///
  /// - Throws: `ResultError` naming the line that is no event.
  public mutating func next() throws(ResultError) -> RecordedEvent? {
    guard let line = try text.next() else { return nil }
    guard let event = RecordedEvent(text.buffer, line) else {
      throw .notAnEventFile(path, reason: "line \(lineCount) is no event, so it is damaged or was cut: \(text[line])")
    }
    let begun: Int64 = if case .begin(_, _, _, let bytes) = event.kind { bytes } else { 0 }
    if let problem = order.problem(time: event.time, begun: begun) {
      throw .notAnEventFile(path, reason: "line \(lineCount) \(problem)")
    }
    return event
  }
}
