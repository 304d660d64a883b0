public import CacheLab
import LabSystem
public import StrategyKit

/// A file of requests: read once to see its keys, and then as often as it is asked for.
///
/// Memory grows with different keys, never with requests. Keys that are small integers are taken as they are.
public struct RequestStream: Sendable {
  public let path: String
  public let format: RequestFormat
  /// Keys of batches are `0..<keyCount`.
  public let keyCount: Int
  public let requestCount: Int64
  private let readsText: Bool
  /// Nil where integers are dense enough to be their own numbers.
  private let table: KeyTable?
  private let state: FileState

  /// Looks through a file.
  ///
  /// - Parameter format: Nil goes by the file's name.
  /// - Throws: `RequestError` with file, line, value and cure; an error of the system where the file cannot be read.
  public init(path: String, format: RequestFormat? = nil) throws {
    guard let format = format ?? RequestFormat(path: path) else {
      throw RequestError(file: path, place: nil, value: path, problem: .unknownFormat)
    }
    var reader = try RequestReader.open(path, format, readsText: false)
    var raw = RawRequests()
    var count: Int64 = 0
    var largest: UInt64 = 0
    while !reader.metText, try reader.read(into: &raw) {
      count += Int64(raw.count)
      for key in raw.integers { largest = max(largest, key) }
    }
    let readsText = reader.metText
    guard count > 0 else { throw RequestError(file: path, place: nil, value: "", problem: .empty) }
    self.path = path
    self.format = format
    self.readsText = readsText
    state = reader.state
    let isDense = !readsText && largest < UInt64(max(65_536, min(4 * count, Int64(KeyTable.keysMax))))
    if isDense {
      (keyCount, requestCount, table) = (Int(largest) + 1, count, nil)
      return
    }
    var again = try RequestReader.open(path, format, readsText: readsText)
    var table = KeyTable()
    count = 0
    while try again.read(into: &raw) {
      count += Int64(raw.count)
      for index in 0..<raw.count where RequestStream.number(index, of: raw, in: &table, readsText) == nil {
        throw RequestError(file: path, place: nil, value: "", problem: .tooManyKeys(limit: KeyTable.keysMax))
      }
    }
    (keyCount, requestCount, self.table) = (table.count, count, table)
  }

  private static func number(
    _ index: Int, of raw: RawRequests, in table: inout KeyTable, _ readsText: Bool
  ) -> Int32? {
    readsText ? table.number(ofText: raw.text(index)) : table.number(of: raw.integers[index])
  }

  /// Hands over all requests in their order, a batch at a time.
  ///
  /// - Parameter countingEntries: Every entry counts 1 in place of its bytes, so that budgets are numbers of entries.
  /// - Throws: `RequestError.Problem.changed` when the file is no longer the one that was looked through.
  public func forEachBatch(countingEntries: Bool = false, _ body: (RequestBatch) throws -> Void) throws {
    var reader = try RequestReader.open(path, format, readsText: readsText)
    var raw = RawRequests()
    var batch = RequestBatch()
    var table = table
    let changed = RequestError(file: path, place: nil, value: "", problem: .changed)
    guard reader.state == state else { throw changed }
    while try reader.read(into: &raw) {
      batch.removeAll()
      for index in 0..<raw.count {
        let key =
          table == nil
          ? Int32(truncatingIfNeeded: raw.integers[index])
          : RequestStream.number(index, of: raw, in: &table!, readsText) ?? Int32.max
        guard key >= 0 && Int(key) < keyCount else { throw changed }
        batch.append(key, size: countingEntries ? 1 : raw.sizes[index])
      }
      try body(batch)
    }
  }
}

extension RequestStream {
  /// All requests beforehand, for a policy that can know them. Another pass over the file; 4 bytes a request and a key.
  ///
  /// - Throws: `RequestError` when there are more requests than can be numbered, or the file has changed.
  public func future() throws -> RequestFuture {
    guard requestCount <= RequestFuture.requestsMax else {
      throw RequestError(
        file: path, place: nil, value: "", problem: .tooManyRequests(limit: RequestFuture.requestsMax))
    }
    var keys = ContiguousArray<Int32>()
    keys.reserveCapacity(Int(requestCount))
    try forEachBatch { keys.append(contentsOf: $0.keys) }
    return RequestFuture(keys: keys, keyCount: keyCount)
  }
}
