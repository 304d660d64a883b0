import CacheLab
public import LabRecords
import LabSystem

/// All shards of a sweep, to be put together in the same memory for any number of them.
public struct SweepMerge {
  private typealias Shard = (name: String, plan: SweepPlan, shard: SweepShard)

  public let plan: SweepPlan
  /// A note on copies.
  public let notes: [String]
  private let files: [String]
  public var shardCount: Int { files.count }

  private static let openMax = 200

  /// Reads the first lines of files.
  ///
  /// - Parameter names: One path or more, in any order; a second copy of a shard is left out.
  /// - Throws: `ResultError` naming the shards that are missing, differ where they should not, or are of another sweep.
  public init(_ names: [String]) throws(ResultError) {
    var files: [Shard] = []
    for name in names {
      let reader = try SweepReader(name, known: files.first?.plan)
      files.append((name, reader.plan, reader.shard))
    }
    let (order, notes) = try SweepMerge.order(files)
    (plan, self.notes, self.files) = (files[0].plan, notes, order.map { files[$0].name })
  }

  /// Writes the rows of all shards in the order of their jobs: the same file, to the last byte, as that of a sweep which was
  /// run in one piece.
  ///
  /// - Throws: `ResultError` naming a file that is damaged.
  public func write(to path: String) throws(ResultError) {
    let isClosing = files.count > SweepMerge.openMax
    var readers: [SweepReader] = []
    for name in files {
      let reader = try SweepReader(name, known: plan)
      if isClosing { reader.rest() }
      readers.append(reader)
    }
    var file = try ResultFile(path: path)
    try file.write(plan.head(.whole))
    for job in 0..<plan.jobCount {
      let owner = SweepUnits.owner(ofJob: job, plan, shards: readers.count)
      let reader = readers[owner.shard - 1]
      if let (_, line) = try reader.next() { try file.write(line + "\n") }
      if isClosing, owner.isLast { reader.rest() }
    }
    for reader in readers { _ = try reader.next() }
    _ = try file.commit(exclusively: false)
  }

  private static func isEqual(_ one: String, _ other: String) throws(ResultError) -> Bool {
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
      throw .cannotRead(one, reason: error.reason)
    }
  }

  private static func order(_ files: [Shard]) throws(ResultError) -> (order: [Int], notes: [String]) {
    let count = files[0].shard.count
    var (places, copies): ([Int: Int], [String]) = ([:], [])
    for (index, file) in files.enumerated() {
      if let (reason, cure) = problem(file, beside: files[0]) {
        throw .notRows(file.name, reason: reason, cure: cure)
      }
      guard let earlier = places[file.shard.number] else {
        places[file.shard.number] = index
        continue
      }
      guard try isEqual(files[earlier].name, file.name) else {
        throw .notRows(
          file.name, reason: "it is shard \(file.shard), and so is \(files[earlier].name), but they differ",
          cure: file.shard.cure)
      }
      copies.append(file.name)
    }
    let missing = (1...count).filter { places[$0] == nil }.map { "\($0)/\(count)" }
    if let first = missing.first {
      throw .notRows(
        "sweep merge", reason: "missing \(NameList.text(missing, most: 20, first: 20))",
        cure: "run the same sweep with --shard \(first)")
    }
    let note = "\(NumberText.count(copies.count, "file")) left out, copies of shards: \(NameList.text(copies))"
    return ((1...count).compactMap { places[$0] }, copies.isEmpty ? [] : [note])
  }

  private static func problem(_ file: Shard, beside first: Shard) -> (reason: String, cure: String)? {
    if let difference = difference(first.plan, file.plan) {
      return ("its \(difference) is not that of \(first.name)", "give shards of one sweep")
    }
    if file.plan.program != first.plan.program {
      return (
        "the program \(file.plan.program) counted it, and \(first.name) is of \(first.plan.program)",
        "run all shards with the same file of the program, copied to every machine"
      )
    }
    return file.shard.count == first.shard.count
      ? nil
      : ("it is shard \(file.shard) and \(first.name) is \(first.shard)", "run all with the same number of shards")
  }

  private static func difference(_ one: SweepPlan, _ other: SweepPlan) -> String? {
    if one.digest == other.digest { return nil }
    if let (changed, _) = zip(one.traces, other.traces).first(where: { $0.name == $1.name && $0.sha256 != $1.sha256 }) {
      return "trace '\(changed.name)'"
    }
    for key in ["strategies", "traces", "screens", "devices"] where one.json[key] != other.json[key] {
      return "list of \(key)"
    }
    let keys = Set((one.settings.object ?? [:]).keys).union((other.settings.object ?? [:]).keys).sorted()
    return keys.first { one.settings[$0] != other.settings[$0] }.map { "setting '\($0)'" } ?? "plan"
  }
}
