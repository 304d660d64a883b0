import CacheLab
import LabSystem

/// The identity of a matrix: its runs in order, and the machine and build that make them.
public struct MatrixPlan: Hashable, Sendable {
  /// The digest of each run's configuration.
  public let configurations: [String]
  /// SHA-256 over machine, system and build: records of others would not stand beside these.
  public let surroundings: String

  /// - Parameters:
  ///   - configurations: Digests, in the order of the runs.
  ///   - environment: What every record of the matrix says of machine and software.
  ///   - program: Path of the program: built anew it is another.
  public init(configurations: [String], environment: RunEnvironment, program: String?) throws(ResultError) {
    self.configurations = configurations
    surroundings = try MatrixPlan.surroundings(environment, program: program)
  }

  /// SHA-256 over machine, system and build.
  public static func surroundings(_ environment: RunEnvironment, program: String?) throws(ResultError) -> String {
    var state: FileState?
    if let program {
      do throws(FileError) { state = try OpenFile.reading(program).state() } catch {
        throw .cannotRead(program, reason: error.reason)
      }
    }
    let build = "\(state?.byteCount ?? 0) \(state?.modifiedNs ?? 0)"
    return SHA256.hex(of: "\(environment.json.compactText)\n\(Machine.hostName)\n\(build)")
  }

  /// Of the runs alone; its first sixteen digits name the journal.
  private var digest: String { SHA256.hex(of: configurations.joined(separator: "\n")) }
}

// MARK: Journal

extension MatrixPlan {
  /// Returns the work of the matrix's journal: a line for each finished run. A line is on disk before its record
  /// appears, so an existing record is never run again.
  public func work(in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "matrix-\(digest.prefix(16))-", in: directory,
      head: JSON.object([
        "matrix-journal": .integer(2), "plan": .string(digest), "surroundings": .string(surroundings),
      ]).compactText + "\n", patience: 0)
  }

  /// Notes that a run is finished, before its record is written.
  ///
  /// - Parameter run: Its place in the plan.
  public func note(_ record: RunRecord, run: Int, in journal: Journal) throws(ResultError) {
    let line = JSON.object([
      "run": .integer(Int128(run)), "configuration": .string(configurations[run]),
      "sha256": .string(SHA256.hex(of: record.text)),
    ])
    try journal.append(line.compactText)
  }

  /// SHA-256 of the record of each run that was finished when the journal was opened.
  ///
  /// - Parameter damage: Is told of lines that are damaged.
  public func finished(in journal: Journal, damage: (String) -> Void = { _ in }) throws(ResultError) -> [Int: String] {
    var sums: [Int: String] = [:]
    try journal.read { line, _ in
      if let (run, sum) = finished(String(line)) { sums[run] = sum }
      return true
    } damage: {
      damage($0)
      return true
    }
    return sums
  }

  /// The run that a line of a journal says is finished, and its record's SHA-256; nil when the line is not of this plan.
  package func finished(_ line: String) -> (run: Int, sum: String)? {
    guard let line = try? JSON.parse(line), let run = line["run"]?.integer, let sum = line["sha256"]?.string,
      run >= 0, run < Int64(configurations.count), line["configuration"]?.string == configurations[Int(run)]
    else { return nil }
    return (Int(run), sum)
  }
}
