import StrategyKit

/// Numbers dealt to shards like cards from a shuffled pack, always the same, without a pack: where a number comes to lie
/// is computed (a Feistel network over the next power of four, walked until it is a number again).
struct SweepDeal: Sendable {
  let count: Int
  private let key: UInt64
  private let halfBits: UInt64

  /// - Precondition: a count that is not negative.
  init(_ count: Int, key: UInt64 = 0x5EE9) {
    precondition(count >= 0, "a count")
    (self.count, self.key) = (count, key)
    let bits = UInt64(Int.bitWidth - max(count - 1, 1).leadingZeroBitCount)
    halfBits = (bits + 1) / 2
  }

  /// The number at a place: each number is at one place.
  ///
  /// - Precondition: a place below `count`.
  func number(at place: Int) -> Int {
    precondition((0..<count).contains(place), "a place of the deal")
    var value = UInt64(place)
    repeat { value = shuffled(value) } while value >= UInt64(count)
    return Int(value)
  }

  private func shuffled(_ value: UInt64) -> UInt64 {
    let mask = (1 << halfBits) - 1 as UInt64
    var (left, right) = (value >> halfBits, value & mask)
    for round in 0..<4 as Range<UInt64> {
      (left, right) = (right, left ^ SplitMix64.hash(key &+ round, right) & mask)
    }
    return left << halfBits | right
  }

  /// How many numbers a shard has.
  func count(of shard: SweepShard) -> Int { (count - shard.number + shard.count) / shard.count }

  /// The number that a shard comes to after so many others.
  func number(_ index: Int, of shard: SweepShard) -> Int { number(at: index * shard.count + shard.number - 1) }
}
