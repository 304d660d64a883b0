public import Strategies

/// The requests of a replay, for cache simulators that know keys and sizes and nothing of screens.
///
/// A key is an asset at a target size: `size class x 2^32 + item`; its size is that of the decoded bitmap in bytes.
public final class ShownRequests: ReplayObserver {
  /// One request.
  struct Request {
    var milliseconds: UInt32
    var key: UInt64
    var size: UInt32
  }

  private let table: SlotTable
  private(set) var requests: [Request] = []

  public init(table: SlotTable) { self.table = table }

  /// How many there were.
  public var count: Int { requests.count }

  public func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    let sizeClass = UInt64(Int(slot) / table.capacity)
    requests.append(
      Request(
        milliseconds: UInt32(clamping: time.rawValue / 1_000_000), key: sizeClass << 32 | UInt64(item.index),
        size: UInt32(clamping: table.bitmapSize(ofSlot: slot).pixelCount * 4)))
  }

  /// A row a request: `key,size`.
  public var csv: String { "key,size\n" + requests.map { "\($0.key),\($0.size)\n" }.joined() }

  /// libCacheSim's oracleGeneral: 24 packed little-endian bytes a request, u32 time (here milliseconds), u64 key, u32
  /// size, i64 number of the next request of the key, -1 for none.
  public var oracleGeneral: [UInt8] {
    var next = [Int64](repeating: -1, count: requests.count)
    var seen: [UInt64: Int64] = [:]
    for index in requests.indices.reversed() {
      next[index] = seen[requests[index].key] ?? -1
      seen[requests[index].key] = Int64(index)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(requests.count * 24)
    func append(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    for (request, following) in zip(requests, next) {
      append(request.milliseconds)
      append(request.key)
      append(request.size)
      append(following)
    }
    return bytes
  }
}
