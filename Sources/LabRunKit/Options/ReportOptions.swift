import ArgumentParser
import LabJudge

struct ReportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of runs, or folders of them (default: the newest file in results/).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  var records: [String] = []

  /// The replays to run now or, with files, the strategies and traces whose runs are taken.
  @OptionGroup var replays: ReplayOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page; Markdown and pictures go beside it (default: report.html).", valueName: "FILE"),
    completion: .file(extensions: ["html"]))
  var out = "report.html"

  @Option(
    help: ArgumentHelp(
      "Begin with the rows of a sweep over a pack (\(ToolName.current) sweep --pack).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  var fleet: String?

  @OptionGroup var counting: PopulationOptions

  @Flag(help: "Replace a report that is there.")
  var force = false

  /// True if replays are made now instead of reading runs.
  var isAnew: Bool { records.isEmpty && !(replays.strategy.isEmpty && replays.trace.isEmpty) }

  func check() throws {
    if !isAnew, let word = replays.settings.words.first {
      throw UsageError("runs have their own settings; leave out \(word), or name --strategy and --trace and no files")
    }
    if isAnew && (replays.strategy.isEmpty || replays.trace.isEmpty) {
      throw UsageError(
        "name both to replay now, --strategy all --trace fastscroll; or name files of runs to choose among")
    }
    if !out.hasSuffix(".html") { throw UsageError("--out \(out): a page's name ends in .html") }
    if out.split(separator: "/").last == ".html" { throw UsageError("--out \(out): name the page, as in report.html") }
  }

  /// Returns these options, or, if there is nothing else to report, options that replay strategies of a fleet on the
  /// shipped traces: the eight with the fewest noticed waits, without budgets that are peaks of others.
  func replaying(_ fleet: SweepTable, recordsIn results: String = Places.results) throws -> ReportOptions {
    guard records.isEmpty, replays.strategy.isEmpty, replays.trace.isEmpty, let view = fleet.percentiles.first,
      try RunFile.newest(in: results) == nil
    else { return self }
    let strategies = view.rows.map(\.name).filter { PeakSpec.budgetCount(of: $0) == 0 }
    if strategies.isEmpty { return self }
    var options = self
    options.replays.strategy = Array(strategies.prefix(8))
    options.replays.trace = ["all"]
    let peaks = view.rows.count - strategies.count
    Terminal.error(
      "there is no record in \(results), so the fleet's strategies are replayed on the shipped traces"
        + (peaks == 0 ? "" : ", without those whose budgets are peaks: \(peaks)"))
    return options
  }

  var command: String {
    let words =
      [ToolName.current, "report"] + records + replays.words
      + (fleet.map { ShellWords.option("fleet", $0) } ?? []) + counting.words
      + (out == "report.html" ? [] : ShellWords.option("out", out))
    return ShellWords.line(words)
  }
}

extension ReportOptions {
  /// Returns the runs of the report: from files, from the newest file of results, or made now.
  func runs() throws -> [RunRecord] {
    if isAnew {
      return try replays.request.runs().records()
    }
    var paths = records
    if paths.isEmpty {
      guard let newest = try RunFile.newest(in: Places.results) else {
        throw LabError(
          "\(Places.results) holds no runs; make some, \(ToolName.current) --strategy all --trace all, or replay now, "
            + "\(ToolName.current) report --strategy all --trace all")
      }
      paths = [newest]
    }
    return try chosen(try paths.flatMap { try RunFile.records(at: $0) }.latest)
  }

  /// Returns the hash of a trace given by path if one of the runs has it, else its name.
  static func trace(_ word: String, among records: [RunRecord]) -> String {
    if TracePaths.isPath(word), let trace = try? Trace.load(path: word),
      records.contains(where: { $0.traceIdentity == trace.sha256 })
    {
      return trace.sha256
    }
    return TracePaths.name(word)
  }

  /// Returns the runs that the options name, or all of them.
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
    let traceNames = { (record: RunRecord) in [record.traceName, record.traceIdentity] }
    let strategies = try chosen(
      replays.strategy.map { (try? StrategySpec($0, registry: KnownStrategies.all))?.shortText ?? $0 }, "strategy"
    ) { [$0.strategy] }
    let traces = try chosen(replays.trace.map { ReportOptions.trace($0, among: records) }, "trace", traceNames)
    return records.filter { strategies.contains($0.strategy) && !traces.isDisjoint(with: traceNames($0)) }
  }
}

/// The paths of a report's files: the page, its Markdown twin and their pictures, all in one folder.
struct ReportPlace {
  let page: String

  private var stem: String { String(page.dropLast(".html".count)) }
  var markdown: String { stem + ".md" }
  var pictures: String { stem + "-pictures" }
  /// The folder of pictures as page and Markdown name it.
  var link: String { pictures.split(separator: "/").last.map(String.init) ?? pictures }

  func taken() throws -> String? { try [page, markdown, pictures].first(where: Paths.exists) }

  func refuse(_ taken: String?) throws {
    if let taken {
      throw LabError("\(taken) is there already; --force replaces it, --out NAME.html writes another")
    }
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

/// The replays behind a report's runs, made again in virtual time for the player and for pictures over time.
struct RecordedReplays {
  /// The paths of traces outside of the shipped ones, by hash and by name.
  private let paths: [String: String]
  private(set) var titles: [String: String] = [:]

  init(options: ReportOptions) {
    let given = options.replays.trace.filter(TracePaths.isPath)
    let named = given.map { (TracePaths.name($0), $0) }
    let identified = given.compactMap { path in (try? Trace.load(path: path)).map { ($0.sha256, path) } }
    paths = Dictionary(named + identified, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the replays of strategies on one trace for the player.
  ///
  /// - Parameter records: Records of one trace, at least one.
  /// - Throws: `ReplayUnavailable` with the reason why these records cannot be replayed.
  mutating func reels(_ records: [RunRecord]) throws -> ReelTrace {
    let runs = try records.map { try rebuilt($0) }
    let reels = try zip(runs, records).map { run, record in
      let replay = run.prepared.replay
      let recorder = ReelRecorder(replay, of: record.strategy)
      let (tally, watched) = replay.run(run.strategy, observer: recorder)
      guard RunFacts(tally: tally).deterministic.digest == record.deterministicDigest else {
        throw ReplayUnavailable("\(record.strategy) counts otherwise now than in its record; run it again")
      }
      return watched.reel
    }
    return ReelTrace(name: records[0].trace, script: runs[0].prepared.replay.script, reels: reels)
  }

  mutating func timelines(_ records: [RunRecord]) throws -> [EventTimeline] {
    try records.map { record in
      let run = try rebuilt(record)
      var timeline = run.timeline()
      timeline.trace = record.trace
      return timeline
    }
  }

  private mutating func rebuilt(_ record: RunRecord) throws -> PlannedRun {
    let run = try PlannedRun(
      record.configuration, tracePath: paths[record.traceIdentity] ?? paths[record.traceName])
    if let title = run.prepared.trace.header.title { titles[record.trace] = title }
    return run
  }
}
