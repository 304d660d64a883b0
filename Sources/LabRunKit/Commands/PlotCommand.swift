struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw pictures of replays and comparisons with gnuplot.",
    discussion: """
      Each picture is a script (.gp), its data (.tsv) and, where gnuplot is there, an
      SVG or PNG, in plots/. Replays are made in virtual time, nothing is decoded; or
      give event files (lab-run --events) to memory, waits and screen, and files of
      runs (results/*.tsv) or folders of them to compare, heat and pareto.

      PICTURES
        memory   bytes over time: on screen, kept, being decoded; and the scroll
        waits    how many cells have their image by when, a curve a strategy
        screen   how the first screen fills, a curve a strategy
        budget   images ready against budget, with the working set marked
        compare  strategies side by side, by trace and by set of traces
        heat     strategies x traces, a picture a metric
        pareto   noticed waits against peak memory, and against decodes
        fleet    noticed waits over the traces of a pack, by tails

      EXAMPLES
        lab-run plot memory --strategy preheat2x --trace ios-fastscroll --decode real
        lab-run plot waits --strategy all --trace fastscroll
        lab-run plot budget --strategy lru --strategy arc --trace hunt
        lab-run plot heat --strategy all --trace all
        lab-run plot compare results/
        lab-run plot fleet all.tsv
        lab-run plot memory run.jsonl --format png --dark
        cd plots && gnuplot memory-preheat2x-ios-fastscroll.gp
      """)

  enum Picture: String, ExpressibleByArgument, CaseIterable {
    case memory, waits, screen, budget, compare, heat, pareto, fleet
  }

  @Argument(help: "The picture.")
  private var picture: Picture

  @Argument(
    help: ArgumentHelp(
      "Event files, files of runs or folders of them, in place of --strategy and --trace; for fleet what sweep --pack "
        + "wrote.", valueName: "FILE"), completion: .file())
  private var files: [String] = []

  @OptionGroup private var options: ReplayOptions

  @Option(help: "Of memory: real decodes too, and draws resident memory.")
  private var decode = DecodeMode.none

  @Option(
    help: "Of heat: a metric, of \(ToolName.current) list metrics; -p95 and so on behind it. Repeat for several.",
    completion: NameCompletion.metrics)
  private var metric: [String] = []

  @OptionGroup private var counting: PopulationOptions

  @Option(help: "svg or png.")
  private var format = PlotFormat.svg

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the files go (default: plots).", valueName: "DIR"),
    completion: .directory)
  private var out: String?

  @Flag(help: "Light on dark; the files end in -dark.")
  private var dark = false

  func validate() throws {
    if decode == .real && (picture != .memory || !files.isEmpty) {
      throw ValidationError(
        "--decode real is for memory of what --strategy and --trace name; leave it or the files out")
    }
    if !metric.isEmpty && picture != .heat { throw ValidationError("--metric is for heat alone; leave it out") }
    if picture == .fleet {
      if files.isEmpty || !options.words.isEmpty {
        throw ValidationError("name what sweep --pack wrote, and no replays: plot fleet all.tsv")
      }
      return
    }
    if !counting.words.isEmpty { throw ValidationError("\(counting.words[0]) is for fleet alone; leave it out") }
    if picture == .budget && !files.isEmpty {
      throw ValidationError("budget replays what --strategy and --trace name; leave out files")
    }
    if files.isEmpty && (options.strategy.isEmpty || options.trace.isEmpty) {
      throw ValidationError("name what to draw: --strategy preheat2x --trace fastscroll, or files")
    }
    if !files.isEmpty && !(options.strategy.isEmpty && options.trace.isEmpty) {
      throw ValidationError("give files, or --strategy and --trace, not both")
    }
  }

  func run() throws {
    let plots: [Plot] =
      switch picture {
      case .memory: try memory()
      case .waits: try timelinesByTrace().map { .waits($0) }
      case .screen: try timelinesByTrace().flatMap { Plot.firstScreen($0) }
      case .budget: try budget()
      case .compare: try compare()
      case .heat: try heat()
      case .pareto: try pareto()
      case .fleet: try files.flatMap { Plot.fleet(try PopulationOptions.table($0, try counting.rule)) }
      }
    let decoding = decode == .real ? ["--decode", "real"] : []
    let words =
      [ToolName.current, "plot", picture.rawValue] + files + options.words + decoding
      + metric.flatMap { ["--metric", $0] } + counting.words
      + (format == .svg ? [] : ["--format", format.rawValue]) + (dark ? ["--dark"] : [])
    try PlotFiles(folder: out ?? "plots", command: ShellWords.line(words), format: format)
      .show(plots, isDark: dark)
  }

  private func memory() throws -> [Plot] {
    let timelines = try timelines()
    let measured = decode == .real ? try measuredRecords() : try recordsOfFiles()
    func replayed(_ configuration: RunConfiguration) -> JSON {
      .object((configuration.json.object ?? [:]).filter { !["events", "decode"].contains($0.key) })
    }
    return timelines.map { replay in
      let record = measured.first { replayed($0.configuration) == replayed(replay.configuration) }
      return .memory(replay, resident: record.flatMap { ResidentMemory($0) })
    }
  }

  private func measuredRecords() throws -> [RunRecord] {
    var request = options.request
    request.decodes = true
    return try request.runs().map { run in
      Terminal.progress("measuring \(run.title)")
      return try run.recordOfChild()
    }
  }

  private func timelines() throws -> [EventTimeline] {
    if files.isEmpty { return EventTimeline.distinct(try options.request.runs().map { $0.timeline() }) }
    let events = try files.filter(PlotCommand.isEventFile)
    guard !events.isEmpty else {
      throw UsageError(
        "\(files.joined(separator: ", ")): no event file among them (\(ToolName.current) --events FILE writes one)")
    }
    return EventTimeline.distinct(try events.map { try EventTimeline(EventReader(path: $0)) })
  }

  private func recordsOfFiles() throws -> [RunRecord] {
    try files.filter { try !PlotCommand.isEventFile($0) }.flatMap { try RunFile.records(at: $0) }
  }

  private static func isEventFile(_ path: String) throws -> Bool {
    guard try Paths.exists(path) else {
      throw LabError("there is no \(path); name an event file, a file of runs or a folder of these")
    }
    return try !Paths.isFolder(path) && EventReader.isEventFile(path)
  }

  private func timelinesByTrace() throws -> [[EventTimeline]] {
    try timelines().grouped { [$0.trace, JSON.object($0.runSetting.members).compactText] }.map(\.members)
  }

  private func budget() throws -> [Plot] {
    let (strategies, prepared) = (try options.request.specs(), try options.request.prepared())
    let names = TraceNames.shown(prepared.map { (name: $0.traceName, identity: $0.trace.sha256) })
    return try zip(prepared, names).map { run, name in
      let set = WorkingSet(run.replay)
      let points = try strategies.flatMap { try PlotCommand.hitRates($0, in: run, over: set.budgets) }
      let setting = try SettingValues(PlannedRun(prepared: run, strategy: strategies[0]).configuration.json)
      return .budget(points, workingSet: set, trace: name, setting: setting.caption())
    }
  }

  private static func hitRates(
    _ strategy: StrategySpec, in run: PreparedRun, over budgets: [Int64]
  ) throws -> [BudgetPoint] {
    try budgets.map { budget in
      var words = StrategyWords(strategy.canonicalText)
      guard words.setBudgets(to: "\(budget)B") else {
        throw UsageError(
          "'\(strategy.shortText)' has no budget; name one that has, lru for example "
            + "(\(ToolName.current) list strategies)")
      }
      let spec = try StrategySpec(words.text, registry: KnownStrategies.all)
      let facts = RunFacts(tally: try PlannedRun(prepared: run, strategy: spec).tally())
      return (strategy.shortText, budget, Metric.warmHitRate.value(of: facts).number ?? 0)
    }
  }

  /// Returns the runs; standard error names the traces that pictures over several set aside.
  private func records() throws -> [RunRecord] {
    let records: [RunRecord]
    do {
      records =
        files.isEmpty
        ? RunRecord.distinct(try options.request.runs().map { try $0.record() }) : try recordsOfFiles().ofOneSetting()
    } catch let mixed as RecordMismatch {
      throw UsageError("\(mixed)")
    }
    if let words = records.asideWords {
      Terminal.error("set aside, for not every strategy ran on them: \(words)")
    }
    return records
  }

  private func compare() throws -> [Plot] {
    let all = try records()
    let one = all.map(\.trace).unique.map { trace in Plot.compare(all.filter { $0.trace == trace }) }
    if all.sharedTraces.count < 2 { return one }
    let names = one.map(\.name)
    return one + Plot.bySet(all) { .compare($0, in: $1) }.filter { !names.contains($0.name) }
  }

  private func heat() throws -> [Plot] {
    let metrics = try metric.map { id in
      guard let found = Column.named(id) else {
        let near = nearest(to: id, among: Metric.names).map { "did you mean '\($0)'? " } ?? ""
        throw UsageError("no metric '\(id)'; \(near)\(ToolName.current) list metrics shows all")
      }
      return found
    }
    let all = try records()
    return (metrics.isEmpty ? Column.judged : metrics).map { .heat(all, metric: $0) }
  }

  private func pareto() throws -> [Plot] {
    let all = try records()
    if all.sharedTraces.isEmpty {
      throw LabError("these runs share no trace, so no strategy can be held against another")
    }
    return Plot.bySet(all) { .pareto($0, in: $1) } + Plot.bySet(all) { .pareto($0, paying: .work, in: $1) }
  }
}

extension PlotFormat: ExpressibleByArgument {}
