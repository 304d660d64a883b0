/// A file of runs: all that one command ran, and so what belongs together.
///
/// Its first line says what was run and where (`RunPlan`), its second names the columns, and each further line is a run
/// (`RunRow`). A command that was ended leaves these lines in a journal, and `--resume` goes on with that.
public enum RunFile {
  static let kind = RowFile(
    "runs", version: 1, words: "file of runs",
    cure: "give the .tsv that \(ToolName.current) run wrote, or run it again")

  /// Reads the runs of a file, or of all files of a folder, in the order of their names.
  ///
  /// - Throws: `ResultError` for a path without runs, and for a damaged file.
  public static func records(at path: String) throws(ResultError) -> [RunRecord] {
    guard try ResultError.reading(path, Paths.exists(path)) else {
      throw kind.refusal(path, "there is no such file or folder")
    }
    guard try ResultError.reading(path, Paths.isFolder(path)) else { return try records(RowReader(path, as: kind)) }
    let names = try names(in: path)
    guard !names.isEmpty else { throw kind.refusal(path, "the folder holds no runs") }
    var all: [RunRecord] = []
    for name in names { all += try records(RowReader("\(path)/\(name)", as: kind)) }
    return all
  }

  /// Returns the path of the newest file in a folder, or nil if there is none or no folder.
  public static func newest(in folder: String) throws(ResultError) -> String? {
    try names(in: folder).last.map { "\(folder)/\($0)" }
  }

  /// Returns the names of the files in a folder. They begin with the time, so the newest is the last.
  fileprivate static func names(in folder: String) throws(ResultError) -> [String] {
    let all = try ResultError.reading(folder, Paths.exists(folder) ? Paths.names(in: folder) : [])
    var names: [String] = []
    for name in all where name.hasSuffix(".tsv") && !name.hasPrefix(".") {
      if try kind.isKind(of: "\(folder)/\(name)") { names.append(name) }
    }
    return names
  }

  package static func records(text: String, name: String) throws(ResultError) -> [RunRecord] {
    try records(RowReader(name, text: text, as: kind))
  }

  private static func records(_ reader: RowReader) throws(ResultError) -> [RunRecord] {
    let plan = try RunPlan(reader)
    guard let columns = RunRow.columns(reader.columns) else { throw reader.changed(line: 2) }
    func read(_ line: Substring) throws(CheckedLine.Damage) -> RunRecord {
      try RunRow.read(line, columns, run: reader.rowCount, of: plan)
    }
    var records: [RunRecord] = []
    while let (record, _) = try reader.next(of: plan.runCount, read) { records.append(record) }
    return records
  }
}

/// The runs of a command, and where they are made: the first line of their file.
public struct RunPlan: Sendable {
  public let runCount: Int
  /// The SHA-256 over the digests of the configurations in the order of the runs; of one run the digest itself.
  let digest: String
  let environment: RunEnvironment
  /// The SHA-256 over machine, system and build: `--resume` takes no runs of others.
  let surroundings: String

  /// Creates the plan of runs that are to be made.
  ///
  /// - Parameters:
  ///   - configurations: The digests of the configurations, in the order of the runs.
  ///   - program: The path of the program: built anew it is another.
  public init(_ configurations: [String], environment: RunEnvironment, program: String?) throws(ResultError) {
    runCount = configurations.count
    digest = configurations.count == 1 ? configurations[0] : SHA256.hex(of: configurations.joined(separator: "\n"))
    self.environment = RunEnvironment(environment.json.visible)
    let state = try program.map { (program) throws(ResultError) in
      try ResultError.reading(program, OpenFile.reading(program).state())
    }
    let build = "\(state?.byteCount ?? 0) \(state?.modifiedNs ?? 0)"
    surroundings = SHA256.hex(of: "\(environment.json.compactText)\n\(Machine.hostName)\n\(build)")
  }

  fileprivate init(_ reader: RowReader) throws(ResultError) {
    let asked = reader.asked
    guard let count = asked["runs"]?.integer, count > 0, let digest = asked["plan"]?.string,
      let surroundings = asked["surroundings"]?.string,
      FieldCheck.problem(of: asked["environment"], RunEnvironment.fields) == nil
    else { throw reader.changed(line: 1) }
    (runCount, self.digest, self.surroundings) = (Int(count), digest, surroundings)
    environment = RunEnvironment((asked["environment"] ?? .null).visible)
  }

  fileprivate var text: String {
    RunFile.kind.head(
      [
        "runs": .integer(Int128(runCount)), "plan": .string(digest), "environment": environment.json,
        "surroundings": .string(surroundings),
      ], columns: RunRow.head)
  }

  package func text(_ records: [RunRecord]) -> String {
    text + records.enumerated().map { CheckedLine.text(RunRow.line($1, run: $0)) + "\n" }.joined()
  }

  /// The journals of these runs in a folder. A run is on the disk before the next begins.
  public func work(in folder: String) -> Journal.Work {
    Journal.Work(prefix: "runs-\(digest.prefix(16))-", in: folder, head: text, syncInterval: 0)
  }

  /// Adds the next run to a journal.
  ///
  /// - Parameter run: Its number in the plan, from 0.
  public func add(_ record: RunRecord, run: Int, to journal: Journal) throws(ResultError) {
    try journal.append(RunRow.line(record, run: run))
  }

  /// Returns the first runs of the plan, those that were in a journal when it was opened, and a message if a damaged line
  /// follows them.
  public func runs(in journal: Journal) throws(ResultError) -> (records: [RunRecord], damage: String?) {
    var records: [RunRecord] = []
    let columns = RunRow.columns(RunRow.head[...]) ?? []
    let damage = try journal.read { line in
      guard let record = try? RunRow.read(line, columns, run: records.count, of: self) else { return false }
      records.append(record)
      return true
    }
    return (records, damage)
  }

  /// Makes a journal with all runs the file `<UTC>-<name>-<8 hex of the digest>.tsv`, which replaces none.
  ///
  /// - Returns: The path of the file.
  public func finish(_ journal: Journal, name: String, seconds: Int64) throws(ResultError) -> String {
    let name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }.prefix(160))
    var moment = UTCTime(seconds: seconds)
    // Of two equal commands in one second the later takes the next free second.
    for _ in 0..<3600 {
      let path = "\(journal.work.directory)/\(moment.fileStamp)-\(name)-\(digest.prefix(8)).tsv"
      if (try? Paths.exists(path)) != true, try journal.become(path, replacing: false) { return path }
      moment = UTCTime(seconds: moment.seconds + 1)
    }
    throw .cannotCreate("\(journal.work.directory)/\(name)", reason: "an hour of names is taken")
  }

  /// Returns the newest file in a folder that holds exactly these runs, made in these surroundings, or nil.
  public func finished(in folder: String) throws(ResultError) -> (path: String, records: [RunRecord])? {
    for name in try RunFile.names(in: folder).reversed() {
      let path = "\(folder)/\(name)"
      if try RowFile.begins(path, with: text), let records = try? RunFile.records(at: path) { return (path, records) }
    }
    return nil
  }
}
