struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page about many runs: conclusion, tables, pictures and a replay player.",
    discussion: """
      report.html needs nothing else, no network and no other file; report.md is fit
      for a pull request, its pictures in report-pictures/. They are made from the
      newest file of runs in results/, from the files and folders given (the latest
      run of each strategy, trace and setting), of which --strategy and --trace take
      some; or, with these and no files, from replays in virtual time made now. The
      replays behind runs are made again and must count the same.

      With --fleet the page begins with what a sweep over a pack says. With no
      record, its strategies are replayed on the shipped traces, for the player.

      Pictures are of the pair of traces on which strategies differ most. The player
      holds the traces that fit 10 MB, these first.

      EXAMPLES
        lab-run --strategy all --trace all && lab-run report
        lab-run report results -s lru -s preheat2x -o lru.html
        lab-run report --strategy none --strategy preheat2x --trace zoom
        lab-run report results/*-fastscroll-*.tsv --force
        lab-run report --fleet all.tsv
      """)

  @Argument(
    help: ArgumentHelp(
      "Files of runs, or folders of them (default: the newest file in results/).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  private var records: [String] = []

  /// The replays to run now or, with files, the strategies and traces whose runs are taken.
  @OptionGroup private var replays: ReplayOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page; Markdown and pictures go beside it (default: report.html).", valueName: "FILE"),
    completion: .file(extensions: ["html"]))
  private var out = "report.html"

  @Option(
    help: ArgumentHelp(
      "Begin with the rows of a sweep over a pack (\(ToolName.current) sweep --pack).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  private var fleet: String?

  @OptionGroup private var counting: PopulationOptions

  @Flag(help: "Replace a report that is there.")
  private var force = false

  mutating func run() throws {
    try check()
    let place = ReportPlace(page: out)
    if !force, let old = try place.taken() { throw place.refusal(old) }
    let table = try fleet.map { try PopulationOptions.table($0, try counting.rule) }
    if let table { replays = try replays(of: table) }
    let settings = ReportMatrix.settings(of: try runs())
    var content = ReportContent(settings: settings, command: command)
    content.fleet = table
    content.pictureFolder = place.link
    var plots = settings.enumerated().flatMap { ReportPicture.overview($0.element, number: $0.offset) }
    plots += try replay(settings[0], for: &content) + (table.map { ReportPicture.fleet($0) } ?? [])
    let taken: String?
    let madeFolder = InterruptedFiles.makeFolder(place.pictures)
    defer { InterruptedFiles.forget(place.pictures) }
    do {
      if let drawn = try PlotFiles(folder: place.pictures, command: command).drawn(plots) {
        content.pictures = drawn
      } else {
        content.missing.append(
          "gnuplot is not installed, so pictures are missing here; apt-get install gnuplot-nox, then make the report again. "
            + "Their scripts and data are in \(place.link).")
      }
      for text in content.missing { Terminal.error(text) }
      taken = try place.write(content, replacing: force)
    } catch {
      if madeFolder { ScratchFolder.remove(place.pictures) }
      throw error
    }
    if let taken { throw place.refusal(taken) }
    Terminal.output(line: place.page)
    Terminal.output(line: place.markdown)
  }

  private func check() throws {
    if !isAnew, let word = replays.settings.words.first {
      throw UsageError("runs have their own settings; leave out \(word), or name --strategy and --trace and no files")
    }
    if isAnew && (replays.strategy.isEmpty || replays.trace.isEmpty) {
      throw UsageError(
        "name both to replay now, --strategy all --trace fastscroll; or name files of runs to choose among")
    }
    if !out.hasSuffix(".html") { throw UsageError("--out \(out): a page's name ends in .html") }
    if Paths.name(of: out) == ".html" { throw UsageError("--out \(out): name the page, as in report.html") }
  }

  private var command: String {
    let words =
      [ToolName.current, "report"] + records + replays.words
      + (fleet.map { ShellWords.option("fleet", $0) } ?? []) + counting.words
      + (out == "report.html" ? [] : ShellWords.option("out", out))
    return ShellWords.line(words)
  }

  private var isAnew: Bool { records.isEmpty && !(replays.strategy.isEmpty && replays.trace.isEmpty) }

  /// Returns the given replays or, if there is nothing else to report, those of a fleet's strategies over the shipped
  /// traces: the eight with the fewest noticed waits, without budgets that are peaks of others.
  func replays(of fleet: SweepTable, recordsIn results: String = Places.results) throws -> ReplayOptions {
    guard records.isEmpty, !isAnew, let view = fleet.percentiles.first, try RunFile.newest(in: results) == nil
    else { return replays }
    let strategies = view.rows.map(\.name).filter { PeakSpec.budgetCount(of: $0) == 0 }
    if strategies.isEmpty { return replays }
    var shipped = replays
    (shipped.strategy, shipped.trace) = (Array(strategies.prefix(8)), ["all"])
    let peaks = view.rows.count - strategies.count
    Terminal.error(
      "there is no record in \(results), so the fleet's strategies are replayed on the shipped traces"
        + (peaks == 0 ? "" : ", without those whose budgets are peaks: \(peaks)"))
    return shipped
  }

  /// Returns the runs of the report: from files, from the newest file of results, or made now.
  private func runs() throws -> [RunRecord] {
    if isAnew { return try replays.request.runs().map { try $0.record() } }
    let newest = records.isEmpty ? try RunFile.newest(in: Places.results).map { [$0] } : records
    guard let paths = newest else {
      throw LabError(
        "\(Places.results) holds no runs; make some, \(ToolName.current) --strategy all --trace all, or replay now, "
          + "\(ToolName.current) report --strategy all --trace all")
    }
    return try chosen(try paths.flatMap { try RunFile.records(at: $0) }.latest)
  }

  private func chosen(_ records: [RunRecord]) throws -> [RunRecord] {
    func chosen(_ names: [String], _ kind: String, _ own: (RunRecord) -> [String]) throws -> Set<String> {
      let known = records.flatMap(own)
      for name in names where name != "all" && !known.contains(name) {
        let cure =
          nearest(to: name, among: records.map { own($0)[0] }).map { "did you mean '\($0)'?" } ?? "run it first"
        throw LabError("no record of \(kind) '\(name)' is there; \(cure)")
      }
      return names.isEmpty || names.contains("all") ? Set(known) : Set(names)
    }
    let strategyNames = replays.strategy.map { (try? StrategySpec($0, registry: KnownStrategies.all))?.shortText ?? $0 }
    // A trace given by its path is known by its hash if a run has that.
    let traceNames = replays.trace.map { word in
      let hash = TracePaths.isPath(word) ? (try? Trace.load(path: word))?.sha256 : nil
      guard let hash, records.contains(where: { $0.traceIdentity == hash }) else { return TracePaths.name(word) }
      return hash
    }
    let own = { (record: RunRecord) in [record.traceName, record.traceIdentity] }
    let strategies = try chosen(strategyNames, "strategy") { [$0.strategy] }
    let traces = try chosen(traceNames, "trace", own)
    let found = records.filter { strategies.contains($0.strategy) && !traces.isDisjoint(with: own($0)) }
    if found.isEmpty {
      let (strategy, trace) = (replays.strategy.joined(separator: ", "), replays.trace.joined(separator: ", "))
      throw LabError("no record of \(strategy) on \(trace) is there; run it first")
    }
    return found
  }

  /// Makes the replays behind runs again, for the player, and returns pictures of those on which strategies differ most.
  private func replay(_ matrix: ReportMatrix, for content: inout ReportContent) throws -> [ReportPicture] {
    let paths = givenPaths
    let shown = matrix.mostContrasting
    var (reels, plots): ([ReelTrace], [ReportPicture]) = ([], [])
    for trace in shown + matrix.traces.filter({ !shown.contains($0) }) {
      do {
        let records = matrix.records(on: trace)
        let runs = try records.map { record in
          let path = paths[record.traceIdentity] ?? paths[record.traceName]
          let run = try PlannedRun(record.configuration, tracePath: path)
          if let title = run.prepared.trace.header.title { content.traceTitles[record.trace] = title }
          return run
        }
        reels.append(try ReportCommand.reels(runs, of: records))
        if shown.contains(trace) {
          var timelines = runs.map { $0.timeline() }
          for index in timelines.indices { timelines[index].trace = trace }
          plots += ReportPicture.replays(timelines, trace: trace)
        }
      } catch let error as ReplayUnavailable {
        content.missing.append("No replay of \(trace): \(error.reason)")
      }
    }
    if !reels.isEmpty { content.player = PlayerData(reels, best: matrix.best) }
    return plots
  }

  /// The paths of traces outside of the shipped ones, by hash and by name.
  private var givenPaths: [String: String] {
    let given = replays.trace.filter(TracePaths.isPath)
    let named = given.map { (TracePaths.name($0), $0) }
    let identified = given.compactMap { path in (try? Trace.load(path: path)).map { ($0.sha256, path) } }
    return Dictionary(named + identified, uniquingKeysWith: { first, _ in first })
  }

  private static func reels(_ runs: [PlannedRun], of records: [RunRecord]) throws -> ReelTrace {
    let reels = try zip(runs, records).map { run, record in
      let replay = run.prepared.replay
      let (tally, reel) = replay.run(run.strategy, observer: ReplayReel(replay, of: record.strategy))
      guard RunFacts(tally: tally).deterministic.digest == record.deterministicDigest else {
        throw ReplayUnavailable("\(record.strategy) counts otherwise now than in its record; run it again")
      }
      return reel
    }
    return ReelTrace(name: records[0].trace, script: runs[0].prepared.replay.script, reels: reels)
  }
}

/// The paths of a report's files: the page, its Markdown twin and their pictures, all in one folder.
struct ReportPlace {
  let page: String

  private var stem: String { String(page.dropLast(".html".count)) }
  var markdown: String { stem + ".md" }
  var pictures: String { stem + "-pictures" }
  /// The folder of pictures as page and Markdown name it.
  var link: String { Paths.name(of: pictures) }

  func taken() throws -> String? { try [page, markdown, pictures].first(where: Paths.exists) }

  func refusal(_ taken: String) -> LabError {
    LabError("\(taken) is there already; --force replaces it, --out NAME.html writes another")
  }

  /// Writes the twin, then the page, so that a page always has its pictures and its twin. If the page cannot be written, a
  /// new twin is removed.
  ///
  /// - Returns: A path that another process has created meanwhile, or nil if all is written.
  func write(_ content: ReportContent, replacing: Bool) throws -> String? {
    guard try commit(content.markdown, markdown, replacing) else { return markdown }
    do {
      return try commit(content.html, page, replacing) ? nil : page
    } catch {
      if !replacing { Paths.remove(markdown) }
      throw error
    }
  }

  private func commit(_ text: String, _ path: String, _ replacing: Bool) throws -> Bool {
    var file = try ResultFile(path: path)
    try file.write(text)
    return try file.commit(exclusively: !replacing)
  }
}
