import ArgumentParser
import LabLibrary

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay strategies over traces (the default).",
    discussion: """
      One strategy over one trace runs in this process. Several run one after the
      other, each in a process of its own, and end in one table; with --decode none
      nothing is measured, and all run in this process. All go to one file in
      results/, a line each. After an interrupt the same command with --resume goes
      on; if all are finished, it shows them again and runs nothing.

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
    // Peaks are not known yet, but all other errors are thrown here.
    let strategies = try request.specs { _ in 1 }
    if instructions && format == .csv {
      throw UsageError("--instructions are no columns of CSV; leave it out, or take --format table, markdown or json")
    }
    // Callgrind runs this process.
    if instructions, let counter = InstructionCounter() {
      let run = try options.request.onlyRun(else: "callgrind counts one strategy over one trace")
      let executed = try InstructionRun(
        run.prepared.replay, run.strategy, decodes: options.decode == .real, library: run.prepared.library,
        counter: counter)
      return Terminal.output(executed.text)
    }
    let isSingle = try strategies.count * TracePaths.find(request.traces).count == 1
    if request.events != nil && !isSingle {
      throw UsageError("--events writes one run; name one strategy and one trace")
    }
    if resume && isSingle {
      throw UsageError("--resume goes on with several runs; name several strategies or traces")
    }
    // The library is made before children run, so that they do not make it concurrently.
    let folder = out ?? Places.results
    let prepared = try request.prepared {
      try ResultFile.prepare(folder)
    } onCreate: {
      if isSingle && request.decodes { Places.startAnew() }
    }
    let runs = try prepared.flatMap { prepared in
      try prepared.runs(of: try request.specs { try PlannedRun(prepared: prepared, strategy: $0).tally().peak.bytes })
    }
    let (records, place) = try self.records(of: runs, request, in: folder)
    var (counts, why): ([[InstructionKind: InstructionCount]], String) = ([], "")
    if instructions {
      do { counts = try self.counts(runs) } catch let error as MissingProgram { why = "\(error)" }
    }
    Terminal.output(text(records, counts))
    if instructions && format != .json { Terminal.output(table(counts, runs, why)) }
    if format == .table {
      Terminal.output("\n")
      Terminal.output(line: place)
    }
  }

  private func counts(_ runs: [PlannedRun]) throws -> [[InstructionKind: InstructionCount]] {
    try runs.enumerated().map { number, run in
      Terminal.progress("instructions of run \(number + 1) of \(runs.count)")
      let words = run.prepared.request.replayWords(
        strategy: run.strategy.canonicalText, trace: run.prepared.tracePath)
      return try CallgrindRun.count(.own(), words, decodes: options.decode == .real)
    }
  }

  private func table(_ counts: [[InstructionKind: InstructionCount]], _ runs: [PlannedRun], _ why: String) -> String {
    if !why.isEmpty { return "\nInstructions were not counted: \(why).\n" }
    typealias Row = (run: PlannedRun, count: [InstructionKind: InstructionCount])
    func mean(_ kind: InstructionKind) -> (Row) -> String { { $0.count[kind]?.text ?? "-" } }
    let columns: [TableColumn<Row>] = [
      .words("strategy") { $0.run.strategy.shortText }, .words("trace") { $0.run.prepared.traceName },
      .numbers("instructions", "a request", text: mean(.request)), .numbers("a frame", text: mean(.frame)),
      .numbers("a decode", text: mean(.decode)),
    ]
    let table = TextTable(Array(zip(runs, counts)), columns)
    let text = format == .markdown ? table.markdown : table.text(width: Terminal.width)
    return "\n\(text)\ncounted by callgrind: a replay without decoding, the strategy's calls, decoding a photo\n"
  }

  private func text(_ records: [RunRecord], _ counts: [[InstructionKind: InstructionCount]]) -> String {
    switch format {
    case .table: return RunTable(records).text
    case .markdown: return RunTable(records).markdown
    case .csv: return RecordCSV.text(records)
    case .json:
      let all = records.enumerated().map { number, record -> JSON in
        guard number < counts.count, var members = record.json.object else { return record.json }
        members["instructions"] = .object(
          Dictionary(uniqueKeysWithValues: counts[number].map { ($0.rawValue, .number($1.mean)) }))
        return .object(members)
      }
      return all.count == 1 ? all[0].prettyText : JSON.array(all).prettyText
    }
  }
}
