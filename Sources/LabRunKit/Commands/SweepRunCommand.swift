import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords

/// `lab-run sweep run`, the default: runs the jobs.
struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a sweep, or one shard of it (the default).")

  @OptionGroup var source: SweepSource
  @OptionGroup var output: SweepOutput

  @Flag(help: "Go on with the same sweep where it was interrupted or killed; what is finished is not run again.")
  var resume = false

  @Option(
    help: ArgumentHelp(
      "How close to the optimum the bound of --against is, as for run.",
      discussion: "tight takes some seconds for a trace as long as the shipped ones, on each screen and device; "
        + "searched takes up to ten times as long."))
  var yardsticks = Yardsticks.Effort.quick

  func run() throws {
    let fleet = try source.fleet()
    if yardsticks != .quick && (fleet != nil || output.against == nil) {
      throw UsageError(
        "--yardsticks \(yardsticks.rawValue) is for the bound of --against"
          + (fleet == nil ? ": add --against preheat2x, or leave it out" : ", and a pack has none: leave it out"))
    }
    if let fleet {
      return try fleet.run(output, threads: source.options.threads, resume: resume, quiet: source.options.quiet)
    }
    let setup = try source.setup()
    let (path, folder, format) = try output.place(setup.plan, source.shard)
    _ = try output.base(setup.plan)
    if yardsticks != .quick && !hasFloor(setup.plan) {
      throw UsageError("--yardsticks \(yardsticks.rawValue) is for a bound, which needs the strategy none: add -s none")
    }
    try RecordStore(directory: folder).prepare()
    let plan = setup.plan
    let work = plan.work(source.shard, in: folder)
    if resume, Journal.unfinished(work) == nil {
      if let table = try finished(plan, path) {
        Terminal.error(
          "all \(NumberText.count(table.rows.count, "job")) are finished, and none is run again: this is what "
            + "\(path) says")
        return try show(table, setup, path: path, note: ", all of them finished before")
      }
      try plan.checkProgram(of: work)
    }
    let journal = try Journal.begin(work, isResumed: resume, nothing: "sweep of these jobs") {
      let count = plan.finished(source.shard, in: $0).count
      let were = count == 1 ? "was" : "were"
      return "\(NumberText.count(count, "job")) of this sweep \(were) finished before it was ended"
    }
    Interruption.advise("the same command with --resume goes on from here")
    let session = SweepSession(
      runner: setup.runner, shard: source.shard, threads: source.options.threads,
      showsProgress: !source.options.quiet)
    let outcome = try session.run(journal)
    let note = outcome.reusedCount == 0 ? "" : ", \(outcome.reusedCount) of them from the sweep that was ended"
    try OutputText.write(outcome.table.text(format), to: path)
    journal.remove()
    try show(outcome.table, setup, path: path, note: note)
  }

  /// From none the ways to the bound begin.
  private func hasFloor(_ plan: SweepPlan) -> Bool { plan.strategies.contains { $0.text == "none" } }

  private func show(_ table: SweepTable, _ setup: SweepSetup, path: String, note: String) throws {
    try output.show(table, path: path, note: note) { base in
      guard hasFloor(table.plan) else { return [] }
      let numbers = stride(from: base, to: table.rows.count, by: table.plan.strategies.count)
      let progress = SweepProgress(
        runner: setup.runner, numbers: Array(numbers), noun: "bound", isShown: !source.options.quiet)
      defer { Terminal.clearProgress() }
      return setup.runner.bounds(
        table, peaksOf: base, effort: yardsticks, threads: source.options.threads ?? SweepRunner.processorCount,
        finished: progress.finish)
    }
  }

  /// The results of the same jobs where this program wrote them. Rows of other formats are not read back.
  ///
  /// - Throws: `SweepError` where another program did.
  private func finished(_ plan: SweepPlan, _ path: String) throws -> SweepTable? {
    guard let text = try? InputText.read(path), let table = try? SweepTable(tsv: text, name: path),
      table.plan.digest == plan.digest, table.shard == source.shard
    else { return nil }
    if table.plan.program != plan.program {
      throw SweepError.cannotResume(path, of: table.plan.program, by: plan.program)
    }
    return table
  }
}
