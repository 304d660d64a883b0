/// Gives each key of a stream a dense number, in order of first appearance.
///
/// Open addressing over dense numbers; integers are kept in 8 bytes, texts one after the other in one block.
struct KeyTable: Sendable {
  /// More different keys than this are refused: at 24 to 32 bytes a key they take about 3 GB in all.
  static let keysMax = 100_000_000

  /// Numbers of keys, by hash; -1 is free. At most half of it is taken.
  private var buckets = ContiguousArray<Int32>(repeating: -1, count: 1 << 12)
  /// The integer, or the hash of the text.
  private var words: ContiguousArray<UInt64> = []
  private var letters: ContiguousArray<UInt8> = []
  /// Where the text of a key ends, of texts only.
  private var ends: ContiguousArray<Int> = []

  var count: Int { words.count }

  /// The number of a key; nil when there are too many keys.
  mutating func number(of key: RequestKey) -> Int32? {
    switch key {
    case .integer(let key): number(of: key)
    case .text(let bytes): number(ofText: bytes)
    }
  }

  private mutating func number(of key: UInt64) -> Int32? {
    var bucket = Int(truncatingIfNeeded: KeyTable.mixed(key)) & (buckets.count - 1)
    while buckets[bucket] >= 0 {
      let number = buckets[bucket]
      if words[Int(number)] == key { return number }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return add(key, at: bucket)
  }

  private mutating func number(ofText bytes: ArraySlice<UInt8>) -> Int32? {
    // FNV-1a, mixed once more.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var bucket = Int(truncatingIfNeeded: KeyTable.mixed(hash)) & (buckets.count - 1)
    while buckets[bucket] >= 0 {
      let number = Int(buckets[bucket])
      if words[number] == hash && text(number).elementsEqual(bytes) { return Int32(number) }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    letters.append(contentsOf: bytes)
    ends.append(letters.count)
    return add(hash, at: bucket)
  }

  private func text(_ number: Int) -> ContiguousArray<UInt8>.SubSequence {
    letters[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  private mutating func add(_ word: UInt64, at bucket: Int) -> Int32? {
    guard words.count < KeyTable.keysMax else { return nil }
    let number = Int32(words.count)
    words.append(word)
    buckets[bucket] = number
    if words.count * 2 > buckets.count { grow() }
    return number
  }

  private mutating func grow() {
    buckets = ContiguousArray(repeating: -1, count: buckets.count * 2)
    for number in words.indices {
      var bucket = Int(truncatingIfNeeded: KeyTable.mixed(words[number])) & (buckets.count - 1)
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = Int32(number)
    }
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = (word ^ (word >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 29)
  }
}
