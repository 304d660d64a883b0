import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// Where baselines and limits are.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of baselines (default: results/baseline).", valueName: "DIR"), completion: .directory)
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "How instructions of decodes and frames are counted: auto takes what there is.",
      valueName: "auto|counter|callgrind|none"))
  var instructions = InstructionChoice.auto

  @OptionGroup var options: RunOptions

  var store: BaselineStore { BaselineStore(directory: baseline ?? GateOptions.usualFolder) }

  /// Where baselines are unless told otherwise.
  static var usualFolder: String { "\(Places.results)/baseline" }

  /// What is asked for.
  ///
  /// - Parameter reason: Why nothing is decoded in other processes.
  /// - Throws: `UsageError` for what no gate takes.
  func request(because reason: String) throws -> RunRequest {
    try options.time.check()
    try GateOptions.check(options)
    try options.request.checkHelpers(because: reason)
    return options.request
  }

  /// - Throws: `UsageError` for options that only a run has.
  private static func check(_ options: RunOptions) throws {
    let told = [
      ("--events", options.events != nil), ("--out", options.out != nil), ("--resume", options.resume),
      ("--format", options.format != .table), ("--yardsticks", options.yardsticks != .quick),
    ].filter(\.1).map(\.0)
    if !told.isEmpty {
      throw UsageError("a gate prints verdicts and writes no records: leave out \(told.joined(separator: ", "))")
    }
  }

  /// What is run: the strategies and traces that were named, else every baseline of the folder.
  ///
  /// - Returns: one request for each part that is run in one go.
  func parts() throws -> [RunRequest] {
    let request = try request(because: "a gate compares what this process decodes")
    if !options.strategy.isEmpty && !options.trace.isEmpty { return [request] }
    if !options.strategy.isEmpty || !options.trace.isEmpty {
      throw UsageError("name strategies and traces, or neither: without them every baseline is looked at")
    }
    if let word = request.settings.words.first {
      throw UsageError("every baseline brings its own settings: leave out \(word), or name strategies and traces too")
    }
    let directory = store.directory
    if Places.exists(directory) && !Places.isFolder(directory) {
      throw LabError("\(directory) is no folder: name the folder of the baselines")
    }
    let known = Places.exists(directory) ? try store.all() : []
    if known.isEmpty {
      throw NoBaseline(
        "there is no baseline in \(directory): \(ToolName.current) baseline record --strategy preheat2x "
          + "--trace fastscroll makes one"
      )
    }
    return try known.map { path, baseline in
      var words = baseline.words + ["--decode", options.decode.rawValue]
      if options.quiet { words.append("--quiet") }
      do {
        let told = try RunOptions.parse(words)
        try GateOptions.check(told)
        return told.request
      } catch {
        throw LabError(
          "\(path): its command cannot be run (\(ParserMessage(RunOptions.message(for: error)))): run "
            + "\(ToolName.current) baseline accept for this strategy and trace"
        )
      }
    }
  }
}

/// Nothing to compare with: exit code 5.
struct NoBaseline: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
