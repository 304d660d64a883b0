#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads an event file event by event, in memory that does not grow with the file.
public struct EventLineReader: ~Copyable {
  /// Bytes of a line at most.
  static let lineMax = 4 << 20

  /// The configuration that the file's first line tells.
  public let header: JSON
  public let path: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var offset: Int64 = 0
  private var isAtEnd = false
  /// Lines read so far.
  public private(set) var lineCount = 0

  /// - Throws: `ResultError` when the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) {
    let file = try EventLineReader.open(path)
    var (buffer, offset, isAtEnd) = ([UInt8](), Int64(0), false)
    var end = 0
    while true {
      if let newline = buffer[end...].firstIndex(of: UInt8(ascii: "\n")) {
        end = newline
        break
      }
      end = buffer.count
      if isAtEnd || buffer.count > EventLineReader.lineMax { break }
      isAtEnd = try EventLineReader.fill(&buffer, from: file, at: &offset, path: path)
    }
    let line = String(decoding: buffer[..<end], as: UTF8.self)
    guard line.hasPrefix("{\"events\":1"), let header = try? JSON.parse(line) else {
      throw .notARecord(path, reason: "its first line is not that of an event file (lab-run --events FILE)")
    }
    self.header = header
    self.path = path
    self.file = file
    self.buffer = buffer
    self.offset = offset
    self.isAtEnd = isAtEnd
    start = min(end + 1, buffer.count)
    lineCount = 1
  }

  private static func open(_ path: String) throws(ResultError) -> OpenFile {
    do throws(LibraryError) {
      return try OpenFile.reading(path)
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  /// The next event; nil behind the last.
  ///
  /// - Throws: `ResultError` naming the line that is no event.
  public mutating func next() throws(ResultError) -> RecordedEvent? {
    guard let line = try nextLine() else { return nil }
    guard let event = RecordedEvent(line: line) else {
      throw .notARecord(path, reason: "line \(lineCount) is no event, so it is damaged or was cut")
    }
    return event
  }

  private mutating func nextLine() throws(ResultError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<newline]
        start = newline + 1
        lineCount += 1
        return line
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        let line = buffer[start...]
        start = buffer.count
        lineCount += 1
        return line
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      guard searched <= EventLineReader.lineMax else {
        throw .notARecord(path, reason: "line \(lineCount + 1) is longer than \(EventLineReader.lineMax >> 20) MiB")
      }
      isAtEnd = try EventLineReader.fill(&buffer, from: file, at: &offset, path: path)
    }
  }

  /// Appends the next part of the file; true when that was the last.
  private static func fill(
    _ buffer: inout [UInt8], from file: borrowing OpenFile, at offset: inout Int64, path: String
  ) throws(ResultError) -> Bool {
    let (part, count) = (1 << 18, buffer.count)
    buffer += repeatElement(0, count: part)
    let read = unsafe buffer.withUnsafeMutableBytes { bytes in
      while true {
        let read = unsafe pread(file.descriptor, bytes.baseAddress! + count, part, off_t(offset))
        if read >= 0 || errno != EINTR { return read }
      }
    }
    guard read >= 0 else { throw .cannotRead(path, reason: unsafe String(cString: strerror(errno))) }
    buffer.removeSubrange((count + read)...)
    offset += Int64(read)
    return read == 0
  }
}
