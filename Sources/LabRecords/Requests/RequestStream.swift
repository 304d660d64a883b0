public import CacheLab
import LabSystem

/// A file of requests, read once to find its keys, and then as often as needed.
///
/// Memory grows with different keys, never with requests. Keys that are small integers are used as they are.
public struct RequestStream: Sendable {
  public let path: String
  public let format: RequestFormat
  /// Keys of batches are `0..<keyCount`.
  public let keyCount: Int
  public let requestCount: Int64
  /// The numbers of keys; nil if integers are dense enough to be their own numbers.
  private let table: KeyTable?
  private let state: FileState

  /// Reads a file once.
  ///
  /// - Throws: `InputError` with file, line, value and cure, or an error of the system if the file cannot be read.
  public init(path: String) throws {
    let format = RequestFormat(path: path)
    var reader = try RequestReader(path, format)
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
    self.path = path
    self.format = format
    state = reader.state
    let isDense = !hasTexts && largest < UInt64(max(65_536, min(4 * count, Int64(KeyTable.keysMax))))
    if isDense {
      (keyCount, requestCount, table) = (Int(largest) + 1, count, nil)
      return
    }
    var again = try RequestReader(path, format)
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
    var reader = try RequestReader(path, format)
    var batch = RequestBatch()
    var table = table
    let changed = RequestReader.changed(path)
    guard reader.state == state else { throw changed }
    try reader.forEach { key, size in
      var number = table?.number(of: key)
      // Where there is no table, integers are their own numbers.
      if table == nil, case .integer(let key) = key { number = Int32(exactly: key) }
      guard let number, Int(number) < keyCount else { throw changed }
      batch.append(number, size: size)
      if batch.count == RequestBatch.countMax {
        try body(batch)
        batch.removeAll()
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
    try forEachBatch { keys.append(contentsOf: $0.keys) }
    return RequestFuture(keys: keys, keyCount: keyCount)
  }
}

struct KeyTable: Sendable {
  /// The most different keys: they take about 3 GB.
  static let keysMax = 100_000_000

  /// By the integer, or the text's FNV-1a hash of 128 bits, which no two practical texts share.
  private var numbers: [UInt128: Int32] = [:]

  var count: Int { numbers.count }

  /// Returns the number of a key, or nil if there are too many keys.
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
