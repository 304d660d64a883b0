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

  /// Its jobs' numbers, ascending. They are dealt so that no shard has all that take long; every job is in exactly one
  /// shard.
  public func jobs(of plan: SweepPlan) -> [Int] {
    if isWhole { return Array(0..<plan.jobCount) }
    let numbers = ShardPermutation(plan.jobCount)
    return (0..<numbers.count(of: self)).map { numbers.number($0, of: self) }.sorted()
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

/// Puts the shards of a sweep together.
public enum SweepMerge {
  /// A file of a shard, as its first line tells.
  typealias Shard = (name: String, plan: SweepPlan, shard: SweepShard)

  /// The table of the whole sweep: the same, to the last byte, as of one that was run in one piece.
  ///
  /// - Parameter shards: In any order, each with the path of its file; a second copy of a shard is left out.
  /// - Returns: The table, and what to say of copies.
  /// - Throws: `SweepError` naming the shards that are missing, differ where they should not, or are of another sweep.
  public static func merge(
    _ shards: [(name: String, table: SweepTable)]
  ) throws(SweepError) -> (table: SweepTable, notes: [String]) {
    let files = shards.map { ($0.name, $0.table.plan, $0.table.shard) as Shard }
    let (order, notes) = try order(files) { (one, other) throws(SweepError) in
      shards[one].table.rows == shards[other].table.rows
    }
    let rows = order.flatMap { shards[$0].table.rows }
    return (SweepTable(plan: files[0].plan, shard: .whole, rows: rows), notes)
  }

  /// Sees that files are all shards of one sweep.
  ///
  /// - Parameter areCopies: Whether two files of one shard are equal.
  /// - Returns: A file for each shard, in their order, and what to say of copies.
  static func order(
    _ files: [Shard], areCopies: (Int, Int) throws(SweepError) -> Bool
  ) throws(SweepError) -> (order: [Int], notes: [String]) {
    guard let first = files.first else {
      throw SweepError("sweep merge", "name the shards' files: \(ToolName.current) sweep merge part-*")
    }
    let count = first.shard.count
    var (places, copies): ([Int: Int], [String]) = ([:], [])
    for (index, file) in files.enumerated() {
      if let difference = difference(first.plan, file.plan) {
        throw SweepError(
          file.name,
          "its \(difference) is not that of \(first.name): only shards of one sweep belong together, so run it again")
      }
      if file.plan.program != first.plan.program {
        throw SweepError(
          file.name,
          "the program \(file.plan.program) counted it, and \(first.name) is of \(first.plan.program): run all shards "
            + "with the same file of the program, copied to every machine")
      }
      guard file.shard.count == count else {
        throw SweepError(
          file.name,
          "it is shard \(file.shard) and \(first.name) is \(first.shard): run all with the same number of shards")
      }
      guard let earlier = places[file.shard.number] else {
        places[file.shard.number] = index
        continue
      }
      guard try areCopies(earlier, index) else {
        throw SweepError(
          file.name,
          "it is shard \(file.shard), and so is \(files[earlier].name), but they differ, so one of the two is wrong: run "
            + "shard \(file.shard) again, and give that file alone")
      }
      copies.append(file.name)
    }
    let missing = (1...count).filter { places[$0] == nil }
    guard missing.isEmpty else { throw SweepMerge.missing(missing, of: count) }
    let some = copies.prefix(5).joined(separator: ", ") + (copies.count > 5 ? " and more" : "")
    return (
      (1...count).compactMap { places[$0] },
      copies.isEmpty ? [] : ["\(NumberText.count(copies.count, "file")) left out, copies of shards: \(some)"]
    )
  }

  /// Names shards that are not there.
  ///
  /// - Precondition: there is one.
  static func missing(_ numbers: [Int], of count: Int) -> SweepError {
    let missing = numbers.prefix(20).map { "\($0)/\(count)" }
    let some = missing.joined(separator: ", ") + (numbers.count > 20 ? " and \(numbers.count - 20) more" : "")
    let isOne = numbers.count == 1
    return SweepError(
      "sweep merge",
      "\(isOne ? "shard" : "shards") \(some) \(isOne ? "is" : "are") missing: "
        + "the same sweep with --shard \(missing[0]) makes \(isOne ? "it" : "the first")")
  }

  /// In what two plans differ, the first thing; nil when they are the same.
  static func difference(_ one: SweepPlan, _ other: SweepPlan) -> String? {
    if one.digest == other.digest { return nil }
    if one.strategies != other.strategies { return "list of strategies" }
    if one.traces.map(\.name) != other.traces.map(\.name) { return "list of traces" }
    if let (changed, _) = zip(one.traces, other.traces).first(where: { $0.sha256 != $1.sha256 }) {
      return "trace '\(changed.name)'"
    }
    if one.screens != other.screens { return "list of screens" }
    if one.devices != other.devices { return "list of devices" }
    let keys = Set((one.settings.object ?? [:]).keys).union((other.settings.object ?? [:]).keys).sorted()
    return keys.first { one.settings[$0] != other.settings[$0] }.map { "setting '\($0)'" } ?? "plan"
  }
}
