import ArgumentParser
import CacheLab
import LabBase
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run run`, the default command: replays strategies over traces.
struct RunCommand: ParsableCommand {
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
        lab-run --strategy preheat2x --trace fastscroll --instructions
      """
  )

  @OptionGroup var options: RunOptions

  @Option(
    help: ArgumentHelp("Write every event of the run as JSON lines (one run only).", valueName: "FILE"),
    completion: .file())
  var events: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for records (default: results).", valueName: "DIR"),
    completion: .directory)
  var out: String?

  @Flag(help: "Go on with the same runs where they were interrupted or killed; what is finished is not run again.")
  var resume = false

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format = OutputFormat.table

  @Flag(
    help: "Count instructions too, of a request, a frame and a decode: they do not depend on the machine's speed.")
  var instructions = false

  func run() throws {
    try options.replays.requireNames(trace: "fastscroll")
    var request = options.request
    request.events = events
    // Peaks are not known yet; other errors are thrown at once.
    let strategies = try request.specs { _ in 1 }
    if instructions && ![.table, .markdown].contains(format) {
      throw UsageError("--instructions adds a table of its own: leave it out, or take --format table or markdown")
    }
    let isSingle = try strategies.count * TracePaths.find(request.traces).count == 1
    if request.events != nil && !isSingle {
      throw UsageError("--events writes one run: name one strategy and one trace")
    }
    if resume && isSingle {
      throw UsageError("--resume goes on with several runs: name several strategies or traces")
    }
    // The library is made before any child runs, so that they do not make it side by side.
    let prepared = try request.prepared(willOpen: store.prepare) {
      if isSingle && request.decodes { Places.startAnew() }
    }
    let runs = try prepared.flatMap { prepared in
      try prepared.runs(of: try request.specs { try PlannedRun(prepared: prepared, strategy: $0).tally().peak.bytes })
    }
    let (records, place) =
      isSingle
      ? try single(runs[0])
      : try Matrix(request: request, isResumed: resume, store: store, runs: runs).run()
    Terminal.output(text(records))
    if instructions { Terminal.output(try executed(by: runs)) }
    if format == .table {
      Terminal.output("\n")
      Terminal.output(line: place)
    }
  }

  private func single(_ run: PlannedRun) throws -> Matrix.Outcome {
    let record = try run.record()
    let path = try store.write(
      record, strategySlug: run.strategy.slug, seconds: Clocks.wallSeconds(),
      surroundings: try MatrixPlan.surroundings(BuildInfo.environment, program: Places.executable))
    return ([record], "record: \(path)")
  }

  /// Returns a table of the instructions of runs, or the reason why they cannot be counted.
  private func executed(by runs: [PlannedRun]) throws -> String {
    let tools = InstructionTools(.auto)
    guard let way = tools.ways.first else { return "\nInstructions were not counted: \(tools.lack).\n" }
    defer { Terminal.clearProgress() }
    typealias Row = (run: PlannedRun, count: InstructionCount)
    var rows: [Row] = []
    for (number, run) in runs.enumerated() {
      if !options.quiet { Terminal.progress("instructions of run \(number + 1) of \(runs.count)") }
      let slice = options.decode == .real ? ArmListing(run, sliceMax: GateInstructions.decodesMax).slice.text : nil
      rows.append((run, try ArmProcess.own(run.armWords).count(way, slice: slice)))
    }
    func mean(_ kind: InstructionKind) -> (Row) -> String { { $0.count.part(kind).map(\.text) ?? "-" } }
    let columns: [TableColumn<Row>] = [
      .words("strategy") { $0.run.strategy.shortText }, .words("trace") { $0.run.prepared.traceName },
      .numbers("instructions", "a request", text: mean(.request)), .numbers("a frame", text: mean(.frame)),
      .numbers("a decode", text: mean(.decode)),
    ]
    let table = TextTable(rows, columns)
    let text = format == .markdown ? table.markdown : table.text(width: Terminal.width)
    return "\n\(text)\ncounted by \(way.rawValue): a replay without decoding, the strategy's calls, decoding a photo\n"
  }

  private var store: RecordStore { RecordStore(directory: out ?? Places.results) }

  private func text(_ records: [RunRecord]) -> String {
    switch format {
    case .table: RunTable(records).text
    case .markdown: RunTable(records).markdown
    case .csv: RecordCSV.text(records)
    case .json: records.count == 1 ? records[0].json.prettyText : JSON.array(records.map(\.json)).prettyText
    }
  }
}
