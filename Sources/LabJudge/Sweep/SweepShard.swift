/// A part of a sweep for a machine of its own: `2/8` is the second of eight.
public struct SweepShard: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let number: Int
  public let count: Int

  static let countMax = 100_000

  /// The whole sweep.
  public static let whole = SweepShard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Reads `2/8`; fails for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...SweepShard.countMax).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  public var isWhole: Bool { count == 1 }

  /// The cure for a damaged file of it, of which the whole sweep may be merged from shards.
  var cure: String { isWhole ? "run that sweep, or merge its shards, again" : "run shard \(self) again" }
}

/// The work of a shard in units, ascending: a job, or over a pack all jobs of up to 32 traces in a row. Of as many units in
/// a row as there are shards each shard has one, by a turn that looks random, so that no shard has all that take long.
struct SweepUnits: Sendable {
  private let shard: SweepShard
  /// The jobs of a unit; the last one may have fewer.
  let size: Int
  let jobCount: Int

  init(_ plan: SweepPlan, _ shard: SweepShard) {
    self.shard = shard
    size = SweepUnits.size(plan, shards: shard.count)
    let all = (plan.jobCount + size - 1) / size
    let rounds = (all + shard.count - 1) / shard.count
    let count = rounds > 0 && SweepUnits.unit(rounds - 1, of: shard) >= all ? rounds - 1 : rounds
    // The last unit of all may be smaller.
    let missing = count > 0 && SweepUnits.unit(count - 1, of: shard) == all - 1 ? all * size - plan.jobCount : 0
    jobCount = count * size - missing
  }

  /// Returns the size of units: as many traces as a block of a pack has, if that leaves each shard several units; if there
  /// are fewer traces than shards, a part of the jobs over one.
  private static func size(_ plan: SweepPlan, shards: Int) -> Int {
    guard plan.isPopulation else { return 1 }
    let size = max(1, plan.jobCount / (shards * 8))
    return size < plan.cellCount ? size : min(32, size / plan.cellCount) * plan.cellCount
  }

  private static func turn(_ round: Int, _ shards: Int) -> Int {
    Int(SplitMix64.hash(0x5EE9, UInt64(round)) % UInt64(shards))
  }

  private static func unit(_ round: Int, of shard: SweepShard) -> Int {
    round * shard.count + (shard.number - 1 + turn(round, shard.count)) % shard.count
  }

  /// Returns the number of the shard, from 1, that has a job, and whether the job is the last of its unit.
  static func owner(ofJob job: Int, _ plan: SweepPlan, shards: Int) -> (shard: Int, isLast: Bool) {
    let size = size(plan, shards: shards)
    let (round, place) = (job / size).quotientAndRemainder(dividingBy: shards)
    return ((place - turn(round, shards) + shards) % shards + 1, (job + 1) % size == 0)
  }

  /// Returns the job of a row of the shard's file, from 0.
  func job(ofRow row: Int) -> Int { SweepUnits.unit(row / size, of: shard) * size + row % size }
}
