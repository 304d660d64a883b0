import CacheLab
import LabSystem

/// A file of runs: all that one command ran, and so what belongs together.
///
/// Its first line says what was run and where (`RunPlan`), its second names the columns, and each further line is a run
/// (`RunRow`). A command that was ended leaves these lines in a journal, and `--resume` goes on with that.
public enum RunFile {
  /// Reads the runs of a file, or of all files of a folder, in the order of their names.
  ///
  /// - Throws: `ResultError` for a path without runs, and for a damaged file.
  public static func records(at path: String) throws(ResultError) -> [RunRecord] {
    let (exists, isFolder): (Bool, Bool)
    do throws(FileError) { (exists, isFolder) = (try Paths.exists(path), try Paths.isFolder(path)) } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    guard exists else { throw .notRuns(path, reason: "there is no such file or folder") }
    guard isFolder else { return try read(path) }
    let names = try names(in: path)
    guard !names.isEmpty else { throw .notRuns(path, reason: "the folder holds no runs") }
    var records: [RunRecord] = []
    for name in names { records += try read("\(path)/\(name)") }
    return records
  }

  /// Returns the path of the newest file in a folder, or nil if there is none or no folder.
  public static func newest(in folder: String) throws(ResultError) -> String? {
    do throws(FileError) { guard try Paths.exists(folder) else { return nil } } catch {
      throw .cannotRead(folder, reason: error.reason)
    }
    return try names(in: folder).last.map { "\(folder)/\($0)" }
  }

  /// Returns the names of the files in a folder. They begin with the time, so the newest is the last.
  fileprivate static func names(in folder: String) throws(ResultError) -> [String] {
    let all: [String]
    do throws(FileError) { all = try Paths.names(in: folder) } catch {
      throw .cannotRead(folder, reason: error.reason)
    }
    var names: [String] = []
    for name in all where name.hasSuffix(".tsv") && !name.hasPrefix(".") {
      if try begins("\(folder)/\(name)", with: RunPlan.mark) { names.append(name) }
    }
    return names
  }

  fileprivate static func begins(_ path: String, with text: String) throws(ResultError) -> Bool {
    do throws(FileError) {
      return try OpenFile.reading(path).prefix(text.utf8.count).elementsEqual(text.utf8)
    } catch .notRegular {
      return false
    } catch {
      if error.isAbsence { return false }
      throw .cannotRead(path, reason: error.reason)
    }
  }

  fileprivate static func read(_ path: String) throws(ResultError) -> [RunRecord] {
    var (parser, lines) = (Parser(name: path), LineReader())
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch .notRegular {
      throw .cannotRead(path, reason: "not a regular file: name a file")
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    while true {
      let line: ArraySlice<UInt8>?
      do throws(FileError) { line = try lines.next(file) } catch { throw .cannotRead(path, reason: error.reason) }
      guard let line else { return try parser.finish() }
      try parser.take(line)
    }
  }

  /// Reads the text of a file.
  ///
  /// - Parameter name: The name of the file, for messages.
  package static func records(text: String, name: String) throws(ResultError) -> [RunRecord] {
    var parser = Parser(name: name)
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      try parser.take(line)
    }
    return try parser.finish()
  }

  /// Takes the lines of a file one after the other.
  private struct Parser {
    let name: String
    private var number = 0
    private var plan: RunPlan?
    private var columns: [Substring] = []
    private var runs: [Int: RunRecord] = [:]

    init(name: String) { self.name = name }

    mutating func take(_ bytes: ArraySlice<UInt8>) throws(ResultError) {
      number += 1
      let line = String(decoding: bytes, as: UTF8.self)[...]
      guard let plan else {
        plan = try RunPlan(line, name: name)
        return
      }
      if number == 2 {
        guard let columns = RunRow.columns(line) else { throw RunPlan.changed("\(name):2") }
        self.columns = columns
        return
      }
      do throws(CheckedLine.Damage) {
        let (run, record) = try RunRow.read(CheckedLine.content(line), columns, of: plan)
        guard runs.updateValue(record, forKey: run) == nil else {
          throw CheckedLine.Damage("run \(run + 1) stands there twice")
        }
      } catch {
        throw .notRuns("\(name):\(number)", reason: error.description)
      }
    }

    func finish() throws(ResultError) -> [RunRecord] {
      guard let plan else { throw RunPlan.none(name) }
      guard runs.count == plan.runCount else {
        throw .notRuns(name, reason: "it holds \(runs.count) of \(NumberText.count(plan.runCount, "run"))")
      }
      return runs.sorted { $0.key < $1.key }.map(\.value)
    }
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

  static let mark = "# lab-run runs "
  private static let start = "\(mark)1 "

  /// Creates the plan of runs that are to be made.
  ///
  /// - Parameters:
  ///   - configurations: The digests of the configurations, in the order of the runs.
  ///   - program: The path of the program: built anew it is another.
  public init(_ configurations: [String], environment: RunEnvironment, program: String?) throws(ResultError) {
    runCount = configurations.count
    digest = configurations.count == 1 ? configurations[0] : SHA256.hex(of: configurations.joined(separator: "\n"))
    self.environment = RunEnvironment(environment.json.visible)
    var state: FileState?
    if let program {
      do throws(FileError) { state = try OpenFile.reading(program).state() } catch {
        throw .cannotRead(program, reason: error.reason)
      }
    }
    let build = "\(state?.byteCount ?? 0) \(state?.modifiedNs ?? 0)"
    surroundings = SHA256.hex(of: "\(environment.json.compactText)\n\(Machine.hostName)\n\(build)")
  }

