public import LabRecords

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
}

/// Reads the rows of a sweep or shard one after the other, in the memory of a block.
public final class SweepReader {
  public let plan: SweepPlan
  public let shard: SweepShard
  private let units: SweepUnits
  private let rows: RowReader

  var name: String { rows.name }
  public var rowCount: Int { rows.rowCount }

  /// Opens a file and reads the lines before its rows.
  ///
  /// - Parameter known: A plan that was read: of 10,000 shards all have the same.
  public init(_ path: String, known: SweepPlan? = nil) throws(ResultError) {
    rows = try RowReader(path, as: SweepPlan.file)
    guard let (plan, shard) = SweepPlan.read(rows.takeAsked()), plan.columnsLine == rows.columns else {
      throw rows.changed(line: 1)
    }
    let isKnown = known?.digest == plan.digest && known?.program == plan.program
    self.plan = isKnown ? known ?? plan : plan
    (self.shard, units, rows.cure) = (shard, SweepUnits(self.plan, shard), shard.cure)
  }

  func rest() { rows.rest() }

  /// Returns the next row and its line.
  ///
  /// - Throws: `ResultError` for a damaged row, and for a file that has more or fewer rows than its shard has jobs.
  public func next() throws(ResultError) -> (row: SweepRow, line: Substring)? {
    try rows.next(of: units.jobCount) { line throws(CheckedLine.Damage) in
      try plan.row(line, ofJob: units.job(ofRow: rows.rowCount))
    }
  }
}

/// Writes the rows of a sweep or shard in the order of its jobs, as they are finished, into a journal: one that was ended
/// is gone on with, and one that is whole becomes the result.
public final class SweepWriter: Sendable {
  let plan: SweepPlan
  let shard: SweepShard
  private let journal: Journal
  /// The number of rows that are not run again.
  public let keptCount: Int
  /// A note on a line that is damaged: what follows it is run again, too.
  public let damage: String?

  /// Returns the work that the journal of a shard stands for.
  public static func work(_ plan: SweepPlan, _ shard: SweepShard, in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "sweep-\(plan.digest.prefix(16))-\(shard.number)-of-\(shard.count)-", in: directory,
      head: plan.head(shard), syncInterval: 1_000_000_000)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public static func checkProgram(of work: Journal.Work, _ plan: SweepPlan) throws {
    for (path, line) in try work.firstLines() {
      guard let (begun, _) = (try? SweepPlan.file.asked(line[...], in: path)).flatMap(SweepPlan.read) else {
        throw SweepError(path, "another version of \(ToolName.current) began this; leave out --resume to begin anew")
      }
      if begun.digest == plan.digest, begun.program != plan.program {
        throw SweepError.cannotResume(path, of: begun.program, by: plan.program)
      }
    }
  }

  /// - Parameter journal: A new one, or one that was ended.
  public init(_ plan: SweepPlan, _ shard: SweepShard, _ journal: Journal) throws {
    (self.plan, self.shard, self.journal) = (plan, shard, journal)
    let units = SweepUnits(plan, shard)
    var rows = 0
    damage = try journal.read { line in
      guard rows < units.jobCount, (try? plan.row(line, ofJob: units.job(ofRow: rows))) != nil else { return false }
      rows += 1
      return true
    }
    keptCount = rows
  }

  static func lines(_ rows: [SweepRow], of plan: SweepPlan) -> [UInt8] {
    Array(rows.map { CheckedLine.text(plan.line($0)) + "\n" }.joined().utf8)
  }

  func append(_ lines: [UInt8]) throws(ResultError) { try journal.append(lines) }

  /// Makes the rows the result at a path.
  ///
  /// - Returns: A path at which they can be read until `close`.
  public func finish(_ path: String, _ format: SweepFormat) throws -> String {
    if format == .tsv, try ResultFile.isReplaceable(path) {
      try journal.become(path)
      return path
    }
    try format.write(journal.path, to: path)
    return journal.path
  }

  /// Removes the journal of rows that were finished.
  public func close() { journal.remove() }
}

/// The format of a file of results.
public enum SweepFormat: String, CaseIterable, Sendable {
  /// A first line that says what was swept, then names and rows, each with a checksum: what shards are merged from.
  case tsv
  case csv
  case json

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

extension SweepPlan {
  fileprivate func json(_ row: SweepRow) -> JSON {
    var members = Dictionary(uniqueKeysWithValues: zip(columns, names(of: row).prefix(6).map { JSON.string($0) }))
    members["job"] = .integer(Int128(row.number + 1))
    members["metrics"] = .object(Dictionary(uniqueKeysWithValues: zip(SweepRow.columns, row.figures)))
    if let trace = row.trace { members["trace-ms"] = .integer(Int128(trace.milliseconds)) }
    if !row.budgets.isEmpty { members["budget-bytes"] = .array(row.budgets.map { .integer(Int128($0)) }) }
    return .object(members)
  }
}
