import ArgumentParser
import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit

/// The records that a report is made of.
struct ReportRecords {
  let records: [RunRecord]
  /// Files that were left out, and why.
  let leftOut: [String]

  init(_ options: ReportOptions) throws {
    if !options.records.isEmpty {
      records = RecordChoice.latest(try options.records.map(ReportRecords.read))
      leftOut = []
    } else if options.isAnew {
      records = try ReportRecords.replayed(options)
      leftOut = []
    } else {
      let folder = options.from ?? Places.results
      let isNone = options.from == nil && !Paths.exists(folder)
      let (all, leftOut) = isNone ? ([], []) : try ReportRecords.stored(in: folder)
      records = try ReportRecords.chosen(all, options)
      self.leftOut = leftOut
      if records.isEmpty {
        let which = options.isAnew || all.isEmpty ? "no record" : "no record of what was asked for"
        throw LabError(
          "\(folder) holds \(which): make some, \(ToolName.current) --strategy all --trace all, or replay now, "
            + "\(ToolName.current) report --strategy all --trace all")
      }
    }
  }

  private static func read(_ path: String) throws -> RunRecord {
    guard let text = try TextFile.read(path, as: .record) else { throw LabError("there is no \(path): name a record") }
    return try RunRecord(text: text, name: path)
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
    let isPath = word.contains("/") || word.hasSuffix(".scrolltrace")
    if isPath, let trace = try? Trace.load(path: word), records.contains(where: { $0.traceIdentity == trace.sha256 }) {
      return trace.sha256
    }
    return PreparedRun.name(ofTrace: word)
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
    return records.filter { record in
      (strategies.isEmpty || strategies.contains("all") || strategies.contains(record.strategy))
        && (traces.isEmpty || traces.contains("all") || traces.contains(record.traceName)
          || traces.contains(record.traceIdentity))
        && isRun(record, with: options.setting)
    }
  }

  /// Whether a record's run had every setting that is given.
  private static func isRun(_ record: RunRecord, with options: SettingOptions) -> Bool {
    let (recorded, asked) = (RunSettings(onScreenOf: record.configuration), options.settings)
    return options.given.keys.allSatisfy { $0.text(in: recorded) == $0.text(in: asked) }
  }

  /// Replays now, in virtual time; nothing is decoded and no record written.
  private static func replayed(_ options: ReportOptions) throws -> [RunRecord] {
    let words = options.strategy.flatMap { ["--strategy", $0] } + options.trace.flatMap { ["--trace", $0] }
    return try PlotReplays(options: PlotOptions.parse(words + options.setting.settings.words)).records()
  }
}
