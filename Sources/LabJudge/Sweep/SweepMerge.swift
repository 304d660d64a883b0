/// All shards of a sweep, to be put together in the same memory for any number of them.
public struct SweepMerge {
  public let plan: SweepPlan
  /// A note on copies.
  public let notes: [String]
  private let files: [String]
  public var shardCount: Int { files.count }

  /// Reads the first lines of files.
  ///
  /// - Parameter names: One path or more, in any order; a second copy of a shard is left out.
  /// - Throws: `ResultError` naming the shards that are missing, differ where they should not, or are of another sweep.
  public init(_ names: [String]) throws(ResultError) {
    var (first, files, copies): (SweepReader?, [Int: String], [String]) = (nil, [:], [])
    for name in names {
      let reader = try SweepReader(name, known: first?.plan)
      let shard = reader.shard
      if let (reason, cure) = first.flatMap({ SweepMerge.problem(reader, beside: $0) }) {
        throw .notRows(name, reason: reason, cure: cure)
      }
      first = first ?? reader
      guard let earlier = files[shard.number] else {
        files[shard.number] = name
        continue
      }
      guard try SweepMerge.isEqual(earlier, name) else {
        throw .notRows(
          name, reason: "it is shard \(shard), and so is \(earlier), but they differ", cure: shard.cure)
      }
      copies.append(name)
    }
    guard let first else { preconditionFailure("a sweep has a shard") }
    let numbers = 1...first.shard.count
    let missing = numbers.filter { files[$0] == nil }.map { "\($0)/\(first.shard.count)" }
    if let first = missing.first {
      throw .notRows(
        "sweep merge", reason: "missing \(NameList.text(missing, most: 20, first: 20))",
        cure: "run the same sweep with --shard \(first)")
    }
    (plan, self.files) = (first.plan, numbers.compactMap { files[$0] })
    let note = "\(NumberText.count(copies.count, "file")) left out, copies of shards: \(NameList.text(copies))"
    notes = copies.isEmpty ? [] : [note]
  }

  /// Writes the rows of all shards in the order of their jobs: the same file, to the last byte, as that of a sweep which was
  /// run in one piece.
  ///
  /// - Throws: `ResultError` naming a file that is damaged.
  public func write(to path: String) throws(ResultError) {
    let isClosing = files.count > 200
    var readers: [SweepReader] = []
    for name in files {
      let reader = try SweepReader(name, known: plan)
      if isClosing { reader.rows.rest() }
      readers.append(reader)
    }
    var file = try ResultFile(path: path)
    try file.write(plan.head(.whole))
    for job in 0..<plan.jobCount {
      let owner = SweepUnits.owner(ofJob: job, plan, shards: readers.count)
      let reader = readers[owner.shard - 1]
      if let (_, line) = try reader.next() { try file.write(line + "\n") }
      if isClosing, owner.isLast { reader.rows.rest() }
    }
    for reader in readers { _ = try reader.next() }
    _ = try file.commit(exclusively: false)
  }

  private static func isEqual(_ one: String, _ other: String) throws(ResultError) -> Bool {
    let (first, second) = (try SweepReader(one), try SweepReader(other))
    while let (_, line) = try first.next() {
      guard try second.next()?.line == line else { return false }
    }
    return try second.next() == nil
  }

  private static func problem(_ file: SweepReader, beside first: SweepReader) -> (reason: String, cure: String)? {
    if let difference = difference(first.plan, file.plan) {
      return ("its \(difference) is not that of \(first.rows.name)", "give shards of one sweep")
    }
    if file.plan.program != first.plan.program {
      return (
        "the program \(file.plan.program) counted it, and \(first.rows.name) is of \(first.plan.program)",
        "run all shards with the same file of the program, copied to every machine"
      )
    }
    return file.shard.count == first.shard.count
      ? nil
      : ("it is shard \(file.shard) and \(first.rows.name) is \(first.shard)", "run all with the same number of shards")
  }

  private static func difference(_ one: SweepPlan, _ other: SweepPlan) -> String? {
    if one.digest == other.digest { return nil }
    if let (changed, _) = zip(one.traces, other.traces).first(where: { $0.name == $1.name && $0.sha256 != $1.sha256 }) {
      return "trace '\(changed.name)'"
    }
    func changed(_ one: JSON, _ other: JSON) -> String? {
      Set((one.object ?? [:]).keys).union((other.object ?? [:]).keys).ordered().first { one[$0] != other[$0] }
    }
    if let list = changed(one.json, other.json), list != "settings" { return "list of \(list)" }
    return changed(one.settings, other.settings).map { "setting '\($0)'" } ?? "plan"
  }
}
