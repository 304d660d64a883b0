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
      "Strategy, id[:key=value,...], 'all' or 'bounds'; repeat for several. See \(ToolName.current) list.",
      valueName: "strategy"),
    completion: NameCompletion.strategies("all", "bounds"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Name or path of a trace; 'people', 'stress' or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  @Option(help: "Decode for real and measure, or only count: real or none.")
  var decode = DecodeMode.real

  @Option(
    help: ArgumentHelp(
      "Decode in this process, or in processes of their own as the system's photo picker does: host or process.",
      valueName: "host|process"))
  var decodeIn = DecodePlace.host

  @OptionGroup(title: "Time")
  var time: TimeOptions

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

  @Option(
    help: ArgumentHelp(
      "How near the record's clairvoyant and bound come to each other.",
      discussion: "A bound is a proved limit that no strategy can pass. The clairvoyant is a strategy that knows the "
        + "whole scroll beforehand; it is replayed like any other. tight takes some seconds for a trace as long as the "
        + "shipped ones, searched up to ten times as long."))
  var yardsticks = Yardsticks.Effort.quick

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format = OutputFormat.table

  @Option(
    help: ArgumentHelp(
      "Plant a fault for the gate's self-test: row, lost-hit, leak=8MiB or slow=5%.", visibility: .hidden))
  var plant: PlantedFault?

  @Flag(name: .shortAndLong, help: "No progress.")
  var quiet = false

  /// What is asked for.
  var request: RunRequest {
    var request = RunRequest(strategies: strategy, traces: trace, settings: setting.settings)
    request.measuring = Measuring(decodes: decode == .real, place: decodeIn, time: time.mode)
    request.events = events
    request.yardsticks = yardsticks
    request.plant = plant
    request.isQuiet = quiet
    return request
  }
}

extension Yardsticks.Effort: ExpressibleByArgument {}

/// Whether JPEGs are decoded.
enum DecodeMode: String, ExpressibleByArgument, CaseIterable, Sendable {
  case real, none
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension DecodePlace: ExpressibleByArgument {}
extension ByteCount: ExpressibleByArgument {
  public init?(argument: String) {
    guard let count = ByteCount(argument) else { return nil }
    self = count
  }
}
