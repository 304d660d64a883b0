/// Reads numbers, least significant byte first, from bytes that may be damaged: past the end it returns nil.
package struct ByteReader {
  private let bytes: [UInt8]
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func little32() -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    defer { offset += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
  }

  package mutating func little64() -> UInt64? {
    guard let low = little32(), let high = little32() else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  package mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return Array(bytes[offset..<(offset + count)])
  }

  package mutating func words(_ count: Int) -> [UInt32]? {
    guard count >= 0, count <= (bytes.count - offset) / 4 else { return nil }
    return (0..<count).map { _ in little32()! }
  }
}
