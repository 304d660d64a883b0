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

  @OptionGroup private var options: RunOptions

  @Option(
    help: ArgumentHelp("Write every event of the run as JSON lines (one run only).", valueName: "FILE"),
    completion: .file())
  private var events: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for records (default: results).", valueName: "DIR"),
    completion: .directory)
  private var out: String?

  @Flag(help: "Go on with the same runs where they were interrupted or killed; what is finished is not run again.")
  private var resume = false

  @Option(help: "How results are printed: table, json, csv or markdown.")
  private var format = OutputFormat.table

  @Flag(
    help: "Count instructions too, of a request, a frame and a decode: they do not depend on the machine's speed.")
  private var instructions = false

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
      return Terminal.output(
        try InstructionRun.count(
          run.prepared.replay, run.strategy, decodes: options.decode == .real, library: run.prepared.library,
          counter: counter))
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
      return try CallgrindRun.count(
        .own(), run.words(strategy: run.strategy.canonicalText), decodes: options.decode == .real)
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

  /// Executes runs and writes their file; also returns a sentence that names it.
  ///
  /// Several runs are written to a journal as they finish, which becomes the file; `--resume` continues it. Each measured
  /// run then has a process of its own, so that none measures another's memory; with `--decode none` all share this one.
  func records(of runs: [PlannedRun], _ request: RunRequest, in folder: String) throws -> ([RunRecord], String) {
    let plan = try RunPlan(
      runs.map(\.configuration.digest), environment: BuildInfo.environment, program: Places.executable)
    let work = plan.work(in: folder)
    func finish(_ journal: Journal, _ name: String) throws -> String {
      try plan.finish(journal, name: name, seconds: Clocks.wallSeconds())
    }
    if runs.count == 1 {
      let record = try runs[0].record()
      let journal = try Journal(work)
      try plan.add(record, run: 0, to: journal)
      return ([record], "record: \(try finish(journal, "\(runs[0].strategy.slug.prefix(80))-\(record.trace)"))")
    }
    if resume, try Journal.unfinished(work) == nil, let (path, records) = try plan.finished(in: folder) {
      Terminal.error("all \(records.count) runs are finished, and none is run again: this is what \(path) says")
      return (records, "\(records.count) records in \(path), all of them finished before")
    }
    let (journal, finished) = try Journal.begin(
      work, isResumed: resume, nothing: "matrix of these runs by this build on this machine", read: plan.runs(in:)
    ) {
      "\($0.count) of these \(runs.count) runs were finished by a matrix that was ended"
    }
    let left = runs.dropFirst(finished.count)
    if !Terminal.isQuiet, let estimate = MatrixEstimate(left, request)?.text { Terminal.error(estimate) }
    var records = finished
    for run in left {
      Terminal.progress("run \(records.count + 1) of \(runs.count): \(run.title)")
      let record = request.decodes ? try run.recordOfChild() : try run.record()
      try plan.add(record, run: records.count, to: journal)
      records.append(record)
    }
    let note = finished.isEmpty ? "" : ", \(finished.count) of them from the matrix that was ended"
    return (records, "\(records.count) records in \(try finish(journal, "\(records.count)-runs"))\(note)")
  }
}

extension Journal {
  /// Returns a new journal, or with `--resume` the unfinished one, and what it holds; prints what there was to resume.
  static func begin<Kept>(
    _ work: Work, isResumed: Bool, nothing: String, read: (Journal) throws -> (Kept, damage: String?),
    words: (Kept) -> String
  ) throws -> (journal: Journal, kept: Kept) {
    let unfinished = try Journal.unfinished(work)
    if let unfinished, !isResumed {
      Terminal.error("\(words(try read(unfinished).0)): --resume goes on from there")
    } else if unfinished == nil, isResumed {
      Terminal.error("nothing to resume: \(work.directory) holds no unfinished \(nothing); it begins anew")
    }
    let journal = if let unfinished, isResumed { unfinished } else { try Journal(work) }
    Interruption.advise("the same command with --resume goes on from here")
    let (kept, damage) = try read(journal)
    if let damage { Terminal.error(damage) }
    return (journal, kept)
  }
}

/// An estimate, printed before they begin, of the time that runs with decoding take.
struct MatrixEstimate {
  var runCount = 0
  var decodes: Int64 = 0
  var seconds = 0.0

  var text: String? {
    let minutes = Int((seconds / 60).rounded())
    guard minutes >= 1 else { return nil }
    let (runs, length) = (NumberText.count(runCount, "run"), NumberText.count(minutes, "minute"))
    return "\(runs) decode about \(NumberText.grouped(decodes)) photos, which takes this machine about \(length); "
      + "--decode none has all but RSS and decode ms in seconds"
  }
}

extension MatrixEstimate {
  init?(_ runs: some Collection<PlannedRun>, _ request: RunRequest) {
    // Fewer frames take less than a minute.
    guard request.decodes, runs.reduce(0, { $0 + $1.prepared.replay.script.steps.count }) >= 20_000 else { return nil }
    // All strategies decode about as much as `none`, and one counting replay takes milliseconds.
    for (_, runs) in runs.grouped(by: \.prepared.tracePath) {
      let prepared = runs[0].prepared
      guard let cost = try? DecodeCost.sample(prepared.replay.table, library: prepared.library) else { return nil }
      let count = prepared.replay.run(.nothing).decodes * Int64(runs.count)
      decodes += count
      seconds += Double(count * cost) / Double(min(prepared.device.workers, Machine.processorCount)) / 1e9
      runCount += runs.count
    }
  }
}

/// A run in a process of its own, which prints its file to standard output and ends when its parent does.
extension PlannedRun {
  /// The first argument of a child, before a run's options. No command has this name.
  static let childWord = "run-of-matrix"

  func recordOfChild() throws -> RunRecord {
    let words = words(strategy: strategy.canonicalText, decodes: prepared.request.decodes)
    let child = try Command.run(try Places.ownExecutable(), [PlannedRun.childWord] + words)
    guard child.code == 0 else { throw LabError("\(label) ended with \(child.ending)") }
    return try RunFile.records(text: child.output, name: label)[0]
  }

  static func serveIfAsked(_ arguments: [String]) throws -> Bool {
    guard arguments.count > 2, arguments[1] == childWord else { return false }
    let request = try RunOptions.parse(Array(arguments.dropFirst(2))).request
    Interrupts.watchReader()
    let run = try request.onlyRun(else: "a child runs one strategy over one trace")
    let plan = try RunPlan([run.configuration.digest], environment: BuildInfo.environment, program: nil)
    Terminal.output(file: plan.text([try run.record()]))
    return true
  }
}
