/// A file of requests, read once to find its keys, and then as often as needed.
///
/// Memory grows with different keys, never with requests. Keys that are small integers are used as they are.
public struct RequestStream: Sendable {
  private static let batchCount = 65_536

  private let path: String
  /// Keys of batches are `0..<keyCount`.
  public let keyCount: Int
  private let requestCount: Int64
  /// The numbers of keys; nil if integers are dense enough to be their own numbers.
  private let table: KeyTable?
  private let state: FileState

  /// Reads a file once.
  ///
  /// - Throws: `InputError` with file, line, value and cure, or an error of the system if the file cannot be read.
  public init(path: String) throws {
    var reader = try RequestReader(path)
    var (count, largest, hasTexts) = (Int64(0), UInt64(0), false)
    try reader.forEach { key, _ in
      guard case .integer(let number) = key else {
        hasTexts = true
        return false
      }
      count += 1
      largest = max(largest, number)
      return true
    }
    guard count > 0 || hasTexts else {
      throw InputError(path, "holds no request", cure: "give a file of key,size lines or of oracleGeneral records")
    }
    (self.path, state) = (path, reader.state)
    let isDense = !hasTexts && largest < UInt64(max(65_536, min(4 * count, Int64(KeyTable.keysMax))))
    if isDense {
      (keyCount, requestCount, table) = (Int(largest) + 1, count, nil)
      return
    }
    var again = try RequestReader(path)
    var table = KeyTable()
    count = 0
    try again.forEach { key, _ in
      count += 1
      guard table.number(of: key) != nil else {
        throw InputError(
          path, "more than \(KeyTable.keysMax) different keys", cure: "take a sample of the keys, or a shorter stream")
      }
      return true
    }
    (keyCount, requestCount, self.table) = (table.count, count, table)
  }

  /// Passes all requests to `body` in their order, a batch at a time.
  ///
  /// - Throws: `InputError` if the file has changed since it was read first.
  public func forEachBatch(_ body: (RequestBatch) throws -> Void) throws {
    var reader = try RequestReader(path)
    var batch = RequestBatch()
    batch.reserveCapacity(RequestStream.batchCount)
    var table = table
    let changed = RequestReader.changed(path)
    guard reader.state == state else { throw changed }
    try reader.forEach { key, size in
      // Where there is no table, integers are their own numbers.
      let own: Int32? = if case .integer(let key) = key { Int32(exactly: key) } else { nil }
      guard let number = table == nil ? own : table?.number(of: key), Int(number) < keyCount else { throw changed }
      batch.append((number, size))
      if batch.count == RequestStream.batchCount {
        try body(batch)
        batch.removeAll(keepingCapacity: true)
      }
      return true
    }
    if batch.count > 0 { try body(batch) }
  }

  /// Returns all requests beforehand, for a policy that can know them. It reads the file again, and takes 4 bytes a
  /// request and a key.
  ///
  /// - Throws: `InputError` if there are more requests than can be numbered, or the file has changed.
  public func future() throws -> RequestFuture {
    guard requestCount <= RequestFuture.requestsMax else {
      throw InputError(
        path, "more than \(RequestFuture.requestsMax) requests, which belady has to number",
        cure: "take a shorter stream, or leave belady out")
    }
    var keys = ContiguousArray<Int32>()
    keys.reserveCapacity(Int(requestCount))
    try forEachBatch { batch in keys.append(contentsOf: batch.lazy.map { $0.key }) }
    return RequestFuture(keys: keys, keyCount: keyCount)
  }
}

struct KeyTable: Sendable {
  /// The most different keys: they take about 3 GB.
  static let keysMax = 100_000_000

  /// By the integer, or the text's FNV-1a hash of 128 bits, which no two practical texts share.
  private var numbers: [UInt128: Int32] = [:]

  var count: Int { numbers.count }

  mutating func number(of key: RequestKey) -> Int32? {
    let word: UInt128
    switch key {
    case .integer(let key): word = UInt128(key)
    case .text(let bytes):
      word = bytes.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
        (hash ^ UInt128(byte)) &* 0x100_0000_0000_0000_0000_013b
      }
    }
    if let number = numbers[word] { return number }
    guard numbers.count < KeyTable.keysMax else { return nil }
    let number = Int32(numbers.count)
    numbers[word] = number
    return number
  }
}

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

  /// - Throws: `InputError` if the file cannot be opened or cannot be of its format.
  init(_ path: String) throws {
    let format = RequestFormat(path: path)
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
