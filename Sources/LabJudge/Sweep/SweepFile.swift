import CacheLab
public import LabRecords
import LabSystem

/// The first line of a file of rows: its format, then what was counted as JSON, then the line's checksum.
struct SweepHead: Sendable {
  let plan: SweepPlan
  let shard: SweepShard

  private static let mark = "# lab-run sweep "
  private static let version = 5
  private static let start = "\(mark)\(version) "

  /// The two lines before the rows.
  var text: String {
    let members: [String: JSON] = [
      "plan": plan.json, "digest": .string(plan.digest), "shard": .string(shard.description),
      "program": .string(plan.program),
    ]
    return CheckedLine.text(SweepHead.start + JSON.object(members).compactText) + "\n" + names + "\n"
  }

  var names: String { (plan.columns + ["checksum"]).joined(separator: "\t") }

  init(_ plan: SweepPlan, _ shard: SweepShard) { (self.plan, self.shard) = (plan, shard) }

  init(_ line: Substring, name: String) throws(SweepError) {
    func refusal(_ problem: String) -> SweepError { SweepError("\(name):1", problem) }
    guard line.hasPrefix(SweepHead.mark) else {
      throw refusal("this is no result of a sweep: give the .tsv that '\(ToolName.current) sweep --out FILE.tsv' wrote")
    }
    guard line.hasPrefix(SweepHead.start) else {
      throw refusal(
        "its format is not \(SweepHead.version), which is all that this \(ToolName.current) reads: run it again, or use "
          + "the program that wrote it")
    }
    let members: Substring
    do throws(CheckedLine.Damage) { members = try CheckedLine.content(line).dropFirst(SweepHead.start.count) } catch {
      throw refusal("\(error): run that sweep or shard again")
    }
    guard let head = try? JSON.parse(String(members)), var plan = head["plan"].flatMap({ SweepPlan($0) }),
      plan.digest == head["digest"]?.string, let shard = head["shard"]?.string.flatMap({ SweepShard($0) }),
      let program = head["program"]?.string
    else { throw SweepHead.changed(name) }
    plan.program = program.visible
    self.init(plan, shard)
  }

  static func changed(_ name: String) -> SweepError {
    SweepError(
      "\(name):1", "another version of \(ToolName.current) wrote this, or it was changed: run the sweep again")
  }
}

/// Reads the rows of a file one after the other, in the memory of a block.
public final class SweepReader {
  let name: String
  public let plan: SweepPlan
  public let shard: SweepShard
  private let units: SweepUnits
  /// The file, which is closed between some of its lines.
  private var file: OpenFile?
  private var lines: LineReader
  private var lineCount = 2
  public private(set) var rowCount = 0
  /// The place of the next row: units before its own, and jobs of that.
  private var place = (unit: 0, job: 0)

  /// Opens a file and reads the lines before its rows.
  ///
  /// - Parameter known: A plan that was read: of 10,000 shards all have the same.
  public init(_ path: String, known: SweepPlan? = nil) throws(SweepError) {
    var file: OpenFile?
    var lines = LineReader()
    let head = try SweepHead(try SweepReader.line(path, &file, &lines) ?? "", name: path)
    guard try SweepReader.line(path, &file, &lines) == head.names[...] else { throw SweepHead.changed(path) }
    let isKnown = known?.digest == head.plan.digest && known?.program == head.plan.program
    (name, self.lines) = (path, lines)
    self.file = consume file
    plan = isKnown ? known ?? head.plan : head.plan
    (shard, units) = (head.shard, SweepUnits(plan, head.shard))
  }

  private static func line(
    _ path: String, _ file: inout OpenFile?, _ lines: inout LineReader
  ) throws(SweepError) -> Substring? {
    do throws(FileError) {
      let open: OpenFile
      if let known = file.take() { open = known } else { open = try OpenFile.reading(path) }
      let line = try lines.next(open).map { String(decoding: $0, as: UTF8.self)[...] }
      file = consume open
      return line
    } catch {
      throw SweepError(path, "\(error.reason): check the path")
    }
  }

  func rest() {
    file = nil
    lines.rest()
  }

  /// Returns the next row and its line.
  ///
  /// - Throws: `SweepError` for a damaged row, and for a file that has more or fewer rows than its shard has jobs.
  public func next() throws(SweepError) -> (row: SweepRow, line: Substring)? {
    let line = try SweepReader.line(name, &file, &lines)
    lineCount += 1
    guard place.unit < units.count else {
      guard line == nil else {
        throw SweepError("\(name):\(lineCount)", "something follows its last row: \(shard.cure)")
      }
      return nil
    }
    let jobs = units.jobs(place.unit)
    guard let line, lines.isWhole else {
      throw SweepError(
        name,
        "it holds \(NumberText.grouped(Int64(rowCount))) of \(NumberText.count(units.jobCount, "row")): \(shard.cure)")
    }
    do throws(CheckedLine.Damage) {
      let row = try plan.row(CheckedLine.content(line), ofJob: jobs.lowerBound + place.job)
      rowCount += 1
      place = place.job + 1 == jobs.count ? (place.unit + 1, 0) : (place.unit, place.job + 1)
      return (row, line)
    } catch {
      throw SweepError("\(name):\(lineCount)", "\(error): \(shard.cure)")
    }
  }
}

