struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fail when a count, memory or decode times got worse than the baseline.",
    discussion: """
      Counted figures, such as hits and bitmap bytes, may not get worse at all, and
      memory beyond the bitmaps may grow by 1 MiB. With --base an older program
      runs the same cases in turn on this machine: decode times may grow by 2 %,
      instructions of decodes and frames by 0.5 %. --decode none judges counted
      figures alone. gate.json in the current folder changes limits. Without
      --strategy and --trace every baseline is judged. docs/gate.md has more.

      EXAMPLES
        lab-run gate
        lab-run gate --strategy preheat2x --trace fastscroll
        lab-run gate --decode none
        lab-run gate --base main
        lab-run gate --base main --without latency
        lab-run gate --base ./lab-run-of-yesterday
        lab-run gate --write junit=gate.xml --write markdown=gate.md

      EXIT CODES
        0 fine, 1 error, 2 regression, 3 machine unfit to measure, 5 no baseline, not
        comparable or nothing to judge, 6 inconclusive (only with --strict),
        64 usage, 130 interrupted
      """)

  @Option(
    help: ArgumentHelp(
      "What is allowed (default: gate.json in the current folder, if there is one).", valueName: "FILE"))
  private var limits: String?

  @Option(
    name: [.customLong("base"), .customLong("base-ref")],
    help: ArgumentHelp(
      "An older lab-run, by its path, or a commit, which is built first, once: compare decode times with it, in pairs.",
      valueName: "PROGRAM|COMMIT"))
  private var base: String?

  enum Part: String, ExpressibleByArgument, CaseIterable { case latency, instructions }

  @Option(
    help: ArgumentHelp(
      "With --base: leave out latency (decode times, the slow part) or instructions; repeat for both.",
      valueName: "name"))
  private var without: [Part] = []

  @Option(
    help: ArgumentHelp(
      "Write the verdicts too, as markdown, junit, json or benchmark (github-action-benchmark); github alone prints "
        + "annotations and adds to the job's summary ($GITHUB_STEP_SUMMARY). Repeat for several.",
      valueName: "kind=FILE"))
  private var write: [GateOutput] = []

  @Flag(help: "Show the rows that passed, too.")
  private var all = false

  @Flag(help: "Exit code 6 when a row is inconclusive, or instructions cannot be counted.")
  private var strict = false

  @OptionGroup private var gate: GateOptions

  func run() throws {
    let judge = GateJudge(limits: try readLimits())
    // A file that cannot be written is refused before minutes of work.
    for output in write where output.path != "-" { _ = try ResultFile(path: output.path) }
    var report = try report(judge, base: try base.map(oldProgram))
    report.isStrict = strict
    let judged = try report.cells.count { try Paths.exists($0.baselinePath) }
    report.share = "\(judged) of \(try gate.store.names().count) baselines in \(gate.store.directory.visible) judged."
    if !gate.options.replays.strategy.isEmpty { report.unusedLimits = [] }
    if without.contains(.latency) { report.isUntimed = false }
    Terminal.output(report.text(showsAll: all))
    for output in write { try output.write(report) }
    let code = report.exitCode(isStrict: strict)
    if code != 0 { throw ExitCode(code) }
  }

  private func report(_ judge: GateJudge, base: GateProgram?) throws -> GateReport {
    var measured = try gate.parts().flatMap(gate.measure)
    // Baselines are run one by one: names are made distinct over all of them.
    GateRun.tellApart(&measured)
    for index in measured.indices {
      try measured[index].compare(in: gate.store, base: base)
      try measured[index].confirmMemory(judge)
    }
    var (latency, uncounted): ([LatencyEvidence], String) = ([], "")
    if let base, gate.options.decode == .real {
      if !without.contains(.instructions) { uncounted = try base.count(&measured) }
      let family = measured.count * LatencyStatistic.allCases.count
      let timed = without.contains(.latency) ? [] : measured
      latency = try timed.map { run in
        let words = try run.beginning(decodesMax: judge.latencyJudge.decodesMax, in: base.folder.path)
        return try base.pairs(
          with: .own(), words, cell: run.cell.name, judge: judge.latencyJudge, family: family)
      }
    }
    return judge.judge(measured.map(\.cell), latency: latency, uncountedReason: uncounted)
  }

  private func oldProgram(_ base: String) throws -> GateProgram {
    let isProgram = try Paths.exists(base) && !Paths.isFolder(base)
    let path = isProgram ? (base.contains("/") ? base : "./\(base)") : try BaseBuild(ref: base).run()
    return try GateProgram(executable: path, name: path)
  }

  private func readLimits() throws -> GateLimits {
    let path = limits ?? "gate.json"
    if let text = try TextFile.read(path, as: .limits) { return try GateLimits(text: text, file: path) }
    guard limits == nil else { throw LabError("there is no \(path); leave out --limits to judge by equality") }
    return .standard
  }
}

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Record and accept the numbers that a gate compares with.",
    discussion: """
      A baseline is one committed file for each case, one strategy on one trace: its
      counts, one a line, the memory beyond the bitmaps, and the reason why they are
      right. record writes those that are not there yet. accept makes the present
      numbers the baseline, without --strategy and --trace of every case; each figure
      that moved is printed, old and new, and kept behind the reason.

      EXAMPLES
        lab-run baseline record --strategy preheat2x --trace fastscroll
        lab-run baseline accept --reason "preheat2x now keeps one row more"
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable, Sendable { case record, accept }

  @Argument(help: "record or accept.")
  private var action: Action

  @Option(
    help: ArgumentHelp(
      "Why the numbers are right; kept in the file. By default 'first baseline'; accept needs it.", valueName: "text"))
  private var reason: String?

  @OptionGroup private var gate: GateOptions

  func validate() throws {
    if reason?.allSatisfy(\.isWhitespace) ?? (action == .accept) {
      throw ValidationError("--reason is empty or missing; say why the numbers are right")
    }
  }

  func run() throws {
    if action == .record, gate.options.replays.strategy.isEmpty || gate.options.replays.trace.isEmpty {
      throw UsageError("name what to record: --strategy preheat2x --trace fastscroll")
    }
    for part in try gate.parts() {
      let cells = try gate.measure(part)
      let paths = try cells.map { try $0.path(in: gate.store) }
      if action == .record, let path = try paths.first(where: { try gate.store.load($0) != nil }) {
        throw LabError("\(path) is there already: \(gate.command("accept")) --reason \"...\" replaces it")
      }
      try write(cells, to: paths)
    }
  }

  private func write(_ cells: [GateRun], to paths: [String]) throws {
    if let path = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
      throw UsageError(
        "several of these are one case, with other parameters, and would share \(path); give each its own --baseline DIR"
      )
    }
    let reason = reason ?? "first baseline"
    for (run, path) in zip(cells, paths) {
      // An unreadable baseline is replaced as well.
      let moves = (try? gate.store.load(path)).flatMap { $0 }.map { BaselineCommand.moves(run.cell, from: $0) } ?? []
      let baseline = Baseline(
        record: run.cell.record, words: run.run.typedWords, trail: run.trail, memoryOverhead: run.cell.memoryRuns.first,
        reason: moves.isEmpty ? reason : "\(reason) (\(moves.joined(separator: "; ")))",
        recorded: UTCTime(seconds: Clocks.wallSeconds()).text)
      try gate.store.write(baseline, to: path)
      Terminal.output(line: "\(run.cell.name): \(path)")
      for move in moves { Terminal.output(line: "  \(move)") }
    }
  }

  /// Returns the parameters, settings and figures that differ from a baseline: `hit-rate 84.2% -> 87.0% (+2.80 pt)`.
  private static func moves(_ cell: GateCell, from baseline: Baseline) -> [String] {
    var cell = cell
    cell.baseline = baseline
    return (cell.differences?.parameters ?? []) + (cell.differences?.settings ?? [])
      + GateJudge(limits: .standard).judge([cell]).moves
  }
}

struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of baselines (default: results/baseline).", valueName: "DIR"), completion: .directory)
  private var baseline: String?

  @OptionGroup var options: RunOptions

  var store: BaselineStore { BaselineStore(directory: baseline ?? GateOptions.defaultFolder) }

  /// Returns the command line of a `baseline` command on the same folder.
  func command(_ words: String...) -> String {
    let folder = baseline.map { ShellWords.option("baseline", $0) } ?? []
    return ShellWords.line([ToolName.current, "baseline"] + words + folder)
  }

  static var defaultFolder: String { "\(Places.results)/baseline" }

  /// A request, and the path of the baseline that it repeats; nil if it comes from options.
  typealias Part = (request: RunRequest, path: String?)

  /// - Throws: `LabError` if a baseline's command does not run the case of that baseline.
  func measure(_ part: Part) throws -> [GateRun] {
    let cells = try GateRun.measure(part.request)
    if let path = part.path, try cells.map({ try $0.path(in: store) }) != [path] {
      throw LabError(
        "\(path): its command does not run the case of this file; restore it, or remove it and run "
          + "\(command("record")) with its --strategy and --trace", exitCode: 5)
    }
    return cells
  }

  /// Returns the named strategies and traces, or every baseline of the folder if there are none.
  func parts() throws -> [Part] {
    let (request, replays) = (options.request, options.replays)
    if !replays.strategy.isEmpty && !replays.trace.isEmpty { return [(request, nil)] }
    if !replays.strategy.isEmpty || !replays.trace.isEmpty {
      throw UsageError("name strategies and traces, or neither: without them every baseline is looked at")
    }
    if let word = request.settings.words.first {
      throw UsageError("every baseline brings its own settings; leave out \(word), or name strategies and traces too")
    }
    let directory = store.directory
    if try Paths.exists(directory) && !Paths.isFolder(directory) {
      throw LabError("\(directory) is not a folder; name the folder of the baselines")
    }
    let known = try store.all()
    if known.isEmpty {
      throw LabError(
        "there is no baseline in \(directory): "
          + "\(command("record", "--strategy", "preheat2x", "--trace", "fastscroll")) makes one", exitCode: 5)
    }
    return try known.map { path, baseline in
      do {
        return (try RunOptions.parse(baseline.words + ["--decode", options.decode.rawValue]).request, path)
      } catch {
        throw LabError(
          "\(path): its command cannot be run (\(RunOptions.message(for: error))); run "
            + "\(command("accept")) for this strategy and trace")
      }
    }
  }
}

/// A destination of a gate's verdicts: `junit=gate.xml`, or `github`.
struct GateOutput: ExpressibleByArgument {
  enum Kind: String, CaseIterable {
    case markdown, junit, json, benchmark, github
  }

  let kind: Kind
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }), (parts.count == 2) == (kind != .github) else {
      return nil
    }
    (self.kind, path) = (kind, parts.count == 2 ? String(parts[1]) : "-")
  }

  func write(_ report: GateReport) throws {
    switch kind {
    case .markdown: try OutputText.write(report.markdown, to: path)
    case .junit: try OutputText.write(report.junit, to: path)
    case .json: try OutputText.write(report.json.prettyText, to: path)
    case .benchmark: try OutputText.write(report.benchmarkJSON.prettyText, to: path)
    case .github:
      Terminal.output(commands: report.annotations)
      guard let path = ThisProcess.variable("GITHUB_STEP_SUMMARY") else { return }
      do {
        try OpenFile(path, [.writeOnly, .create, .append]).write(Array(report.markdown.visibleLines.utf8))
      } catch {
        throw LabError("the job's summary \(path) cannot be written: is $GITHUB_STEP_SUMMARY right, or the disk full?")
      }
    }
  }
}
