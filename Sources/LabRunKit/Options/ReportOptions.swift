import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

struct ReportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of runs, or folders of them (default: the newest file in results/).", valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  var records: [String] = []

  /// What is replayed now, or with files, of which strategies and traces their runs are taken.
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
    if !isAnew, let word = replays.setting.settings.words.first {
      throw UsageError("runs have their own settings: leave out \(word), or name --strategy and --trace and no files")
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
