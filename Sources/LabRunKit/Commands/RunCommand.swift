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
    let request = options.request
    // Peaks are not known yet; what else is wrong is said at once.
    let strategies = try request.specs { _ in ByteCount(rawValue: 1) }
    try request.settings.checkManagerCache(below: strategies)
    if instructions { try RunInstructions.check(options.format, request) }
    let isSingle = try strategies.count * TracePaths.find(request.traces).count == 1
    if request.events != nil && !isSingle {
      throw UsageError("--events writes one run: name one strategy and one trace")
    }
    try options.time.check()
    try request.checkHelpers()
    if case .real(let pace) = request.measuring.time {
      try request.checkRealTime(pace)
      try request.refuseOffline(strategies, because: "and the wall clock is not known beforehand")
    }
    if options.resume && isSingle {
      throw UsageError("--resume goes on with several runs: name several strategies or traces")
    }
    // The library is made before any child runs, so that they do not make it side by side.
    let prepared = try request.prepared(willOpen: store.prepare) {
      if isSingle && request.measuring.decodes { Reexecution.again() }
    }
    let runs = try prepared.flatMap { prepared in
      try request.specs { try prepared.peak(of: $0) }.map { PlannedRun(prepared: prepared, strategy: $0) }
    }
    let matrix = Matrix(
      request: request, isResumed: options.resume, store: store,
      environment: RunEnvironment(gitRevision: BuildInfo.gitRevision), runs: runs)
    let (records, place) = try await isSingle ? matrix.runAlone() : matrix.run()
    Terminal.output(text(records))
    if instructions {
      Terminal.output(try await RunInstructions(request: options.request, runs: runs).text(options.format))
    }
    if options.format == .table {
      Terminal.output(try sparklines(runs), isStyled: true)
      Terminal.output("\n\(place)\n")
    }
    try LostImagesError.check(records)
  }

  /// Two lines a run; none where nobody looks at a table in a terminal, unless asked for.
  private func sparklines(_ runs: [PlannedRun]) throws -> String {
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
