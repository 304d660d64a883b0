import CacheLab
import LabSystem
import SystemPackage

/// A file that is open, or standard input.
private final class LogFile {
  let open: OpenFile?

  init(_ path: String) throws(FileError) { open = path == "-" ? nil : try OpenFile.reading(path) }
}

/// The rows of a table of any size, one at a time: lines that end in LF or CR LF, of fields between commas, semicolons or
/// tabs, quoted if necessary.
struct LogTable {
  static let rowMax = 65_536
  private static let blockSize = 1 << 20

  let path: String
  private let file: LogFile
  /// The size; nil for standard input.
  let byteCount: Int64?
  private(set) var readCount: Int64 = 0
  private(set) var block: [UInt8] = []
  private var begin = 0
  private var isAtEnd = false
  private var nextLine = 1
  private(set) var delimiter = UInt8(ascii: ",")
  /// The places of the current row's fields, without their quotes.
  private(set) var fields: [Range<Int>] = []
  /// The line of the current row.
  private(set) var line = 0

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws(InputError) {
    self.path = path == "-" ? "standard input" : path
    do throws(FileError) {
      file = try LogFile(path)
      byteCount = try file.open?.state().byteCount
    } catch {
      throw InputError(path, error.reason, cure: "check the path")
    }
  }

  /// Reads the first row, and finds the delimiter of its fields.
  mutating func readHead() throws(InputError) {
    try fill()
    if block.starts(with: [0xEF, 0xBB, 0xBF]) { begin = 3 }
    guard !block.prefix(4096).contains(0) else {
      throw failure("this is no text in UTF-8", cure: "save the log as CSV in UTF-8", line: 1)
    }
    guard try next() else { throw failure("no row", cure: "a log has a head line and rows below it") }
    let row = block[(fields.first?.lowerBound ?? 0)..<(fields.last?.upperBound ?? 0)]
    let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = marks.map { mark in row.count { $0 == mark } }
    let most = counts.indices.max { counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1) } ?? 0
    delimiter = marks[most]
    back()
    _ = try next()
  }

  private var rowBegin = 0

  /// The place of the next row, to which reading ahead returns.
  var mark: (begin: Int, line: Int) {
    get { (begin, nextLine) }
    set { (begin, nextLine) = newValue }
  }

  /// Goes to the next row if all of it is in memory.
  mutating func nextInBlock() -> Bool {
    (rowBegin, line) = (begin, nextLine)
    return scan()
  }

  /// Goes back to the beginning of the current row.
  mutating func back() { (begin, nextLine) = (rowBegin, line) }

  /// Goes to the next row that is neither empty nor a comment; returns false at the end.
  mutating func next() throws(InputError) -> Bool {
    while true {
      guard try readRow() else { return false }
      let isEmpty = fields.count == 1 && fields[0].isEmpty
      if !isEmpty && block[rowBegin] != UInt8(ascii: "#") { return true }
    }
  }

  private mutating func readRow() throws(InputError) -> Bool {
    while true {
      (rowBegin, line) = (begin, nextLine)
      if scan() { return true }
      if isAtEnd {
        guard rowBegin < block.count else { return false }
        // The last line needs no end.
        block.append(UInt8(ascii: "\n"))
        return scan()
      }
      guard block.count - begin <= LogTable.rowMax else {
        throw failure("a row of more than \(LogTable.rowMax) bytes", cure: "break it into lines", line: line)
      }
      try fill()
    }
  }

  private func failure(_ what: String, cure: String, line: Int? = nil) -> InputError {
    InputError(path, line: line, what, cure: cure)
  }

  /// Finds the fields of the row at `begin`; returns false if its end is not in memory yet.
  private mutating func scan() -> Bool {
    guard let end = block[begin...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
    fields.removeAll(keepingCapacity: true)
    var (start, isQuoted, closed) = (begin, false, -1)
    // The field so far is spaces alone.
    var isBlank = true
    for at in begin..<end {
      let byte = block[at]
      if byte == UInt8(ascii: "\"") {
        // It opens a field at its beginning, and goes on where two stand for one; elsewhere it is a letter.
        if isQuoted { closed = at }
        isQuoted = !isQuoted && (isBlank || closed == at - 1)
        isBlank = false
      } else if byte == delimiter && !isQuoted {
        add(start..<at)
        (start, isBlank) = (at + 1, true)
      } else if byte > 32 {
        isBlank = false
      }
    }
    add(start..<end)
    (begin, nextLine) = (end + 1, nextLine + 1)
    return true
  }

  private mutating func add(_ range: Range<Int>) {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high > low, block[high - 1] <= 32 { high -= 1 }
    while low < high, block[low] <= 32 { low += 1 }
    if high - low >= 2, block[low] == UInt8(ascii: "\""), block[high - 1] == UInt8(ascii: "\"") {
      (low, high) = (low + 1, high - 1)
    }
    fields.append(low..<high)
  }

  private mutating func fill() throws(InputError) {
    block.removeSubrange(..<begin)
    begin = 0
    let bytes: [UInt8]
    do {
      bytes =
        try file.open?.prefix(LogTable.blockSize, from: readCount)
        ?? FileDescriptor.standardInput.some(LogTable.blockSize)
    } catch {
      throw failure((error as? FileError)?.reason ?? "it cannot be read", cure: "check the path")
    }
    isAtEnd = bytes.isEmpty
    readCount += Int64(bytes.count)
    block += bytes
  }

  /// Returns a field's text; two quotes in a quoted field are one.
  func text(_ field: Int) -> String {
    String(decoding: block[fields[field]], as: UTF8.self).split(separator: "\"\"", omittingEmptySubsequences: false)
      .joined(separator: "\"")
  }

  /// The whole row, for messages.
  var rowText: String {
    String(decoding: block[rowBegin..<(fields.last?.upperBound ?? rowBegin)].prefix(200), as: UTF8.self)
  }

  /// Returns a field as a whole number of 10^-`decimals`, rounded half away from zero; nil if it is not a number, or too large.
  func number(_ field: Int, decimals: Int) -> Int64? {
    let range = fields[field]
    var at = range.lowerBound
    guard at < range.upperBound else { return nil }
    var number = DecimalNumber()
    number.isNegative = block[at] == UInt8(ascii: "-")
    if number.isNegative || block[at] == UInt8(ascii: "+") { at += 1 }
    var (isNumber, isFraction) = (false, false)
    for byte in block[at..<range.upperBound] {
      if byte >= 48 && byte <= 57 {
        isNumber = true
        number.append(byte - 48, fraction: isFraction)
      } else if !isFraction && (byte == 46 || (byte == 44 && delimiter != 44)) {
        isFraction = true
      } else {
        return written(field, decimals: decimals)
      }
    }
    return isNumber ? number.scaled(decimals: decimals) : nil
  }

  /// Returns a number with an exponent.
  private func written(_ field: Int, decimals: Int) -> Int64? {
    guard let value = Double(text(field)), value.isFinite else { return nil }
    var scaled = value
    for _ in 0..<decimals { scaled *= 10 }
    return scaled.magnitude < 9e18 ? Int64(scaled.rounded()) : nil
  }
}

extension FileDescriptor {
  /// Returns the next bytes, at least one unless the end is reached.
  fileprivate func some(_ count: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
