import ArgumentParser
import LabBase
import LabJudge
import StrategyKit

/// Where baselines and limits are.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of baselines (default: results/baseline).", valueName: "DIR"), completion: .directory)
  var baseline: String?

  @OptionGroup var options: RunOptions

  var store: BaselineStore { BaselineStore(directory: baseline ?? GateOptions.usualFolder) }

  /// Where baselines are unless told otherwise.
  static var usualFolder: String { "\(Places.results)/baseline" }

  /// What is run: the strategies and traces that were named, else every baseline of the folder.
  ///
  /// - Returns: one set of options for each part that is run in one go.
  func parts() throws -> [RunOptions] {
    try options.checkHelpers(because: "a gate compares what this process decodes")
    if !options.strategy.isEmpty && !options.trace.isEmpty { return [options] }
    if !options.strategy.isEmpty || !options.trace.isEmpty {
      throw UsageError("name strategies and traces, or neither: without them every baseline is looked at")
    }
    if let word = options.setting.words.first {
      throw UsageError("every baseline brings its own settings: leave out \(word), or name strategies and traces too")
    }
    let directory = store.directory
    guard let known = try? store.all(), !known.isEmpty else {
      throw NoBaseline(
        "there is no baseline in \(directory): \(ToolName.current) baseline record --strategy preheat2x "
          + "--trace fastscroll makes one"
      )
    }
    return try known.map { path, baseline in
      var words = baseline.words + ["--decode", options.decode.rawValue]
      if options.quiet { words.append("--quiet") }
      do {
        return try RunOptions.parse(words)
      } catch {
        throw LabError(
          "\(path): its command cannot be run (\(RunOptions.message(for: error))): run "
            + "\(ToolName.current) baseline accept for the cell"
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