  /// Reads the first line of a file.
  fileprivate init(_ line: Substring, name: String) throws(ResultError) {
    guard line.hasPrefix(RunPlan.mark) else { throw RunPlan.none(name, isJSON: line.hasPrefix("{")) }
    guard line.hasPrefix(RunPlan.start) else { throw RunPlan.changed("\(name):1") }
    let text: Substring
    do throws(CheckedLine.Damage) { text = try CheckedLine.content(line).dropFirst(RunPlan.start.count) } catch {
      throw .notRuns("\(name):1", reason: error.description)
    }
    guard let json = try? JSON.parse(String(text)), let count = json["runs"]?.integer, count > 0,
      let digest = json["plan"]?.string, let surroundings = json["surroundings"]?.string,
      FieldCheck.problem(of: json["environment"], RunEnvironment.fields) == nil
    else { throw RunPlan.changed("\(name):1") }
    (runCount, self.digest, self.surroundings) = (Int(count), digest, surroundings)
    environment = RunEnvironment((json["environment"] ?? .null).visible)
  }

  fileprivate static func none(_ name: String, isJSON: Bool = false) -> ResultError {
    .notRuns(name, reason: isJSON ? "this is JSON, as earlier versions wrote a run" : "this is no file of runs")
  }

  fileprivate static func changed(_ place: String) -> ResultError {
    .notRuns(place, reason: "another version of \(ToolName.current) wrote this, or it was changed")
  }

  /// The two lines before the runs.
  fileprivate var text: String {
    let members: [String: JSON] = [
      "runs": .integer(Int128(runCount)), "plan": .string(digest), "environment": environment.json,
      "surroundings": .string(surroundings),
    ]
    return CheckedLine.text(RunPlan.start + JSON.object(members).compactText) + "\n" + RunRow.head + "\n"
  }
}

// MARK: Writing

extension RunPlan {
  /// The text of a file with these runs.
  package func text(_ records: [RunRecord]) -> String {
    text + records.enumerated().map { CheckedLine.text(RunRow.line($1, run: $0)) + "\n" }.joined()
  }

  /// The journals of these runs in a folder. A run is on the disk before the next begins.
  public func work(in folder: String) -> Journal.Work {
    Journal.Work(prefix: "runs-\(digest.prefix(16))-", in: folder, head: text, syncInterval: 0)
  }

  /// Adds a finished run to a journal.
  ///
  /// - Parameter run: Its number in the plan, from 0.
  public func add(_ record: RunRecord, run: Int, to journal: Journal) throws(ResultError) {
    try journal.append(RunRow.line(record, run: run))
  }

  /// Returns the runs that were in a journal when it was opened, by their numbers.
  ///
  /// - Parameter damage: Receives a message for each damaged line. With it the journal keeps only the lines of these runs.
  public func runs(
    in journal: Journal, damage: ((String) -> Void)? = nil
  ) throws(ResultError) -> [Int: RunRecord] {
    var (runs, lineCount) = ([Int: RunRecord](), 0)
    let columns = RunRow.columns(RunRow.head[...]) ?? []
    try journal.read { line, _ in
      lineCount += 1
      if let (run, record) = try? RunRow.read(line, columns, of: self) { runs[run] = record }
      return true
    } damage: {
      lineCount += 1
      damage?($0)
      return true
    }
    if damage != nil, lineCount > runs.count {
      journal.leave(upTo: Int64(text.utf8.count))
      for (run, record) in runs.sorted(by: { $0.key < $1.key }) { try add(record, run: run, to: journal) }
    }
    return runs
  }

  /// Makes a journal with all runs the file `<UTC>-<name>-<8 hex of the digest>.tsv`, which replaces none.
  ///
  /// - Returns: The path of the file.
  public func finish(_ journal: Journal, name: String, seconds: Int64) throws(ResultError) -> String {
    let name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }.prefix(160))
    var moment = UTCTime(seconds: seconds)
    // Of two equal commands in one second the later takes the next free second.
    for _ in 0..<3600 {
      let path = "\(journal.directory)/\(moment.fileStamp)-\(name)-\(digest.prefix(8)).tsv"
      if (try? Paths.exists(path)) != true, try journal.become(path, replacing: false) { return path }
      moment = UTCTime(seconds: moment.seconds + 1)
    }
    throw .cannotCreate("\(journal.directory)/\(name)", reason: "an hour of names is taken")
  }

  /// Returns the newest file in a folder that holds exactly these runs, made in these surroundings, or nil.
  public func finished(in folder: String) throws(ResultError) -> (path: String, records: [RunRecord])? {
    for name in try RunFile.names(in: folder).reversed() {
      let path = "\(folder)/\(name)"
      if try RunFile.begins(path, with: text), let records = try? RunFile.read(path) { return (path, records) }
    }
    return nil
  }
}
