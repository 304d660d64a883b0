import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import LabSystem

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
    let place = JournalPlace(plan: setup.plan, shard: source.shard, folder: folder)
    var unfinished = place.unfinished
    if resume, unfinished == nil, let table = finished(setup.plan, path) {
      Terminal.error(
        "all \(NumberText.count(table.rows.count, "job")) are finished, and none is run again: this is what \(path) says"
      )
      return try show(table, setup, path: path, note: ", all of them finished before")
    }
    let journal = try journal(place, unfinished)
    // What is held open is not removed at the end.
    unfinished = nil
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

  /// The results of the same jobs where this program wrote them: they are of the plan, which names the lab's revision,
  /// and younger than the program. Rows of other formats are not read back.
  private func finished(_ plan: SweepPlan, _ path: String) -> SweepTable? {
    guard let executable = Places.executable, let program = try? OpenFile.reading(executable).state(),
      let file = try? OpenFile.reading(path).state(), file.modifiedNs >= program.modifiedNs,
      let text = try? InputText.read(path), let table = try? SweepTable(tsv: text, name: path)
    else { return nil }
    return table.plan.digest == plan.digest && table.shard == source.shard ? table : nil
  }

  /// A new journal, or with `--resume` the one of the sweep that was ended.
  private func journal(_ place: JournalPlace, _ unfinished: SweepJournal?) throws -> SweepJournal {
    if resume {
      if let unfinished { return unfinished }
      Terminal.error(
        "nothing to resume: \(place.folder) holds no unfinished sweep of these jobs by this build on this machine")
    } else if let count = unfinished?.finished.count {
      Terminal.error(
        "\(NumberText.count(count, "job")) of this sweep \(count == 1 ? "was" : "were") finished before it was ended: "
          + "--resume goes on from there")
    }
    return try place.new()
  }
}

/// Where the journal of a sweep lies, and what tells it from others.
private struct JournalPlace {
  let plan: SweepPlan
  let shard: SweepShard
  let folder: String

  private var surroundings: MatrixPlan {
    MatrixPlan(
      configurations: [plan.digest], environment: RunEnvironment(gitRevision: BuildInfo.gitRevision),
      program: Places.executable)
  }

  /// That of the same sweep that was ended, with a finished job.
  var unfinished: SweepJournal? { .unfinished(plan, shard: shard, surroundings: surroundings, in: folder) }

  func new() throws -> SweepJournal {
    try SweepJournal(plan, shard: shard, surroundings: surroundings, in: folder)
  }
}
