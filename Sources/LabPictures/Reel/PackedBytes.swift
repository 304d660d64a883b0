/// Whole numbers packed into few bytes, and these into base64: how a page carries a replay.
///
/// A number takes seven bits a byte, lowest first; the eighth says that more follow. A signed one is folded first:
/// 0, -1, 1, -2 become 0, 1, 2, 3.
struct PackedBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(signed number: Int64) { append(PackedBytes.folded(number)) }

  static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

  /// RFC 4648, with padding.
  var base64: String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        text.append(place <= group.count ? letters[bits >> (6 * (3 - place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
