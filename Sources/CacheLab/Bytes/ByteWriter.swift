/// Builds bytes in order: numbers of a file header or of a JPEG.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  package mutating func byte(_ value: Int) { bytes.append(UInt8(value)) }

  /// Appends two bytes, most significant first, as in JPEG.
  package mutating func big16(_ value: Int) { append([UInt8(value >> 8 & 255), UInt8(value & 255)]) }

  package mutating func little16(_ value: Int) { append([UInt8(value & 255), UInt8(value >> 8 & 255)]) }

  package mutating func little32(_ value: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] { byte(Int(value >> shift & 255)) }
  }

  package mutating func little64(_ value: UInt64) {
    little32(UInt32(truncatingIfNeeded: value))
    little32(UInt32(truncatingIfNeeded: value >> 32))
  }

  package mutating func replace64(at offset: Int, with value: UInt64) {
    for index in 0..<8 { bytes[offset + index] = UInt8(value >> (8 * UInt64(index)) & 255) }
  }
}
