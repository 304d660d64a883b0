import LabBase
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
}

/// The work of a shard in units, ascending, of which each is done or not: a job, or over a pack all jobs of up to 32 traces
/// in a row. They are dealt so that no shard has all that take long; every unit is in exactly one shard.
struct SweepUnits: Sendable {
  private let plan: SweepPlan
  /// Jobs of a unit; the last one may have fewer.
  private let size: Int
  /// Nil for all of them.
  private let numbers: [Int]?
  let count: Int

  init(_ plan: SweepPlan, _ shard: SweepShard) {
    self.plan = plan
    size = SweepUnits.size(plan, shards: shard.count)
    let all = ShardPermutation(SweepUnits.count(plan, size: size))
    count = all.count(of: shard)
    numbers = shard.isWhole ? nil : (0..<count).map { all.number($0, of: shard) }.sorted()
  }

  /// As many traces as a block of a pack has, where that leaves each shard several units; where there are fewer traces than
  /// shards, a part of the jobs over one.
  static func size(_ plan: SweepPlan, shards: Int) -> Int {
    guard plan.isPopulation else { return 1 }
    let size = max(1, plan.jobCount / (shards * 8))
    return size < plan.cellCount ? size : min(32, size / plan.cellCount) * plan.cellCount
  }

  private static func count(_ plan: SweepPlan, size: Int) -> Int { (plan.jobCount + size - 1) / size }

  /// The number of the shard, from 1, that has each unit of a plan.
  static func owners(_ plan: SweepPlan, shards: Int) -> [Int32] {
    let all = ShardPermutation(count(plan, size: size(plan, shards: shards)))
    var owners = [Int32](repeating: 0, count: all.count)
    for place in owners.indices { owners[all.number(at: place)] = Int32(place % shards + 1) }
    return owners
  }

  /// The jobs of the shard's unit at a place.
  func jobs(_ place: Int) -> Range<Int> {
    let first = (numbers?[place] ?? place) * size
    return first..<min(first + size, plan.jobCount)
  }

  /// Jobs of all of them.
  var jobCount: Int {
    guard count > 0 else { return 0 }
    return (count - 1) * size + jobs(count - 1).count
  }
}

/// The numbers of jobs in an order that looks random and is always the same, of which each shard takes every n-th: where a
/// number stands is computed (a Feistel network over the next power of four, walked until it is a number again).
struct ShardPermutation: Sendable {
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
    precondition((0..<count).contains(place), "a place of the permutation")
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
