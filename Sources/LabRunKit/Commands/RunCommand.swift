import ArgumentParser
import CacheLab
import LabBase
import LabMeasure
import LabPictures
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run run`, the default: replays strategies over traces.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay strategies over traces (the default).",
    discussion: """
      One strategy over one trace runs in this process. Several run one after the
      other, each in a process of its own, and end in one table; with --decode none
      nothing is measured, and all run in this process. Each finished run is noted:
      after an interrupt, the same command with --resume goes on from there; where
      all are finished it shows their records again and runs nothing.

      EXAMPLES
        lab-run --strategy preheat2x --trace fastscroll
        lab-run --strategy preheat2x:height=3,delta=1/4 --trace flicks --cells keep
        lab-run --strategy all --trace all
        lab-run -s preheat2x -s 'clairvoyant:budget=peak(preheat2x)' -t hunt
        lab-run --strategy all --trace all --resume
        lab-run --strategy all --trace all --decode none --format csv
        lab-run --strategy lru --trace my.scrolltrace --library ~/Pictures
        lab-run --strategy lru --trace zoom --events lru.jsonl
        lab-run --strategy preheat2x --trace fastscroll --delivery opportunistic
        lab-run -s preheat2x -t fastscroll --cloud 30:latency=80ms,bandwidth=5MB
        lab-run -s preheat2x -t ios-fastscroll --time real --decodes-end host
        lab-run --strategy preheat2x --trace fastscroll --decode-in process
        lab-run --strategy preheat2x --trace fastscroll --instructions
      """
  )

  @OptionGroup var options: RunOptions

  @Option(
    help: "Memory and ready images as block letters below the table: auto is in a terminal, for six runs at most.")
  var sparklines = SparklineMode.auto

  @Flag(
    help: "Count instructions too, of a request, a frame and a decode: they say the same on machines of another pace.")
  var instructions = false

  func run() async throws {
    // Not in a validate(), which is asked before unknown options are refused.
    if options.strategy.isEmpty {
      throw UsageError("name a strategy: --strategy preheat2x (\(ToolName.current) list shows all)")
    }
    if options.trace.isEmpty {
      throw UsageError("name a trace: --trace fastscroll (\(ToolName.current) list shows all)")
    }
    let registry = KnownStrategies.all
    let request = options.request
    // Peaks are not known yet; what else is wrong is said at once.
    let strategies = try request.specs(registry: registry) { _ in ByteCount(rawValue: 1) }
    try request.settings.checkManagerCache(below: strategies)
    if instructions { try RunInstructions.check(options.format, request) }
    let paths = try TracePaths.find(request.traces)
    if request.events != nil && strategies.count * paths.count > 1 {
      throw UsageError("--events writes one run: name one strategy and one trace")
    }
    try options.time.check()
    try request.checkHelpers()
    if case .real(let pace) = request.measuring.time {
      try request.checkRealTime(pace)
      try request.refuseOffline(strategies, because: "and the wall clock is not known beforehand")
    }
    let isSingle = strategies.count * paths.count == 1
    if options.resume && isSingle {
      throw UsageError("--resume goes on with several runs: name several strategies or traces")
    }
    // What is wrong with the command line is said before anything is made.
    try request.checkDevice()
    let traces = try paths.map { (path: $0, trace: try Trace.load(path: $0)) }
    try store.prepare()
    // Made before any child runs, so that they do not make it side by side.
    let library = try request.openLibrary {
      if isSingle && request.measuring.decodes { Reexecution.again() }
    }
    let environment = RunEnvironment(gitRevision: BuildInfo.gitRevision)
    let runs = try traces.flatMap { path, trace in
      let prepared = try PreparedRun(request, path: path, trace: trace, library: library)
      let strategies = try request.specs(registry: registry) { try prepared.peak(of: $0) }
      return strategies.map { Matrix.Run(prepared: prepared, tracePath: path, strategy: $0) }
    }
    if isSingle {
      try await single(runs[0], environment)
    } else {
      let outcome = try await Matrix(
        request: request, isResumed: options.resume, store: store, environment: environment, runs: runs
      ).run()
      let reused =
        outcome.wasFinished
        ? ", all of them finished before"
        : outcome.reusedCount == 0 ? "" : ", \(outcome.reusedCount) of them from the matrix that was ended"
      try await show(
        outcome.records, runs: runs, place: "\(outcome.records.count) records in \(store.directory)/\(reused)")
      try LostImagesError.check(outcome.records)
    }
  }

  private func single(_ run: Matrix.Run, _ environment: RunEnvironment) async throws {
    let record = try run.prepared.run(run.strategy, environment: environment, comparing: true)
    let path = try store.write(
      record, strategySlug: run.strategy.slug, seconds: Clocks.wallSeconds(),
      surroundings: MatrixPlan.surroundings(environment, program: Places.executable))
    try await show([record], runs: [run], place: "record: \(path)")
    try LostImagesError.check([record])
  }

  private func show(_ records: [RunRecord], runs: [Matrix.Run], place: String) async throws {
    Terminal.output(text(records))
    if instructions {
      Terminal.output(try await RunInstructions(request: options.request, runs: runs).text(options.format))
    }
    guard options.format == .table else { return }
    Terminal.output(try sparklines(runs), isStyled: true)
    Terminal.output("\n\(place)\n")
  }

  /// Two lines a run; none where nobody looks at a table in a terminal, unless asked for.
  private func sparklines(_ runs: [Matrix.Run]) throws -> String {
    switch sparklines {
    case .never: return ""
    case .auto where options.quiet || !Terminal.showsResults || runs.count > SparklineMode.runsMax: return ""
    case .auto, .always: break
    }
    // On the wall clock no replay repeats: what happened then is not what one in virtual time shows.
    guard options.time.mode == .virtual else { return "" }
    return try runs.map { run in
      let lines = Sparklines(try run.prepared.timeline(run.strategy))
      return (runs.count > 1 ? "\n\(run.strategy.shortText) on \(run.prepared.traceName.visible)\n" : "\n")
        + lines.text(width: Terminal.width, isColoured: Terminal.isColoured)
    }.joined()
  }

  private var store: RecordStore { RecordStore(directory: options.out ?? Places.results) }

  private func text(_ records: [RunRecord]) -> String {
    switch options.format {
    case .table: RunTable(records).text
    case .markdown: RunTable(records).markdown
    case .csv: RecordCSV.text(records)
    case .json: records.count == 1 ? records[0].json.prettyText : JSON.array(records.map(\.json)).prettyText
    }
  }
}
