import ArgumentParser
import LabBase
import LabJudge
import LabMeasure
import LabRecords

/// `lab-run sweep run`, the default: runs the jobs.
struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a sweep, or one shard of it (the default).")

  @OptionGroup var source: SweepSource
  @OptionGroup var output: SweepOutput

  @Flag(help: "Go on with the same sweep where it was interrupted or killed; what is finished is not run again.")
  var resume = false

  func run() throws {
    let setup = try source.setup()
    let (path, folder, format) = try output.place(setup.plan, source.shard)
    try RecordStore(directory: folder).prepare()
    let journal = try journal(setup.plan, in: folder)
    Interruption.advise("the same command with --resume goes on from here")
    let session = SweepSession(
      runner: setup.runner, shard: source.shard, threads: source.options.threads,
      showsProgress: !source.options.quiet)
    let outcome = try session.run(journal)
    let note = outcome.reusedCount == 0 ? "" : ", \(outcome.reusedCount) of them from the sweep that was ended"
    try OutputText.write(outcome.table.text(format), to: path)
    journal.remove()
    output.show(outcome.table, path: path, note: note)
  }

  /// A new journal, or with `--resume` the one of the sweep that was ended.
  private func journal(_ plan: SweepPlan, in folder: String) throws -> SweepJournal {
    let surroundings = MatrixPlan(
      configurations: [plan.digest], environment: RunEnvironment(gitRevision: BuildInfo.gitRevision),
      program: Places.executable)
    let unfinished = SweepJournal.unfinished(plan, shard: source.shard, surroundings: surroundings, in: folder)
    if resume {
      if let unfinished { return unfinished }
      Terminal.error(
        "nothing to resume: \(folder) holds no unfinished sweep of these jobs by this build on this machine")
    } else if let count = unfinished?.finished.count {
      Terminal.error(
        "\(NumberText.count(count, "job")) of this sweep \(count == 1 ? "was" : "were") finished before it was ended: "
          + "--resume goes on from there")
    }
    return try SweepJournal(plan, shard: source.shard, surroundings: surroundings, in: folder)
  }
}
