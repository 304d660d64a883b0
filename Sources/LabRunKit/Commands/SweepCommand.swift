import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run sweep`: many replays without decoding, and what they say together.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Replay grids of strategies, parameters, traces, devices and screens without decoding.",
    discussion: """
      lab-run help sweep run lists the options.

      Every strategy runs over every trace, screen and device, all in this process
      and on all its processors. Nothing is decoded, so every number repeats bit for
      bit and equals that of a single run with --decode none. All rows go to a file.
      The command prints a summary: the strategies that no other beats, and the best
      on each trace.

      Say what to run on the command line, in a file, or in both. An option on the
      command line replaces the file's lines of the same kind. A line of a file is an
      option without its dashes, with all its values; # begins a comment
      (sweeps/example.sweep):

        vary preheat2x:delta=1/8..1/2/8 preheat2x:height=3/2,2,3
        trace fastscroll ios-fastscroll

      VALUES are single values and ranges FROM..TO/COUNT, joined by commas. COUNT is
      the number of values in the range, both ends included.

      A budget can be what another strategy peaks at on the same trace, screen and
      device, or a share of it; the rows say how many bytes that is (budget-bytes):

        lru:budget=peak(preheat2x)   lru:budget=0.8*peak(preheat2x)

      After Ctrl-C, a kill or a crash repeat the command with --resume: it goes on.
      If all is finished, it shows the results in the .tsv again and runs nothing.

      MANY MACHINES
        --shard 2/8 runs the second of eight parts; merge puts them together, to the
        last byte what one run of all would have written.

        GNU parallel: parallel lab-run sweep my.sweep --threads 1 --resume \\
                        --shard {}/8 --out part-{}.tsv ::: 1 2 3 4 5 6 7 8
                      lab-run sweep merge part-*.tsv
        Slurm:        #SBATCH --array=1-8
                      lab-run sweep my.sweep --shard auto \\
                        --out part-$SLURM_ARRAY_TASK_ID.tsv
        CI matrix:    strategy: {matrix: {shard: [1, 2, 3, 4]}}
                      run: >-
                        lab-run sweep my.sweep --shard ${{matrix.shard}}/4
                        --out part.tsv

        --pack sweeps over a pack of traces (lab-run trace pack), any number of them:
        a shard then keeps no rows but counts, in the same memory for one job and for
        a billion. cluster/ has files for Slurm, Kubernetes and GNU parallel.

      EXAMPLES
        lab-run sweep sweeps/example.sweep
        lab-run sweep -s all -t all --device decode-4ms --device decode-30ms
        lab-run sweep -t all --vary preheat2x:delta=1/8..1/2/8 --device decode-4ms
        lab-run sweep --vary lru:budget=8MB..64MB/8 -t zoom -o lru.csv
        lab-run sweep -s none -s 'arc:budget=peak(none)' -t all --against none
        lab-run sweep -s none -s preheat2x -t people --against preheat2x --bounds
        lab-run sweep --strategy all --budget 20MB,30MB --trace all --resume
        lab-run sweep merge part-*.tsv --out all.tsv
        lab-run sweep -s preheat2x -s budget-priority --pack fleet.pack --shard 1/8
      """,
    subcommands: [SweepRunCommand.self, SweepMergeCommand.self],
    defaultSubcommand: SweepRunCommand.self
  )
}

/// `lab-run sweep run`, the default: runs the jobs.
struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a sweep, or one shard of it (the default).")

  @OptionGroup var source: SweepSource
  @OptionGroup var output: SweepOutput

  @Flag(help: "Go on with the same sweep where it was interrupted or killed; what is finished is not run again.")
  var resume = false

  @Flag(
    help:
      "With --against: also the most hits and the least blank that any strategy can have with that one's bytes; seconds a case."
  )
  var bounds = false

  func run() throws {
    let (settings, strategies) = try source.words()
    let pack = settings.packs.first
    if bounds && (output.against == nil || pack != nil) {
      throw UsageError("--bounds is for a comparison of traces: add --against and a strategy, and leave out --pack")
    }
    let quiet = source.options.quiet
    if let pack {
      let fleet = try FleetSetup(settings, pack: pack, shard: source.shard, strategies: strategies, source: source)
      return try fleet.run(output, threads: source.options.threadCount, resume: resume, quiet: quiet)
    }
    let setup = try SweepSetup(settings, strategies: strategies, quiet: quiet)
    let (path, folder, format) = try output.place(setup.plan, source.shard)
    _ = try output.base(setup.plan)
    try RecordStore(directory: folder).prepare()
    let plan = setup.plan
    let work = plan.work(source.shard, in: folder)
    if resume, try Journal.unfinished(work) == nil {
      if let table = try finished(plan, path) {
        Terminal.error(
          "all \(NumberText.count(table.rows.count, "job")) are finished, and none is run again: this is what "
            + "\(path) says")
        return try show(table, setup, path, note: ", all of them finished before")
      }
      try plan.checkProgram(of: work)
    }
    let journal = try Journal.begin(work, isResumed: resume, nothing: "sweep of these jobs") {
      let count = plan.finished(source.shard, in: $0).count
      let were = count == 1 ? "was" : "were"
      return "\(NumberText.count(count, "job")) of this sweep \(were) finished before it was ended"
    }
    Interruption.advise("the same command with --resume goes on from here")
    let (table, reusedCount) = try setup.run(source.options, shard: source.shard, journal: journal)
    let note = reusedCount == 0 ? "" : ", \(reusedCount) of them from the sweep that was ended"
    try OutputText.write(table.text(format), to: path)
    journal.remove()
    try show(table, setup, path, note: note)
  }

  private func show(_ table: SweepTable, _ setup: SweepSetup, _ path: String, note: String) throws {
    let base = bounds ? try output.base(table.plan) : nil
    let bounds = base.map { setup.runner.bounds(table, of: $0, threads: source.options.threadCount) }
    try output.show(table, path: path, note: note, bounds: bounds)
  }

  /// The results of the same jobs where this program wrote them. Rows of other formats are not read back.
  ///
  /// - Throws: `SweepError` where another program did.
  private func finished(_ plan: SweepPlan, _ path: String) throws -> SweepTable? {
    guard let text = try TextFile.read(path), let table = try? SweepTable(tsv: text, name: path),
      table.plan.digest == plan.digest, table.shard == source.shard
    else { return nil }
    if table.plan.program != plan.program {
      throw SweepError.cannotResume(path, of: table.plan.program, by: plan.program)
    }
    return table
  }
}

/// `lab-run sweep merge`: the shards of a sweep as one table.
struct SweepMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a sweep together, to the last byte what one run of all writes.",
    discussion: """
      Shards of different sweeps, traces or libraries are refused, and so are those
      that another program counted: give every machine a copy of one file. Missing
      ones are named. Copies of a shard count once; if they differ, both are named.

      EXAMPLES
        lab-run sweep merge part-*.tsv
        lab-run sweep merge part-*.tsv --out all.csv --format markdown
        lab-run sweep merge part-*.fleet --out all.fleet
      """)

  @Argument(help: "The shards' .tsv files, or .fleet files.", completion: .file(extensions: ["tsv", "fleet"]))
  var files: [String] = []

  @OptionGroup var output: SweepOutput

  @Flag(name: .shortAndLong, help: "No remarks on what was merged.")
  var quiet = false

  func run() throws {
    if files.isEmpty { throw UsageError("name the shards' files: \(ToolName.current) sweep merge part-*.tsv") }
    if files.contains(where: { $0.hasSuffix(".fleet") }) {
      try output.checkFleet()
      let path = output.out ?? "fleet.fleet"
      guard path.hasSuffix(".fleet") else { throw UsageError("--out \(path): name a new file that ends in .fleet") }
      if try output.out == nil && Paths.exists(path) {
        throw LabError("\(path) is there already: name the merged file by --out")
      }
      try SweepOutput.checkPlace(path)
      try SweepOutput.check(path, isNoneOf: files)
      for note in try FleetMerge.merge(files, to: path) where !quiet { Terminal.error(note) }
      return try output.show(fleet: path)
    }
    let shards = try files.map { (name: $0, table: try SweepTable(tsv: try InputText.read($0), name: $0)) }
    let (table, notes) = try SweepMerge.merge(shards)
    for note in notes where !quiet { Terminal.error(note) }
    let (path, folder, format) = try output.place(table.plan, .whole)
    _ = try output.base(table.plan)
    try SweepOutput.check(path, isNoneOf: files)
    try RecordStore(directory: folder).prepare()
    try OutputText.write(table.text(format), to: path)
    try output.show(table, path: path, note: " from \(NumberText.count(Set(shards.map(\.table.shard)).count, "shard"))")
  }
}