/// Writes the rows of a sweep or shard in the order of its jobs, as they are finished, into a journal: one that was ended
/// is gone on with, and one that is whole becomes the result.
public final class SweepWriter: Sendable {
  let plan: SweepPlan
  let shard: SweepShard
  private let journal: Journal
  /// The number of units that the journal had from the first on.
  let unitCount: Int
  /// The number of rows that are not run again.
  public let keptCount: Int
  /// Notes on a line that is damaged: what follows it is run again, too.
  public let damage: [String]

  /// Returns the work that the journal of a shard stands for.
  public static func work(_ plan: SweepPlan, _ shard: SweepShard, in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "sweep-\(plan.digest.prefix(16))-\(shard.number)-of-\(shard.count)-", in: directory,
      head: SweepHead(plan, shard).text, syncInterval: 1_000_000_000)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public static func checkProgram(of work: Journal.Work, _ plan: SweepPlan) throws {
    for (path, line) in try work.firstLines() {
      let head: SweepHead
      do throws(SweepError) { head = try SweepHead(line[...], name: path) } catch {
        throw SweepError(path, "another version of \(ToolName.current) began this: leave out --resume to begin anew")
      }
      if head.plan.digest == plan.digest, head.plan.program != plan.program {
        throw SweepError.cannotResume(path, of: head.plan.program, by: plan.program)
      }
    }
  }

  /// - Parameter journal: A new one, or one that was ended.
  public init(_ plan: SweepPlan, _ shard: SweepShard, _ journal: Journal) throws {
    (self.plan, self.shard, self.journal) = (plan, shard, journal)
    let units = SweepUnits(plan, shard)
    var (unit, job, rows) = (0, 0, 0)
    var (end, damage): (Int64?, [String]) = (nil, [])
    try journal.read { line, lineEnd in
      guard unit < units.count, (try? plan.row(line, ofJob: units.jobs(unit).lowerBound + job)) != nil else {
        return false
      }
      job += 1
      if job == units.jobs(unit).count {
        (unit, rows, end, job) = (unit + 1, rows + job, lineEnd, 0)
      }
      return true
    } damage: {
      damage.append($0)
      return false
    }
    journal.leave(upTo: end ?? Int64(SweepHead(plan, shard).text.utf8.count))
    (unitCount, keptCount, self.damage) = (unit, rows, damage)
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
    var file = try ResultFile(path: path)
    try format.write(try SweepReader(journal.path)) { try file.write($0) }
    _ = try file.commit(exclusively: false)
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

  /// Writes what a file has in this format, part by part.
  public func write(_ reader: SweepReader, to take: (String) throws -> Void) throws {
    try write(reader.plan, reader.shard, { try reader.next() }, to: take)
  }

  func write(
    _ plan: SweepPlan, _ shard: SweepShard, _ next: () throws -> (row: SweepRow, line: Substring)?,
    to take: (String) throws -> Void
  ) throws {
    switch self {
    case .tsv:
      try take(SweepHead(plan, shard).text)
      while let (_, line) = try next() { try take(line + "\n") }
    case .csv:
      try take(CSV.line(plan.columns))
      while let (row, _) = try next() { try take(CSV.line(plan.names(of: row), row.cells)) }
    case .json:
      var rows: [JSON] = []
      while let (row, _) = try next() { rows.append(plan.json(row)) }
      try take(
        JSON.object([
          "sweep": .integer(1), "plan": plan.json, "digest": .string(plan.digest),
          "shard": .string(shard.description), "rows": .array(rows),
        ]).prettyText)
    }
  }
}

extension SweepPlan {
  fileprivate func json(_ row: SweepRow) -> JSON {
    func value(_ cell: String) -> JSON {
      if let integer = Int128(cell) { return .integer(integer) }
      return Double(cell).map { .number($0) } ?? .null
    }
    var members = Dictionary(uniqueKeysWithValues: zip(columns, names(of: row).prefix(6).map { JSON.string($0) }))
    members["job"] = .integer(Int128(row.number + 1))
    members["metrics"] = .object(Dictionary(uniqueKeysWithValues: zip(SweepRow.columns, row.cells.map(value))))
    if let trace = row.trace { members["trace-ms"] = .integer(Int128(trace.milliseconds)) }
    if !row.budgets.isEmpty { members["budget-bytes"] = .array(row.budgets.map { .integer(Int128($0)) }) }
    return .object(members)
  }
}
