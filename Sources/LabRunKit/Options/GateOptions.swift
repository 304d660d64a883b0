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

  /// What is run in one go.
  struct Part {
    var request: RunRequest
    /// The baseline that says what is run; nil where options do.
    var path: String?
  }

  /// All parts, run one after the other. Baselines are run apart, and told apart here.
  func measured() async throws -> [GateRun.Measured] {
    var measured: [GateRun.Measured] = []
    for part in try parts() { measured += try await measure(part) }
    GateRun.tellApart(&measured)
    return measured
  }

  /// - Throws: `NoBaseline` where a baseline's command does not run the case that the baseline is of.
  func measure(_ part: Part) async throws -> [GateRun.Measured] {
    let cells = try await GateRun(request: part.request).measure()
    let paths = cells.map { store.path(of: $0.record, strategySlug: $0.strategy.slug, words: $0.words) }
    if let path = part.path, paths != [path] {
      throw NoBaseline(
        "\(path): its command does not run the case of this file: restore it, or remove it and run "
          + "\(ToolName.current) baseline record with its --strategy and --trace")
    }
    return cells
  }

  /// The strategies and traces that were named, else every baseline of the folder.
  func parts() throws -> [Part] {
    let request = try request(because: "a gate compares what this process decodes")
    if !options.strategy.isEmpty && !options.trace.isEmpty { return [Part(request: request)] }
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
        return Part(request: told.request, path: path)
      } catch {
        throw LabError(
          "\(path): its command cannot be run (\(RunOptions.message(for: error))): run "
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
