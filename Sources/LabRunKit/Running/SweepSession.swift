import LabJudge
import LabRecords
import Synchronization

/// Runs a sweep's jobs, each noted in a journal as it ends, with progress on the terminal.
struct SweepSession {
  let runner: SweepRunner
  let shard: SweepShard
  let threads: Int?
  let showsProgress: Bool

  /// What came of it.
  struct Outcome {
    var table: SweepTable
    /// Rows that an interrupted sweep had made.
    var reusedCount: Int
  }

  /// Runs all jobs of the shard, or without a journal, those that a summary needs at once.
  ///
  /// - Parameter journal: Where finished jobs are noted and taken from; nil keeps nothing.
  func run(_ journal: Journal?) throws -> Outcome {
    let finished = journal.map { runner.plan.finished(shard, in: $0) } ?? []
    let known = Set(finished.map(\.number))
    let numbers = shard.jobs(of: runner.plan).filter { !known.contains($0) }
    let progress = SweepProgress(runner: runner, numbers: numbers, isShown: showsProgress)
    let rows = Mutex(finished)
    runner.run(numbers, threads: threads ?? SweepRunner.processorCount) { row in
      if let journal, (try? journal.append(row.line)) == nil { return false }
      rows.withLock { $0.append(row) }
      progress.finish(row.number)
      return true
    }
    Terminal.clearProgress()
    try journal?.check()
    return Outcome(
      table: SweepTable(plan: runner.plan, shard: shard, rows: rows.withLock { $0 }), reusedCount: finished.count)
  }
}
