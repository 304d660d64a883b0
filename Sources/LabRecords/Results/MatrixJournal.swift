import LabBase
import LabSystem

/// What a matrix has done so far: a file in the folder of its records, a line a finished run, gone when all are done.
///
/// A line is on the disk before its record appears, so that a record which is there is never run again.
public struct MatrixJournal: ~Copyable {
  private let plan: MatrixPlan
  private let directory: String
  private var file: JournalFile
  /// SHA-256 of the record of each finished run.
  private var sums: [Int: String] = [:]

  /// Begins a journal in a folder that exists.
  public init(_ plan: MatrixPlan, in directory: String) throws(ResultError) {
    let prefix = MatrixJournal.prefix(of: plan)
    do throws(FileError) {
      let file = try JournalFile(creating: prefix, in: directory, head: MatrixJournal.head(of: plan))
      self.init(plan, directory, file)
    } catch {
      throw .making("\(directory)/\(prefix)", error)
    }
  }

  /// Opens the journal of an unfinished matrix that nobody runs: of several the one with most runs. The others go.
  ///
  /// - Returns: Nil when there is none with a finished run.
  public static func unfinished(_ plan: MatrixPlan, in directory: String) -> MatrixJournal? {
    guard let file = JournalFile.unfinished(prefix(of: plan), in: directory, head: head(of: plan)) else { return nil }
    return MatrixJournal(plan, directory, file)
  }

  private init(_ plan: MatrixPlan, _ directory: String, _ file: consuming JournalFile) {
    self.plan = plan
    self.directory = directory
    for line in file.lines {
      if let (run, sum) = MatrixJournal.finished(line, plan) { sums[run] = sum }
    }
    self.file = file
  }

  /// What to say of lines that are damaged.
  public var damage: [String] { file.damage }

  /// Runs that are finished.
  public var finishedCount: Int { sums.count }

  /// Notes that a run is finished, before its record is written.
  ///
  /// - Parameter run: Its place in the plan.
  public mutating func append(_ record: RunRecord, run: Int) throws(ResultError) {
    let sum = SHA256.hex(of: record.text)
    let line = JSON.object([
      "run": .integer(Int128(run)), "configuration": .string(plan.configurations[run]), "sha256": .string(sum),
    ])
    do throws(FileError) {
      try file.append(line.compactText, synchronizing: true)
    } catch {
      throw .cannotAppend(file.path, reason: error.reason)
    }
    sums[run] = sum
  }

  /// The record of a finished run, read from the folder; nil when the run has to be made: it was not finished, or its
  /// record did not appear any more, or is not what it was.
  public func record(ofRun run: Int) -> RunRecord? {
    guard let sum = sums[run] else { return nil }
    let ending = "-\(plan.configurations[run].prefix(8)).json"
    let names = (try? Paths.names(in: directory)) ?? []
    for name in names.reversed() where name.hasSuffix(ending) {
      guard let file = try? OpenFile.reading("\(directory)/\(name)"), let size = try? file.state().byteCount,
        size <= FileKind.record.bytesMax, let bytes = try? file.bytes(at: 0, count: Int(size))
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if SHA256.hex(of: text) == sum { return try? RunRecord(text: text, name: name) }
    }
    return nil
  }

  /// Removes the journal, and those that earlier attempts at the same runs left.
  public consuming func remove() { file.remove(MatrixJournal.prefix(of: plan), in: directory) }

  private static func prefix(of plan: MatrixPlan) -> String { "matrix-\(plan.digest.prefix(16))-" }

  private static func head(of plan: MatrixPlan) -> String {
    let head = JSON.object([
      "matrix-journal": .integer(2), "plan": .string(plan.digest), "surroundings": .string(plan.surroundings),
    ])
    return head.compactText + "\n"
  }

  /// The run that a line says is finished, and its record's SHA-256; nil when the line is not of this plan.
  package static func finished(_ line: String, _ plan: MatrixPlan) -> (run: Int, sum: String)? {
    guard let line = try? JSON.parse(line), let run = line["run"]?.integer, let sum = line["sha256"]?.string,
      run >= 0, run < Int64(plan.configurations.count),
      line["configuration"]?.string == plan.configurations[Int(run)]
    else { return nil }
    return (Int(run), sum)
  }
}
