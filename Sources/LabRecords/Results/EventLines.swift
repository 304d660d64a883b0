import LabBase
import LabSystem

/// An event file's lines one by one, from a file or from a text.
///
/// Of a file never more is in memory than a piece and the line that it cuts: how long the file is does not matter.
struct EventLines: ~Copyable {
  /// Bytes that are read at once.
  private static let pieceBytes: Int64 = 1 << 18
  /// Bytes of a line at most: a plan of 65,536 steps fits.
  private static let lineBytesMax = 4 << 20

  let name: String
  /// Where the ranges of lines lie.
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

  /// The last line, without moving on; empty when there is none, or none of reasonable length.
  func last() throws(ResultError) -> [UInt8] {
    var tail = buffer
    if file != nil {
      let count = min(size, 1 << 16)
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
