public import ArgumentParser
import CacheLab
import LabBase
import LabRecords
public import StrategyKit

/// Everything that a run can be told.
struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Strategy, id[:key=value,...], 'all' or 'oracles'; repeat for several. See \(ToolName.current) list.",
      valueName: "strategy"),
    completion: NameCompletion.strategies("all", "oracles"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Name or path of a trace; \(TracePaths.setsInWords); repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  @Option(help: "Decode for real and measure, or only count: real or none.")
  var decode = DecodeMode.real

  @Option(
    help: ArgumentHelp("Write every event of the run as JSON lines (one run only).", valueName: "FILE"),
    completion: .file())
  var events: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for records (default: results).", valueName: "DIR"),
    completion: .directory)
  var out: String?

  @Flag(help: "Go on with the same runs where they were interrupted or killed; what is finished is not run again.")
  var resume = false

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format = OutputFormat.table

  @Flag(name: .shortAndLong, help: "No progress.")
  var quiet = false

  /// Not in a validate(), which is asked before unknown options are refused.
  ///
  /// - Parameter trace: One that the message names.
  /// - Throws: `UsageError` where no strategy or no trace is named.
  func requireNames(trace example: String) throws {
    guard strategy.isEmpty || trace.isEmpty else { return }
    let words = strategy.isEmpty ? "strategy: --strategy preheat2x" : "trace: --trace \(example)"
    throw UsageError("name a \(words) (\(ToolName.current) list shows all)")
  }

  /// What is asked for.
  var request: RunRequest {
    var request = RunRequest(strategies: strategy, traces: trace, settings: setting.settings)
    request.measuring = Measuring(decodes: decode == .real)
    request.events = events
    request.isQuiet = quiet
    return request
  }
}

/// Whether JPEGs are decoded.
enum DecodeMode: String, ExpressibleByArgument, CaseIterable, Sendable {
  case real, none
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension ByteCount: ExpressibleByArgument {
  public init?(argument: String) {
    guard let count = ByteCount(argument) else { return nil }
    self = count
  }
}
