/// Some requests of a stream, one after the other: dense keys and their bytes.
public struct RequestBatch: Sendable {
  /// How many requests are read at once.
  public static let countMax = 65_536

  public private(set) var keys: ContiguousArray<Int32> = []
  public private(set) var sizes: ContiguousArray<UInt32> = []

  public init() {
    keys.reserveCapacity(RequestBatch.countMax)
    sizes.reserveCapacity(RequestBatch.countMax)
  }

  public var count: Int { keys.count }

  /// - Precondition: `size` is at least 1.
  public mutating func append(_ key: Int32, size: UInt32) {
    precondition(size > 0, "an entry has bytes")
    keys.append(key)
    sizes.append(size)
  }

  public mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
  }
}
