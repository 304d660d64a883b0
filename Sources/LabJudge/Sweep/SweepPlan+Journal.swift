import LabBase
public import LabRecords

/// The journal of a sweep: a line a finished job, there as soon as the job is done, so that a process which is killed
/// loses what was under way and no more. The disk is waited for once a second.
extension SweepPlan {
  private static let journalVersion: Int64 = 2

  /// What the journal of a shard stands for.
  public func work(_ shard: SweepShard, in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "sweep-\(digest.prefix(16))-\(shard.number)-of-\(shard.count)-", in: directory,
      head: .object([
        "sweep-journal": .integer(Int128(SweepPlan.journalVersion)), "plan": .string(digest),
        "shard": .string(shard.description), "program": .string(program),
      ]), patience: 1_000_000_000)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public func checkProgram(of work: Journal.Work) throws(SweepError) {
    for (path, head) in work.heads() where head["plan"]?.string == digest {
      guard head["sweep-journal"]?.integer == SweepPlan.journalVersion, let program = head["program"]?.string else {
        throw SweepError(path, "another version of \(ToolName.current) began this: leave out --resume to begin anew")
      }
      if program != self.program { throw .cannotResume(path, of: program, by: self.program) }
    }
  }

  /// The rows of the jobs of a shard that were finished when its journal was opened, in the order of the jobs.
  public func finished(_ shard: SweepShard, in journal: Journal) -> [SweepRow] {
    let jobs = Set(shard.jobs(of: self))
    var rows: [Int: SweepRow] = [:]
    for row in journal.lines.compactMap({ SweepRow(line: $0) }) {
      if jobs.contains(row.number), row.budgets.count == budgetCount(ofJob: row.number) { rows[row.number] = row }
    }
    return rows.values.sorted { $0.number < $1.number }
  }
}
