import CacheLab
import LabSystem

/// Reads a file of requests from its beginning, a batch at a time, in memory that does not grow with the file.
struct RequestReader: ~Copyable {
  private static let blockSize = 1 << 20
  private static let recordSize = 24
  static let lineMax = 4096

  private let path: String
  private let format: RequestFormat
  /// Whether keys are taken as texts; as integers otherwise.
  private let readsText: Bool
  private let file: OpenFile
  let state: FileState
  private var offset: Int64 = 0
  private var block = [UInt8](repeating: 0, count: RequestReader.blockSize)
  private var begin = 0
  private var end = 0
  /// The line or record at hand, from 1.
  private var place = 0
  /// True once a key was met that is no integer in plain decimal.
  private(set) var metText = false

  private init(path: String, format: RequestFormat, readsText: Bool, file: consuming OpenFile, state: FileState) {
    self.path = path
    self.format = format
    self.readsText = readsText
    self.file = file
    self.state = state
  }

  /// Opens a file.
  ///
  /// - Throws: `RequestError` when it cannot be opened or cannot be of this format.
  static func open(_ path: String, _ format: RequestFormat, readsText: Bool) throws -> RequestReader {
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch {
      throw RequestError(file: path, place: nil, value: "", problem: .cannotRead(error.reason))
    }
    let state = try file.state()
    if format == .oracleGeneral, state.byteCount % Int64(RequestReader.recordSize) != 0 {
      throw RequestError(file: path, place: nil, value: "\(state.byteCount)", problem: .brokenRecord)
    }
    return RequestReader(path: path, format: format, readsText: readsText, file: file, state: state)
  }

  /// Reads the next requests, at most as many as a batch holds.
  ///
  /// - Returns: False at the end of the file.
  /// - Throws: `RequestError`, `FileError` where the file cannot be read.
  mutating func read(into raw: inout RawRequests) throws -> Bool {
    raw.removeAll()
    while raw.count < RequestBatch.countMax {
      if try !fill() { break }
      switch format {
      case .csv: try readLines(into: &raw)
      case .oracleGeneral: try readRecords(into: &raw)
      }
    }
    return raw.count > 0
  }

  /// Brings more of the file into the block when no whole line or record is there; false when nothing is left.
  private mutating func fill() throws -> Bool {
    let isWhole =
      switch format {
      case .csv: block[begin..<end].contains(UInt8(ascii: "\n"))
      case .oracleGeneral: end - begin >= RequestReader.recordSize
      }
    if isWhole { return true }
    if offset == state.byteCount { return begin < end }
    block.replaceSubrange(0..<(end - begin), with: Array(block[begin..<end]))
    (begin, end) = (0, end - begin)
    let count = Int(min(Int64(block.count - end), state.byteCount - offset))
    let (from, to) = (end, end + count)
    let isThere = unsafe try block.withUnsafeMutableBytes { bytes in
      unsafe try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[from..<to]), at: offset)
    }
    guard isThere else { throw RequestError(file: path, place: nil, value: "", problem: .changed) }
    offset += Int64(count)
    end = to
    return true
  }

  private mutating func readRecords(into raw: inout RawRequests) throws {
    let count = min((end - begin) / RequestReader.recordSize, RequestBatch.countMax - raw.count)
    for _ in 0..<count {
      place += 1
      let (key, size) = unsafe block.withUnsafeBytes { bytes in
        unsafe (
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 4, as: UInt64.self)),
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: begin + 12, as: UInt32.self))
        )
      }
      guard size > 0 else { throw RequestError(file: path, place: place, value: "0", problem: .badSize) }
      raw.integers.append(key)
      raw.sizes.append(size)
      begin += RequestReader.recordSize
    }
  }

  private mutating func readLines(into raw: inout RawRequests) throws {
    while raw.count < RequestBatch.countMax && begin < end {
      guard let newline = block[begin..<end].firstIndex(of: UInt8(ascii: "\n")) else {
        guard end - begin <= RequestReader.lineMax else {
          throw RequestError(
            file: path, place: place + 1, value: "", problem: .lineTooLong(limit: RequestReader.lineMax))
        }
        // What is left of a line goes on in the next block, but for the file's last.
        if offset < state.byteCount { return }
        try readLine(begin..<end, into: &raw)
        begin = end
        return
      }
      try readLine(begin..<newline, into: &raw)
      begin = newline + 1
    }
  }

  private mutating func readLine(_ line: Range<Int>, into raw: inout RawRequests) throws {
    place += 1
    guard line.count <= RequestReader.lineMax else {
      throw RequestError(file: path, place: place, value: "", problem: .lineTooLong(limit: RequestReader.lineMax))
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
    guard comma < line.upperBound else { throw refusal(of: line, .notTwoFields) }
    guard comma > line.lowerBound else { throw refusal(of: line, .emptyKey) }
    let field = (comma + 1)..<line.upperBound
    guard let size = integer(field), size > 0, size <= UInt64(UInt32.max) else {
      if place == 1 && String(decoding: block[line], as: UTF8.self).lowercased() == "key,size" { return }
      throw block[field].contains(UInt8(ascii: ",")) ? refusal(of: line, .notTwoFields) : refusal(of: field, .badSize)
    }
    if readsText {
      raw.letters.append(contentsOf: block[line.lowerBound..<comma])
      raw.ends.append(raw.letters.count)
    } else if let key = integer(line.lowerBound..<comma),
      block[line.lowerBound] != UInt8(ascii: "0") || comma == line.lowerBound + 1
    {
      raw.integers.append(key)
    } else {
      metText = true
      raw.integers.append(0)
    }
    raw.sizes.append(UInt32(size))
  }

  /// A number of at most 19 digits; nil for anything else.
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

  private func refusal(of range: Range<Int>, _ problem: RequestError.Problem) -> RequestError {
    RequestError(file: path, place: place, value: String(decoding: block[range], as: UTF8.self), problem: problem)
  }
}
