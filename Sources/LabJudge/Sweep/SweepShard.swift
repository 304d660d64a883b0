import StrategyKit

/// A part of a sweep for a machine of its own: `2/8` is the second of eight.
public struct SweepShard: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let number: Int
  public let count: Int

  /// Shards at most.
  static let countMax = 100_000

  /// The whole sweep.
  public static let whole = SweepShard(number: 1, count: 1)

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `2/8`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...SweepShard.countMax).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  public var isWhole: Bool { count == 1 }

  /// What to do about a damaged file of it. The file of all shards merged says that it is of the whole sweep, too.
  var cure: String { isWhole ? "run that sweep, or merge its shards, again" : "run shard \(self) again" }

  /// Its jobs' numbers, ascending. They are dealt so that no shard has all that take long; every job is in exactly one
  /// shard.
  public func jobs(of plan: SweepPlan) -> [Int] {
    if isWhole { return Array(0..<plan.jobCount) }
    let deal = SweepDeal(plan.jobCount)
    return (0..<deal.count(of: self)).map { deal.number($0, of: self) }.sorted()
  }
}

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
