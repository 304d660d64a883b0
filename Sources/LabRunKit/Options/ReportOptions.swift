import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// The sources of a report, and its destination.
struct ReportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of runs, or folders of them (default: the newest file in results/).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  var records: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Replay this strategy now, or with files take its runs alone; or 'all'; repeat for several.",
      valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Replay this trace now, or with files take its runs alone; or 'all'; repeat for several.",
      valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

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

  /// The settings of replays that are made now; with `from`, those of the chosen records.
  @OptionGroup
  var setting: SettingOptions

  /// True if replays are made now instead of reading runs.
  var isAnew: Bool { records.isEmpty && !(strategy.isEmpty && trace.isEmpty) }

  /// - Throws: `UsageError` if options contradict each other.
  func check() throws {
    if !isAnew, let word = setting.settings.words.first {
      throw UsageError("runs have their own settings: leave out \(word), or name --strategy and --trace and no files")
    }
    if isAnew && (strategy.isEmpty || trace.isEmpty) {
      throw UsageError(
        "name both to replay now, --strategy all --trace fastscroll; or name files of runs to choose among")
    }
    if !out.hasSuffix(".html") { throw UsageError("--out \(out): a page's name ends in .html") }
    if out.split(separator: "/").last == ".html" { throw UsageError("--out \(out): name the page, as in report.html") }
  }

  /// Returns these options, or, if there is nothing else to report, options that replay strategies of a fleet on the
  /// shipped traces: the eight with the fewest noticed waits, without budgets that are peaks of others.
  func replaying(_ fleet: SweepTable, recordsIn results: String = Places.results) throws -> ReportOptions {
    guard records.isEmpty, strategy.isEmpty, trace.isEmpty, let view = fleet.percentiles.first,
      try RunFile.newest(in: results) == nil
    else { return self }
    let strategies = view.rows.map(\.name).filter { PeakSpec.budgetCount(of: $0) == 0 }
    if strategies.isEmpty { return self }
    var options = self
    options.strategy = Array(strategies.prefix(8))
    options.trace = ["all"]
    let peaks = view.rows.count - strategies.count
    Terminal.error(
      "there is no record in \(results), so the fleet's strategies are replayed on the shipped traces"
        + (peaks == 0 ? "" : ", without those whose budgets are peaks: \(peaks)"))
    return options
  }

  /// Returns the table of a sweep over a pack, if one is given.
  ///
  /// - Throws: `LabError` for a sweep over traces, which records compare.
  func fleetTable() throws -> SweepTable? {
    try fleet.map { try PopulationOptions.table($0, try counting.rule) }
  }

  /// The command that makes the report.
  var command: String {
    var words = [ToolName.current, "report"] + records
    func add(_ name: String, _ values: [String]) { words += values.flatMap { ShellWords.option(name, $0) } }
    add("strategy", strategy)
    add("trace", trace)
    words += setting.settings.words
    add("fleet", fleet.map { [$0] } ?? [])
    words += counting.words
    if out != "report.html" { add("out", [out]) }
    return ShellWords.line(words)
  }
}
