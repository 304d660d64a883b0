import Testing

@testable import CacheLab

@Suite struct ChecksumTests {
  /// Values of the reference implementation, `xxhsum -H1`.
  @Test(arguments: [
    ("", 0xef46_db37_51d8_e999 as UInt64), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
    ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
  ])
  func agreesWithTheReference(text: String, expected: UInt64) {
    #expect(XXHash64.hash(Array(text.utf8)) == expected)
  }

  @Test func everyBitCounts() {
    let bytes = (0..<100).map { UInt8($0) }
    var seen: Set<UInt64> = [XXHash64.hash(bytes)]
    for place in 0..<800 {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      let isNew = seen.insert(XXHash64.hash(changed)).inserted
      #expect(isNew)
    }
  }
}
