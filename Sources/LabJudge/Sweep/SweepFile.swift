extension SweepPlan {
  package static let file = RowFile(
    "sweep", version: 5, words: "result of a sweep",
    cure: "give the .tsv that '\(ToolName.current) sweep --out FILE.tsv' wrote, or run that sweep again")

  fileprivate var columnsLine: String { (columns + ["checksum"]).joined(separator: "\t") }

  func head(_ shard: SweepShard) -> String {
    SweepPlan.file.head(
      [
        "plan": json, "digest": .string(digest), "shard": .string(shard.description), "program": .string(program),
      ], columns: columnsLine)
  }

  /// Reads the plan and shard of a file's first line; nil for one that this version does not write.
  fileprivate static func read(_ asked: JSON) -> (plan: SweepPlan, shard: SweepShard)? {
    guard var plan = asked["plan"].flatMap({ SweepPlan($0) }), plan.digest == asked["digest"]?.string,
      let shard = asked["shard"]?.string.flatMap({ SweepShard($0) }), let program = asked["program"]?.string
    else { return nil }
    plan.program = program.visible
    return (plan, shard)
  }

  /// Returns the work that the journal of a shard stands for.
  public func work(_ shard: SweepShard, in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "sweep-\(digest.prefix(16))-\(shard.number)-of-\(shard.count)-", in: directory, head: head(shard),
      syncInterval: 1_000_000_000)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public func checkProgram(of work: Journal.Work) throws {
    for (path, line) in try work.firstLines() {
      guard let (begun, _) = (try? SweepPlan.file.asked(line[...], in: path)).flatMap(SweepPlan.read) else {
        throw SweepError(path, "another version of \(ToolName.current) began this; leave out --resume to begin anew")
      }
      try checkProgram(of: begun, at: path)
    }
  }

  /// - Throws: `SweepError` if another program counted the same sweep: `--resume` is not to go on with that.
  public func checkProgram(of other: SweepPlan, at path: String) throws(SweepError) {
    guard other.digest == digest, other.program != program else { return }
    throw SweepError(
      path,
      "the program \(other.program) counted this, and the one that runs is \(program); leave out --resume to count all "
        + "anew, or go on with the first")
  }

  /// Returns the number of rows of a shard that its journal has, and a message if a damaged line follows them.
  public func rowCount(of shard: SweepShard, in journal: Journal) throws(ResultError) -> (count: Int, damage: String?) {
    let units = SweepUnits(self, shard)
    var count = 0
    let damage = try journal.read { line in
      guard count < units.jobCount, (try? row(line, ofJob: units.job(ofRow: count))) != nil else { return false }
      count += 1
      return true
    }
    return (count, damage)
  }

  func lines(_ rows: [SweepRow]) -> [UInt8] { Array(rows.map { CheckedLine.text(line($0)) + "\n" }.joined().utf8) }

  fileprivate func json(_ row: SweepRow) -> JSON {
    var members = Dictionary(uniqueKeysWithValues: zip(columns, names(of: row).prefix(6).map { JSON.string($0) }))
    members["job"] = .integer(Int128(row.number + 1))
    members["metrics"] = .object(Dictionary(uniqueKeysWithValues: zip(SweepRow.columns, row.figures)))
    if let trace = row.trace { members["trace-ms"] = .integer(Int128(trace.milliseconds)) }
    if !row.budgets.isEmpty { members["budget-bytes"] = .array(row.budgets.map { .integer(Int128($0)) }) }
    return .object(members)
  }
}

/// Reads the rows of a sweep or shard one after the other, in the memory of a block.
public final class SweepReader {
  public let plan: SweepPlan
  public let shard: SweepShard
  private let units: SweepUnits
  let rows: RowReader

  public var rowCount: Int { rows.rowCount }

  /// Opens a file and reads the lines before its rows.
  ///
  /// - Parameter known: A plan that was read: of 10,000 shards all have the same.
  public init(_ path: String, known: SweepPlan? = nil) throws(ResultError) {
    rows = try RowReader(path, as: SweepPlan.file)
    guard let (plan, shard) = SweepPlan.read(rows.asked), plan.columnsLine == rows.columns else {
      throw rows.changed(line: 1)
    }
    let isKnown = known?.digest == plan.digest && known?.program == plan.program
    self.plan = isKnown ? known ?? plan : plan
    (self.shard, units, rows.kind.cure) = (shard, SweepUnits(self.plan, shard), shard.cure)
    // Ten thousand readers are open while shards are merged.
    rows.asked = .null
  }

  /// Returns the next row and its line.
  ///
  /// - Throws: `ResultError` for a damaged row, and for a file that has more or fewer rows than its shard has jobs.
  public func next() throws(ResultError) -> (row: SweepRow, line: Substring)? {
    try rows.next(of: units.jobCount) { line throws(CheckedLine.Damage) in
      try plan.row(line, ofJob: units.job(ofRow: rows.rowCount))
    }
  }
}

/// The format of a file of results.
public enum SweepFormat: String, CaseIterable, Sendable {
  /// A first line that says what was swept, then names and rows, each with a checksum: what shards are merged from.
  case tsv
  case csv
  case json

  /// Makes a journal with all rows the result at a path.
  ///
  /// - Returns: The path of the rows: of the result, or of the journal if that is still there.
  public func finish(_ journal: Journal, as path: String) throws -> String {
    if self == .tsv, try ResultFile.isReplaceable(path) {
      try journal.become(path)
      return path
    }
    try write(journal.path, to: path)
    return journal.path
  }

  /// Writes the rows of a file to another in this format.
  public func write(_ rows: String, to path: String) throws {
    var file = try ResultFile(path: path)
    try write(try SweepReader(rows)) { try file.write($0) }
    _ = try file.commit(exclusively: false)
  }

  /// Writes what a file has in this format, part by part.
  public func write(_ reader: SweepReader, to take: (String) throws -> Void) throws {
    let plan = reader.plan
    switch self {
    case .tsv:
      try take(plan.head(reader.shard))
      while let (_, line) = try reader.next() { try take(line + "\n") }
    case .csv:
      try take(CSV.line(plan.columns))
      while let (row, _) = try reader.next() { try take(CSV.line(plan.names(of: row), row.figures.map(\.cell))) }
    case .json:
      var rows: [JSON] = []
      while let (row, _) = try reader.next() { rows.append(plan.json(row)) }
      try take(
        JSON.object([
          "sweep": .integer(1), "plan": plan.json, "digest": .string(plan.digest),
          "shard": .string(reader.shard.description), "rows": .array(rows),
        ]).prettyText)
    }
  }
}
