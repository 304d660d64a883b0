import LabBase
import LabRecords
import LabSystem

/// All shards of a sweep, to be put together: the same memory for any number of them.
public struct SweepMerge {
  /// A file of a shard, as its first line tells.
  typealias Shard = (name: String, plan: SweepPlan, shard: SweepShard)

  public let plan: SweepPlan
  /// What to say of copies.
  public let notes: [String]
  /// A path for each shard, in their order.
  private let files: [String]
  public var shardCount: Int { files.count }

  /// Files that stay open between two rows.
  private static let openMax = 200

  /// Reads the first lines of files.
  ///
  /// - Parameter names: Paths, in any order; a second copy of a shard is left out.
  /// - Throws: `SweepError` naming the shards that are missing, differ where they should not, or are of another sweep.
  public init(_ names: [String]) throws(SweepError) {
    var files: [Shard] = []
    for name in names {
      let reader = try SweepReader(name, known: files.first?.plan)
      files.append((name, reader.plan, reader.shard))
    }
    let (order, notes) = try SweepMerge.order(files, areCopies: SweepMerge.areEqual)
    (plan, self.notes, self.files) = (files[0].plan, notes, order.map { files[$0].name })
  }

  /// Writes the rows of all shards in the order of their jobs: the same file, to the last byte, as that of a sweep which was
  /// run in one piece.
  ///
  /// - Throws: `SweepError` naming a file that is damaged.
  public func write(to path: String) throws {
    let readers = try files.map { name in
      let reader = try SweepReader(name, known: plan)
      if files.count > SweepMerge.openMax { reader.rest() }
      return reader
    }
    let owners = SweepUnits.owners(plan, shards: readers.count)
    // The jobs of a unit stand together in its shard's file, and the units there in their order.
    let size = SweepUnits.size(plan, shards: readers.count)
    var job = 0
    var file = try ResultFile(path: path)
    try SweepFormat.tsv.write(plan, .whole) {
      guard job < plan.jobCount else {
        for reader in readers { _ = try reader.next() }
        return nil
      }
      let reader = readers[Int(owners[job / size]) - 1]
      defer {
        job += 1
        if readers.count > SweepMerge.openMax, job % size == 0 { reader.rest() }
      }
      return try reader.next()
    } to: {
      try file.write($0)
    }
    _ = try file.commit(exclusively: false)
  }

  /// Whether two files have the same bytes.
  private static func areEqual(_ one: String, _ other: String) throws(SweepError) -> Bool {
    do throws(FileError) {
      let first = try OpenFile.reading(one)
      let second = try OpenFile.reading(other)
      let (size, step) = (try first.state().byteCount, Int64(1 << 20))
      guard try second.state().byteCount == size else { return false }
      for at in stride(from: 0, to: size, by: Int(step)) {
        let count = Int(min(step, size - at))
        guard try first.bytes(at: at, count: count) == second.bytes(at: at, count: count) else { return false }
      }
      return true
    } catch {
      throw SweepError(one, "\(error.reason): check the path, and that of \(other)")
    }
  }

  /// Sees that files are all shards of one sweep.
  ///
  /// - Parameter areCopies: Whether two files of one shard, by their paths, are equal.
  /// - Returns: A file for each shard, in their order, and what to say of copies.
  static func order(
    _ files: [Shard], areCopies: (String, String) throws(SweepError) -> Bool
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
      guard try areCopies(files[earlier].name, file.name) else {
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
