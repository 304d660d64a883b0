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
    help: ArgumentHelp("Name or path of a trace; 'people', 'stress' or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  @Option(help: "Decode for real and measure, or only count: real or none.")
  var decode = DecodeMode.real

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

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format = OutputFormat.table

  @Option(
    help: ArgumentHelp(
      "Plant a fault for the gate's self-test: row, lost-hit, leak=8MiB or slow=5%.", visibility: .hidden))
  var plant: PlantedFault?

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
    request.measuring = Measuring(decodes: decode == .real, pace: time.time == .real ? time.pace : nil)
    request.events = events
    request.plant = plant
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

/// Which clock a replay keeps.
struct TimeOptions: ParsableArguments {
  enum Clock: String, ExpressibleByArgument, CaseIterable, Sendable {
    case virtual, real
  }

  @Option(
    help: "The clock: virtual repeats bit for bit; real replays on the wall clock with threads, at the trace's pace.")
  var time = Clock.virtual

  @Option(help: ArgumentHelp("With --time real: seconds of the trace a second (default: 1).", valueName: "x"))
  var speed: SpeedArgument?

  @Option(
    help: ArgumentHelp(
      "With --time real: hold each decode to the device's declared cost, or end when this host is done (default: hold).",
      valueName: "hold|host"))
  var decodesEnd: RealTimePace.DecodeEnd?

  /// How the wall clock goes, where it is asked for.
  var pace: RealTimePace { RealTimePace(speed: speed?.value ?? Rational(1), decodeEnd: decodesEnd ?? .hold) }

  /// - Throws: `UsageError` when there is a pace and no wall clock.
  func check() throws {
    if time == .virtual && (speed != nil || decodesEnd != nil) {
      throw UsageError("--\(speed != nil ? "speed" : "decodes-end") is for the wall clock: add --time real")
    }
  }
}

/// A positive factor such as 4, 0.5 or 1/3, from 1/100 to 100.
struct SpeedArgument: ExpressibleByArgument {
  let value: Rational

  init?(argument: String) {
    guard let value = Rational(argument, digitsMax: 4), Rational(1, 100) <= value, value <= Rational(100) else {
      return nil
    }
    self.value = value
  }
}

extension RealTimePace.DecodeEnd: ExpressibleByArgument {}
