import LabBase
public import LabRecords
import LabSystem
import Synchronization

/// What a sweep has done so far: a file beside its results, a row a finished job, gone when all are done.
///
/// A row is in the file as soon as its job is done, so that a process which is killed loses what was under way and no
/// more. The disk is waited for once a second.
public final class SweepJournal: Sendable {
  private let state: Mutex<State>
  /// The rows that were there when it was opened.
  public let finished: [SweepRow]
  /// What to say of lines that are damaged.
  public let damage: [String]

  private struct State: ~Copyable {
    var file: JournalFile?
    var synchronized: Int64
    /// Why a row could not be written.
    var problem: ResultError?
  }

  private let prefix: String
  private let directory: String

  /// Begins a journal in a folder that exists.
  public convenience init(_ plan: SweepPlan, shard: SweepShard, in directory: String) throws(ResultError) {
    let prefix = SweepJournal.prefix(plan, shard)
    do throws(FileError) {
      let file = try JournalFile(creating: prefix, in: directory, head: SweepJournal.head(plan, shard))
      self.init(file, plan, shard, in: directory)
    } catch {
      throw .making("\(directory)/\(prefix)", error)
    }
  }

  /// Opens the journal of the same sweep that this program began and that was ended; nil when there is none with a
  /// finished job.
  public static func unfinished(_ plan: SweepPlan, shard: SweepShard, in directory: String) -> SweepJournal? {
    guard let file = JournalFile.unfinished(prefix(plan, shard), in: directory, head: head(plan, shard)) else {
      return nil
    }
    return SweepJournal(file, plan, shard, in: directory)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public static func checkProgram(_ plan: SweepPlan, shard: SweepShard, in directory: String) throws(SweepError) {
    for (path, head) in JournalFile.heads(prefix(plan, shard), in: directory) {
      guard let head = try? JSON.parse(head), head["plan"]?.string == plan.digest else { continue }
      guard head["sweep-journal"]?.integer == version, let program = head["program"]?.string else {
        throw SweepError(path, "another version of \(ToolName.current) began this: leave out --resume to begin anew")
      }
      if program != plan.program { throw .cannotResume(path, of: program, by: plan.program) }
    }
  }

  private init(_ file: consuming JournalFile, _ plan: SweepPlan, _ shard: SweepShard, in directory: String) {
    prefix = SweepJournal.prefix(plan, shard)
    self.directory = directory
    let jobs = Set(shard.jobs(of: plan))
    var rows: [Int: SweepRow] = [:]
    for row in file.lines.compactMap({ SweepRow(line: $0) }) {
      if jobs.contains(row.number), row.budgets.count == plan.budgetCount(ofJob: row.number) { rows[row.number] = row }
    }
    finished = rows.values.sorted { $0.number < $1.number }
    damage = file.damage
    state = Mutex(State(file: file, synchronized: Clocks.monotonic(), problem: nil))
  }

  /// Notes that a job is done.
  ///
  /// - Returns: False when it could not be written; `check` says why.
  public func append(_ row: SweepRow) -> Bool {
    let line = row.line
    return state.withLock { state in
      guard state.problem == nil, var file = state.file.take() else { return false }
      let now = Clocks.monotonic()
      let isDue = now - state.synchronized >= 1_000_000_000
      if isDue { state.synchronized = now }
      do throws(FileError) {
        try file.append(line, synchronizing: isDue)
      } catch {
        state.problem = .cannotAppend(file.path, reason: error.reason)
      }
      state.file = consume file
      return state.problem == nil
    }
  }

  /// - Throws: what kept a row from being written.
  public func check() throws(ResultError) {
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }

  /// Removes the journal, and those that earlier attempts at the same jobs left.
  public func remove() {
    state.withLock { state in
      if let file = state.file.take() { file.remove(prefix, in: directory) }
    }
  }

  private static func prefix(_ plan: SweepPlan, _ shard: SweepShard) -> String {
    "sweep-\(plan.digest.prefix(16))-\(shard.number)-of-\(shard.count)-"
  }

  private static let version: Int64 = 2

  private static func head(_ plan: SweepPlan, _ shard: SweepShard) -> String {
    let head = JSON.object([
      "sweep-journal": .integer(Int128(version)), "plan": .string(plan.digest), "shard": .string(shard.description),
      "program": .string(plan.program),
    ])
    return head.compactText + "\n"
  }
}
