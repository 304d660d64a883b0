import Testing

@testable import CacheLab
@testable import StrategyKit

@Suite struct HashTests {
  /// Values of the reference implementation, `xxhsum -H1`.
  @Test(arguments: [
    ("", 0xef46_db37_51d8_e999 as UInt64), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
    ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
  ])
  func checksumsAgreeWithTheReference(text: String, expected: UInt64) {
    #expect(XXHash64.hash(Array(text.utf8)) == expected)
  }

  @Test func everyBitOfAChecksumCounts() {
    let bytes = (0..<100).map { UInt8($0) }
    let changed = (0..<800).map { place in
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      return XXHash64.hash(changed)
    }
    #expect(Set(changed + [XXHash64.hash(bytes)]).count == 801)
  }

  /// The examples of FIPS 180-4 and its companion page.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func agreesWithTheStandard(_ text: String, _ digest: String) { #expect(SHA256.hex(of: text) == digest) }

  @Test func hashesAMillionLetters() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(SHA256.hex(of: bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Lengths on either side of a block's end and of the room for the length itself.
  @Test(arguments: [
    (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
    (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
    (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
    (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
    (65, "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"),
    (119, "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"),
    (120, "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"),
    (128, "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5"),
  ])
  func padsEveryLength(_ count: Int, _ digest: String) {
    #expect(SHA256.hex(of: (0..<count).map { UInt8($0) }) == digest)
  }

  static func read(_ text: String, decimals: Int) throws -> Int64? {
    var reader = JSONReader(Array(text.utf8))
    let number = try reader.decimal()
    try reader.expectEnd()
    return CacheLab.TraceText.scaled(number, decimals: decimals)
  }

  /// round half away from zero of digits x 10^shift, in 128 bits.
  static func expected(_ digits: Int128, _ shift: Int) -> Int64? {
    var power: Int128 = 1
    for _ in 0..<abs(shift) { power *= 10 }
    if shift >= 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: power)
      return overflow ? nil : Int64(exactly: product)
    }
    let magnitude = (digits.magnitude + power.magnitude / 2) / power.magnitude
    return Int64(exactly: digits < 0 ? -Int128(magnitude) : Int128(magnitude))
  }

  @Test(arguments: 1...20)
  func agreesWithExactArithmetic(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var digits = Int128(random.next(below: 10))
      let length = random.next(below: 30)
      for _ in 0..<length { digits = digits * 10 + Int128(random.chance(30) ? 9 : random.next(below: 10)) }
      let written = String(digits)
      let fraction = random.next(below: written.count)
      var text = fraction == 0 ? written : "\(written.dropLast(fraction)).\(written.suffix(fraction))"
      let exponent = random.chance(50) ? 0 : random.next(in: -20...8)
      if exponent != 0 { text += "e\(exponent)" }
      if random.chance(50) {
        text = "-" + text
        digits = -digits
      }
      let decimals = [0, 3, 6][random.next(below: 3)]
      // The denominator of 128 bits has 38 digits.
      let shift = exponent - fraction + decimals
      if shift < -37 { continue }
      let found = try HashTests.read(text, decimals: decimals)
      let expected = HashTests.expected(digits, shift)
      if expected == .min { continue }
      #expect(found == expected, "seed \(seed): \(text), \(decimals) decimals")
    }
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775807", -Int64.max), ("9223372036854775808", nil),
    ("9223372036854775807.4999999", Int64.max), ("9223372036854775807.5", nil), ("18446744073709551615", nil),
    ("1844674407370955161.5", 1_844_674_407_370_955_162), ("1844674407370955161.49", 1_844_674_407_370_955_161),
    ("184467440737095516159e-1", nil), ("1e19", nil), ("1e18", 1_000_000_000_000_000_000), ("1e-19", 0),
    ("5e-1", 1), ("4.99999999999999999999999999999e-1", 0), ("0.000000000000000000000000000000000000001e39", 1),
    ("99999999999999999999e-19", 10), ("1e99999999999999999999999", nil), ("0e99999999999999999999999", 0),
  ])
  func roundsAndRefusesAtTheEdges(_ text: String, _ value: Int64?) throws {
    #expect(try HashTests.read(text, decimals: 0) == value)
  }
}
