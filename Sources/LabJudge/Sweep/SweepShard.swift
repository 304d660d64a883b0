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
