/// The hash of FIPS 180-4, for fingerprints of files and records.
///
/// Our own sixty lines because swift-crypto adds more than a minute to every clean build; tested against the
/// standard's examples.
public struct SHA256: Sendable {
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]

  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  )

  /// The bytes that have not filled a block of 64.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  public init() {}

  /// Returns the digest of a text's UTF-8, in 64 hexadecimal digits.
  public static func hex(of text: String) -> String { hex(of: Array(text.utf8)) }

  /// Returns the digest of bytes, in 64 hexadecimal digits.
  ///
  /// - Complexity: O(n), without a copy of the bytes.
  public static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hex
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    let all = rest.isEmpty ? bytes : rest + bytes
    let whole = all.count / 64 * 64
    process(all.span.extracting(0..<whole))
    rest = Array(all[whole...])
  }

  /// The digest of all bytes that were added, in 64 hexadecimal digits.
  public var hex: String {
    var hash = self
    var tail = rest + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    let bitCount = byteCount * 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
    hash.process(tail.span)
    let (a, b, c, d, e, f, g, h) = hash.state
    return [a, b, c, d, e, f, g, h].map { NumberText.hexadecimal(UInt64($0), digits: 8) }.joined()
  }

  private mutating func process(_ bytes: Span<UInt8>) {
    let constants = SHA256.constants.span
    var schedule = [UInt32](repeating: 0, count: 64)
    var words = schedule.mutableSpan
    for offset in stride(from: 0, to: bytes.count, by: 64) {
      SHA256.expand(bytes, from: offset, into: &words)
      var (a, b, c, d, e, f, g, h) = state
      for i in 0..<64 {
        let s1 = SHA256.rotate(e, 6) ^ SHA256.rotate(e, 11) ^ SHA256.rotate(e, 25)
        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[i] &+ words[i]
        let s0 = SHA256.rotate(a, 2) ^ SHA256.rotate(a, 13) ^ SHA256.rotate(a, 22)
        let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
      }
      state.0 &+= a
      state.1 &+= b
      state.2 &+= c
      state.3 &+= d
      state.4 &+= e
      state.5 &+= f
      state.6 &+= g
      state.7 &+= h
    }
  }

  private static func expand(_ bytes: Span<UInt8>, from offset: Int, into words: inout MutableSpan<UInt32>) {
    for i in 0..<16 {
      let at = offset + 4 * i
      words[i] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }
    for i in 16..<64 {
      let (a, b) = (words[i - 15], words[i - 2])
      let s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)
      let s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10)
      words[i] = words[i - 16] &+ s0 &+ words[i - 7] &+ s1
    }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }
}
