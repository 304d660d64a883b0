struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Replay grids of strategies, parameters, traces, devices and screens without decoding.",
    discussion: """
      lab-run help sweep run lists the options.

      Every strategy runs over every trace, screen and device, all in this process
      and on all its processors. Nothing is decoded, so every number repeats bit for
      bit and equals that of a single run with --decode none. The summary has the
      strategies that no other beats, and the best on each trace.

      Say what to run on the command line, in a file, or in both. An option on the
      command line replaces the file's lines of the same kind. A line of a file is an
      option without its dashes, with all its values; # begins a comment
      (sweeps/example.sweep):

        vary preheat2x:delta=1/8..1/2/8 preheat2x:height=3/2,2,3
        trace fastscroll ios-fastscroll

      A budget can be what another strategy peaks at on the same trace, screen and
      device, or a share of it; the rows say how many bytes that is (budget-bytes):

        lru:budget=peak(preheat2x)   lru:budget=0.8*peak(preheat2x)

      MANY MACHINES
        --shard 2/8 runs the second of eight parts; merge puts them together, to the
        last byte what one run of all would have written. cluster/ has files for
        Slurm, Kubernetes and GNU parallel.

      EXAMPLES
        lab-run sweep sweeps/example.sweep
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

struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a sweep, or one shard of it (the default).")

  @Argument(help: "A file that says what to run.", completion: .file(extensions: ["sweep"]))
  private var file: String?

  @OptionGroup private var options: SweepOptions

  @Option(
    help: ArgumentHelp(
      "Budgets, VALUES as for --vary, of each strategy that has one and does not set it.", valueName: "VALUES"))
  private var budget: [String] = []

  @Option(
    help: ArgumentHelp(
      "A pack of traces (\(ToolName.current) trace pack): any number of them, in the memory of a few.",
      valueName: "FILE"),
    completion: .file(extensions: ["pack"]))
  private var pack: String?

  @Flag(help: "Of a pack: leave out damaged blocks and traces that cannot be read, and count them.")
  private var skipDamaged = false

  @Option(
    help: ArgumentHelp(
      "One part of several: 2/8 is the second of eight (default: all); auto takes both from Slurm or AWS Batch; "
        + "auto/8 takes the number alone, also from Kubernetes or GNU parallel.", valueName: "i/n|auto"),
    transform: { try JobArray.shard($0) })
  private var shard = SweepShard.whole

  @OptionGroup private var output: SweepOutput

  @Flag(help: "Go on with the same sweep where it was interrupted or killed; what is finished is shown, not run again.")
  private var resume = false

  @Flag(
    help:
      "With --against: also the most hits and the least blank that any strategy can have with that one's bytes; seconds a case."
  )
  private var bounds = false

  func run() throws {
    let (settings, strategies) = try words()
    _ = try output.counting.rule
    if bounds && (output.against == nil || !settings.packs.isEmpty) {
      throw UsageError("--bounds is for a comparison of traces; add --against and a strategy, and leave out --pack")
    }
    let runner = try SweepRunner.opened(settings, strategies: strategies, skippingDamage: skipDamaged)
    let plan = runner.plan
    let (path, format) = try output.place(plan, shard)
    let bound: ((SweepTable, Int) -> SweepBounds)? =
      bounds ? { SweepBounds(runner, $0, of: $1, threads: options.threadCount) } : nil
    let work = plan.work(shard, in: Paths.directory(of: path))
    if resume, try Journal.unfinished(work) == nil {
      if try isFinished(plan, path) {
        Terminal.error("all jobs are finished, and none is run again: this is what \(path) says")
        return try output.show(path, path: path, note: ", all of them finished before", bound: bound)
      }
      try plan.checkProgram(of: work)
    }
    let (journal, count) = try Journal.begin(work, isResumed: resume, nothing: "sweep of these jobs") {
      try plan.rowCount(of: shard, in: $0)
    } words: {
      "\(NumberText.count($0, "job")) of this sweep \($0 == 1 ? "was" : "were") finished before it was ended"
    }
    try runner.run(
      shard, from: count, into: journal, threads: options.threadCount, progress: SweepOptions.progress())
    if let note = runner.stillNote { Terminal.error(note) }
    let rows = try format.finish(journal, as: path)
    let note = count == 0 ? "" : ", \(count) of them from the sweep that was ended"
    try output.show(rows, path: path, note: note, bound: bound)
    if rows != path { journal.remove() }
  }

  private func words() throws -> (SweepSettings, [PeakSpec]) {
    var given = options.settings
    given.budgets = budget.map { SweepWord($0, at: "--budget") }
    given.packs = pack.map { [SweepWord($0, at: "--pack")] } ?? []
    var settings = given
    if let file {
      let text = try InputText.read(Places.input(file), as: .settings)
      settings = try SweepSettings(text: text, file: file).replaced(by: given)
    }
    if settings.strategies.isEmpty && settings.varies.isEmpty {
      throw UsageError(
        "name strategies: --strategy preheat2x, --vary preheat2x:delta=1/8..1/2/8, or a file with such lines")
    }
    if settings.traces.isEmpty && settings.packs.isEmpty {
      throw UsageError("name a trace: --trace fastscroll, all of them: --trace all, or a pack: --pack fleet.pack")
    }
    if settings.packs.count > 1 || !settings.packs.isEmpty && !(settings.traces + settings.withoutTraces).isEmpty {
      throw UsageError("a sweep is over traces or over one pack: pack all traces together (trace pack)")
    }
    // An answer is about what an app shows.
    if !settings.packs.isEmpty { settings.deliverAsPhotos() }
    if skipDamaged && settings.packs.isEmpty { throw UsageError("--skip-damaged is for --pack; leave it out") }
    let strategies = try StrategyGrid.strategies(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: KnownStrategies.all)
    return (settings, strategies)
  }

  /// Returns whether a .tsv of this program already has all rows of the same jobs.
  private func isFinished(_ plan: SweepPlan, _ path: String) throws -> Bool {
    guard let reader = try? SweepReader(path), reader.plan.digest == plan.digest, reader.shard == shard else {
      return false
    }
    do throws(ResultError) { while try reader.next() != nil {} } catch { return false }
    try plan.checkProgram(of: reader.plan, at: path)
    return true
  }
}

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
      """)

  @Argument(help: "The shards' .tsv files.", completion: .file(extensions: ["tsv"]))
  private var files: [String] = []

  @OptionGroup private var output: SweepOutput

  @Flag(name: .shortAndLong, help: "No remarks on what was merged.")
  private var quiet = false

  func run() throws {
    if files.isEmpty { throw UsageError("name the shards' files: \(ToolName.current) sweep merge part-*.tsv") }
    let shards = try SweepMerge(files)
    for note in shards.notes where !quiet { Terminal.error(note) }
    let (path, format) = try output.place(shards.plan, .whole)
    if try Paths.exists(path), let file = try files.first(where: { try Paths.absolute($0) == Paths.absolute(path) }) {
      throw UsageError("--out \(path) is \(file), one of the shards; name a new file")
    }
    let scratch = format == .tsv ? nil : try ScratchFolder()
    let rows = scratch.map { "\($0.path)/rows.tsv" } ?? path
    try shards.write(to: rows)
    if format != .tsv { try format.write(rows, to: path) }
    try output.show(rows, path: path, note: " from \(NumberText.count(shards.shardCount, "shard"))")
    withExtendedLifetime(scratch) {}
  }
}
