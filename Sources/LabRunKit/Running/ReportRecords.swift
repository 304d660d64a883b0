import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// The records that a report is made of.
struct ReportRecords {
  let records: [RunRecord]
  /// Files that were left out, and why.
  private(set) var leftOut: [String] = []

  init(_ options: ReportOptions) throws {
    if !options.records.isEmpty {
      records = RecordChoice.latest(try options.records.map(ReportRecords.read))
    } else if options.isAnew {
      records = try RunRequest(
        strategies: options.strategy, traces: options.trace, settings: options.setting.settings, isQuiet: false
      ).runs().records()
    } else {
      let folder = options.from ?? Places.results
      let isNone = try options.from == nil && !Paths.exists(folder)
      var all: [RunRecord] = []
      if !isNone { (all, leftOut) = try ReportRecords.stored(in: folder) }
      records = try ReportRecords.chosen(all, options)
      if records.isEmpty {
        let which = all.isEmpty ? "no record" : "no record of what was asked for"
        throw LabError(
          "\(folder) holds \(which): make some, \(ToolName.current) --strategy all --trace all, or replay now, "
            + "\(ToolName.current) report --strategy all --trace all")
      }
    }
  }

  private static func read(_ path: String) throws -> RunRecord {
    if try Paths.isFolder(path) {
      throw LabError("\(path.visible) is a folder: \(ToolName.current) report --from \(ShellWords.line([path]))")
    }
    guard let record = try RunRecord.read(path) else { throw LabError("there is no \(path): name a record") }
    return record
  }

  /// The latest record of each configuration. One that cannot be read does not keep the others from being shown.
  private static func stored(in folder: String) throws -> (records: [RunRecord], leftOut: [String]) {
    let names: [String]
    do throws(ResultError) { names = try RecordStore(directory: folder).names() } catch {
      throw LabError("\(folder) cannot be read (\(error.reason)): name a folder of records, such as results")
    }
    var records: [RunRecord] = []
    var leftOut: [String] = []
    for name in RecordChoice.latestNames(names) {
      do {
        records.append(try read("\(folder)/\(name)"))
      } catch let error as ResultError {
        leftOut.append("left out: \(error)")
      }
    }
    return (RecordChoice.latest(records), leftOut)
  }

  /// A trace as records know it: one given by path by what tells it from all others, if they have that, else by name.
  static func trace(_ word: String, among records: [RunRecord]) -> String {
    if TracePaths.isPath(word), let trace = try? Trace.load(path: word),
      records.contains(where: { $0.traceIdentity == trace.sha256 })
    {
      return trace.sha256
    }
    return TracePaths.name(word)
  }

  /// Those that the options name.
  private static func chosen(_ records: [RunRecord], _ options: ReportOptions) throws -> [RunRecord] {
    let strategies = options.strategy.map { (try? StrategySpec($0, registry: KnownStrategies.all))?.shortText ?? $0 }
    let traces = options.trace.map { ReportRecords.trace($0, among: records) }
    let known = records.map(\.traceName) + records.map(\.traceIdentity)
    for (name, all, kind) in strategies.map({ ($0, records.map(\.strategy), "strategy") })
      + traces.map({ ($0, known, "trace") })
    where name != "all" && !all.contains(name) {
      let cure =
        nearest(to: name, among: kind == "trace" ? records.map(\.traceName) : all).map { "did you mean '\($0)'?" }
        ?? "run it first"
      throw LabError("no record of \(kind) '\(name)' is there: \(cure)")
    }
    return records.filter { $0.isOf(strategies, on: traces) && isRun($0, with: options.setting) }
  }

  /// Whether a record's run had every setting that is given.
  private static func isRun(_ record: RunRecord, with options: SettingOptions) -> Bool {
    let (recorded, asked) = (RunSettings(onScreenOf: record.configuration), options.settings)
    return options.given.keys.allSatisfy {
      $0.name == "screen" ? asked.screen.isMet(by: recorded.screen) : $0.text(in: recorded) == $0.text(in: asked)
    }
  }
}

/// Where a report's files go: the page, its Markdown twin and their pictures, all beside each other.
struct ReportPlace {
  let page: String

  private var stem: String { String(page.dropLast(".html".count)) }
  var markdown: String { stem + ".md" }
  var pictures: String { stem + "-pictures" }
  /// The folder of pictures as page and Markdown name it.
  var link: String { pictures.split(separator: "/").last.map(String.init) ?? pictures }

  /// A path at which there is something already.
  func taken() throws -> String? { try [page, markdown, pictures].first(where: Paths.exists) }

  /// - Throws: `LabError` when a path is taken.
  func refuse(_ taken: String?) throws {
    if let taken {
      throw LabError("\(taken) is there already: --force replaces it, --out NAME.html writes another")
    }
  }

  /// The page last: one that is there has its pictures and its twin. Where it cannot be written, no new twin is left.
  ///
  /// - Returns: A path that somebody has taken meanwhile, who keeps it; nil when all is written.
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

/// The replays behind a report's records, made again in virtual time for the player and for pictures over time.
struct RecordedReplays {
  /// Traces given by path, which their names alone do not find: by what tells them apart, and by name.
  private let paths: [String: String]
  /// What traces say of themselves, by name.
  private(set) var titles: [String: String] = [:]

  init(options: ReportOptions) {
    let given = options.trace.filter(TracePaths.isPath)
    let named = given.map { (TracePaths.name($0), $0) }
    let identified = given.compactMap { path in (try? Trace.load(path: path)).map { ($0.sha256, path) } }
    paths = Dictionary(named + identified, uniquingKeysWith: { first, _ in first })
  }

  /// Strategies on one trace as the player shows them.
  ///
  /// - Parameter records: one at least, of one trace.
  /// - Throws: `LackOfReplay` with why these records cannot be replayed.
  mutating func reels(_ records: [RunRecord]) throws -> ReelTrace {
    let runs = try records.map { try rebuilt($0) }
    let reels = try zip(runs, records).map { run, record in
      let replay = run.prepared.replay
      let recorder = ReelRecorder(replay, of: record.strategy)
      let (tally, watched) = replay.run(run.strategy, observer: recorder)
      guard RunFacts(tally: tally).deterministic.digest == record.deterministicDigest else {
        throw LackOfReplay("\(record.strategy) counts otherwise now than in its record: run it again")
      }
      return watched.reel
    }
    return ReelTrace(name: records[0].trace, script: runs[0].prepared.replay.script, reels: reels)
  }

  /// The same as pictures read them.
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
