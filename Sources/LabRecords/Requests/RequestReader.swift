import CacheLab
import LabSystem

/// A key of a file: an integer, or other letters.
enum RequestKey {
  case integer(UInt64)
  case text(ArraySlice<UInt8>)
}

/// Reads a file of requests from its beginning, a block at a time, in memory that does not grow with the file.
struct RequestReader: ~Copyable {
  private static let blockSize = 1 << 20
  private static let recordSize = 24
  static let lineMax = 4096

  private let path: String
  private let format: RequestFormat
  private let file: OpenFile
  let state: FileState
  private var offset: Int64 = 0
  private var block: [UInt8] = []
  private var begin = 0
  /// The current line or record, from 1.
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
    if format == .oracleGeneral, state.byteCount % Int64(RequestReader.recordSize) != 0 {
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
    while try fill() {
      switch format {
      case .csv: if try !readLines(body) { return }
      case .oracleGeneral: if try !readRecords(body) { return }
      }
    }
  }

  /// Reads more of the file into the block if it has no whole line or record; returns false if nothing is left.
  private mutating func fill() throws -> Bool {
    let isWhole =
      switch format {
      case .csv: block[begin...].contains(UInt8(ascii: "\n"))
      case .oracleGeneral: block.count - begin >= RequestReader.recordSize
      }
    if isWhole { return true }
    if offset == state.byteCount { return begin < block.count }
    block.removeSubrange(..<begin)
    begin = 0
    let count = Int(min(Int64(RequestReader.blockSize), state.byteCount - offset))
    let bytes = try file.prefix(count, from: offset)
    guard bytes.count == count else { throw RequestReader.changed(path) }
    offset += Int64(count)
    block += bytes
    return true
  }

  private mutating func readRecords(_ body: (RequestKey, UInt32) throws -> Bool) throws -> Bool {
    while block.count - begin >= RequestReader.recordSize {
      place += 1
      let (key, size) = unsafe block.withUnsafeBytes { bytes in
        unsafe (
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 4, as: UInt64.self)),
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 12, as: UInt32.self))
        )
      }
      guard size > 0 else { throw badSize("0") }
      begin += RequestReader.recordSize
      if try !body(.integer(key), size) { return false }
    }
    return true
  }

  private mutating func readLines(_ body: (RequestKey, UInt32) throws -> Bool) throws -> Bool {
    while begin < block.count {
      let newline = block[begin...].firstIndex(of: UInt8(ascii: "\n"))
      // What is left of a line goes on in the next block, but for the file's last.
      if newline == nil && offset < state.byteCount && block.count - begin <= RequestReader.lineMax { return true }
      let line = begin..<(newline ?? block.count)
      begin = newline.map { $0 + 1 } ?? block.count
      guard let (key, size) = try request(line) else { continue }
      if try !body(key, size) { return false }
    }
    return true
  }

  /// Returns the request of a line, or nil for a head line.
  private mutating func request(_ line: Range<Int>) throws -> (RequestKey, UInt32)? {
    place += 1
    guard line.count <= RequestReader.lineMax else {
      throw InputError(
        path, line: place, "a line of more than \(RequestReader.lineMax) bytes",
        cure: "is this a file of key,size lines?")
    }
    var line = line
    if line.upperBound > line.lowerBound && block[line.upperBound - 1] == UInt8(ascii: "\r") {
      line = line.lowerBound..<(line.upperBound - 1)
    }
    // A byte order mark is no part of the first key.
    if place == 1 && block[line].starts(with: [0xEF, 0xBB, 0xBF]) {
      line = (line.lowerBound + 3)..<line.upperBound
    }
    var comma = line.lowerBound
    while comma < line.upperBound && block[comma] != UInt8(ascii: ",") { comma += 1 }
    guard comma > line.lowerBound, comma < line.upperBound else { throw notTwoFields(line) }
    let field = (comma + 1)..<line.upperBound
    guard let size = integer(field), size > 0, size <= UInt64(UInt32.max) else {
      if place == 1 && text(line).lowercased() == "key,size" { return nil }
      throw block[field].contains(UInt8(ascii: ",")) ? notTwoFields(line) : badSize(text(field))
    }
    let text = line.lowerBound..<comma
    if let key = integer(text), block[text.lowerBound] != UInt8(ascii: "0") || text.count == 1 {
      return (.integer(key), UInt32(size))
    }
    return (.text(block[text]), UInt32(size))
  }

  /// Returns a number of at most 19 digits, or nil for anything else.
  private func integer(_ field: Range<Int>) -> UInt64? {
    guard field.count >= 1 && field.count <= 19 else { return nil }
    var value: UInt64 = 0
    for index in field {
      let digit = block[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + UInt64(digit)
    }
    return value
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: block[range], as: UTF8.self) }

  private func notTwoFields(_ line: Range<Int>) -> InputError {
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
