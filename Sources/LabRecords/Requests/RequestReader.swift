import CacheLab
import LabSystem

enum RequestKey {
  case integer(UInt64)
  case text(ArraySlice<UInt8>)
}

/// Reads a file of requests from its beginning, a block at a time, in memory that does not grow with the file.
struct RequestReader: ~Copyable {
  private static let recordSize: Int64 = 24
  private static let blockSize = 43_690 * recordSize
  static let lineMax = 4096

  private let path: String
  private let format: RequestFormat
  private let file: OpenFile
  let state: FileState
  private var place = 0

  /// Opens a file.
  ///
  /// - Throws: `InputError` if it cannot be opened or cannot be of this format.
  init(_ path: String, _ format: RequestFormat) throws {
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch {
      throw InputError(path, "cannot be read (\(error.reason))", cure: "check the path")
    }
    let state = try file.state()
    if format == .oracleGeneral, state.byteCount % RequestReader.recordSize != 0 {
      throw InputError(
        path, "\(state.byteCount) bytes, not a multiple of 24",
        cure: "oracleGeneral has records of 24 bytes; is it compressed?")
    }
    (self.path, self.format, self.state) = (path, format, state)
    self.file = file
  }

  /// Passes the requests in their order to `body`, until it returns false.
  ///
  /// - Throws: `InputError`, or `FileError` if the file cannot be read.
  mutating func forEach(_ body: (RequestKey, UInt32) throws -> Bool) throws {
    switch format {
    case .csv: try forEachLine(body)
    case .oracleGeneral: try forEachRecord(body)
    }
  }

  private mutating func forEachRecord(_ body: (RequestKey, UInt32) throws -> Bool) throws {
    for offset in stride(from: 0, to: state.byteCount, by: Int(RequestReader.blockSize)) {
      let count = Int(min(RequestReader.blockSize, state.byteCount - offset))
      guard let block = try file.bytes(at: offset, count: count) else { throw RequestReader.changed(path) }
      for begin in stride(from: 0, to: count, by: Int(RequestReader.recordSize)) {
        place += 1
        let (key, size) = unsafe block.withUnsafeBytes { bytes in
          unsafe (
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 4, as: UInt64.self)),
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 12, as: UInt32.self))
          )
        }
        guard size > 0 else { throw badSize("0") }
        if try !body(.integer(key), size) { return }
      }
    }
  }

  private mutating func forEachLine(_ body: (RequestKey, UInt32) throws -> Bool) throws {
    var lines = LineReader()
    while let line = try lines.next(file) {
      place += 1
      // A byte order mark is no part of the first key.
      let hasMark = place == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
      guard let (key, size) = try request(hasMark ? line.dropFirst(3) : line) else { continue }
      if try !body(key, size) { return }
    }
    guard lines.offset == state.byteCount else { throw RequestReader.changed(path) }
  }

  /// Returns the request of a line, or nil for a head line.
  private func request(_ line: ArraySlice<UInt8>) throws -> (RequestKey, UInt32)? {
    guard line.count <= RequestReader.lineMax else {
      throw InputError(
        path, line: place, "a line of more than \(RequestReader.lineMax) bytes",
        cure: "is this a file of key,size lines?")
    }
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")), comma > line.startIndex else { throw notTwoFields(line) }
    let (key, field) = (line[..<comma], line[(comma + 1)...])
    guard let size = integer(field), size > 0, size <= UInt64(UInt32.max) else {
      if place == 1 && text(line).lowercased() == "key,size" { return nil }
      throw field.contains(UInt8(ascii: ",")) ? notTwoFields(line) : badSize(text(field))
    }
    if let number = integer(key), key.first != UInt8(ascii: "0") || key.count == 1 {
      return (.integer(number), UInt32(size))
    }
    return (.text(key), UInt32(size))
  }

  /// Returns a number of at most 19 digits, or nil for anything else.
  private func integer(_ field: ArraySlice<UInt8>) -> UInt64? {
    guard field.count >= 1 && field.count <= 19 else { return nil }
    var value: UInt64 = 0
    for byte in field {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + UInt64(digit)
    }
    return value
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func notTwoFields(_ line: ArraySlice<UInt8>) -> InputError {
    InputError(
      path, line: place, value: line.isEmpty ? nil : text(line), line.isEmpty ? "an empty line" : "is not key,size",
      cure: "keep two fields, such as with cut -d, -f1,2")
  }

  private func badSize(_ value: String) -> InputError {
    InputError(
      path, line: place, value: value, "is not a size",
      cure: "it takes 1 to \(UInt32.max) bytes; where there are no sizes, write 1")
  }

  static func changed(_ path: String) -> InputError {
    InputError(path, "changed while it was read", cure: "run again when nothing writes to it")
  }
}
