import LabBase

/// Puts the shards of a sweep together.
public enum SweepMerge {
  /// The table of the whole sweep: the same, to the last byte, as of one that was run in one piece.
  ///
  /// - Parameter shards: In any order, each with the path of its file.
  /// - Throws: `SweepError` naming the shards that are missing, given twice, or of another sweep.
  public static func merge(_ shards: [(name: String, table: SweepTable)]) throws(SweepError) -> SweepTable {
    guard let first = shards.first else {
      throw SweepError("sweep merge", "name the shards' files: \(ToolName.current) sweep merge shard-*.tsv")
    }
    let count = first.table.shard.count
    var names: [Int: String] = [:]
    for (name, table) in shards {
      if let difference = difference(first.table.plan, table.plan) {
        throw SweepError(
          name,
          "its \(difference) is not that of \(first.name): only shards of one sweep belong together, so run it again")
      }
      guard table.shard.count == count else {
        throw SweepError(
          name,
          "it is shard \(table.shard) and \(first.name) is \(first.table.shard): run all with the same number of shards"
        )
      }
      if let earlier = names.updateValue(name, forKey: table.shard.number) {
        throw SweepError(name, "it is shard \(table.shard), and so is \(earlier): leave out one of the two")
      }
    }
    let missing = (1...count).filter { names[$0] == nil }
    guard missing.isEmpty else { throw SweepMerge.missing(missing, of: count) }
    return SweepTable(plan: first.table.plan, shard: .whole, rows: shards.flatMap { $0.table.rows })
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
