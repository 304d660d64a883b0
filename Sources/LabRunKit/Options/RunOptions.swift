public import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
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
  var yardsticks = OfflineBounds.Effort.quick

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
    request.yardsticks = yardsticks
    request.plant = plant
    request.isQuiet = quiet
    return request
  }
}

/// What somebody wants to be run: strategies over traces with settings, and how they are measured.
///
/// A command line fills it, a child's too, and a record's run is asked for again with it.
struct RunRequest {
  /// As they are written; `all` and `bounds` stand for several.
  var strategies: [String] = []
  /// Names or paths.
  var traces: [String] = []
  var settings = RunSettings()
  var measuring = Measuring(decodes: false)
  /// Where the events of the run go.
  var events: String?
  /// How near the record's clairvoyant and bound are brought to each other.
  var yardsticks = OfflineBounds.Effort.quick
  /// A fault for the gate's self-test.
  var plant: PlantedFault?
  /// No progress.
  var isQuiet = true

  /// Whether runs measure, and not only count.
  var measures: Bool { measuring.decodes || measuring.pace != nil }

  /// Strategies, `all` spelled out: all that could ship; and `bounds`: those that know the trace.
  ///
  /// - Parameter peak: What a strategy peaks at, for budgets written as `peak(STRATEGY)`; nil where these are refused.
  func specs(
    registry: StrategyRegistry = KnownStrategies.all, peak: ((StrategySpec) throws -> ByteCount)? = nil
  ) throws -> [StrategySpec] {
    let texts = strategies.flatMap { text in
      switch text {
      case "all": registry.descriptors.map(\.id)
      case "bounds": registry.boundDescriptors.map(\.id)
      default: [text]
      }
    }
    var specs: [StrategySpec] = []
    for text in texts {
      let spec = try settings.replay.delivery.applied(to: self.spec(text, registry, peak), registry: registry)
      if !specs.contains(where: { $0.canonicalText == spec.canonicalText }) { specs.append(spec) }
    }
    return specs
  }

  /// The strategy of a text. A budget written as what another strategy peaks at on the same trace, device and screen,
  /// `clairvoyant:budget=peak(preheat2x)`, is bytes before anything runs, and bytes stand in the record.
  ///
  /// - Throws: `UsageError` when a peak is written wrong or nothing is there to replay, `SpecError` for what is in it.
  private func spec(
    _ text: String, _ registry: StrategyRegistry, _ peak: ((StrategySpec) throws -> ByteCount)?
  ) throws -> StrategySpec {
    let spec: PeakSpec
    do {
      spec = try PeakSpec(text, registry: registry)
    } catch let error as PeakError {
      throw UsageError(error.description)
    }
    if let peak { return spec.spec(try spec.budgets.map { $0.bytes(ofPeak: try peak($0.strategy).rawValue) }) }
    guard spec.budgets.isEmpty else {
      throw UsageError(
        "'\(text)' takes its budget from another strategy, which \(ToolName.current) run does: write bytes here")
    }
    return spec.sample
  }

  /// Its traces, each with the library; what is wrong with any of them is said before a library is made.
  ///
  /// - Parameters:
  ///   - willOpen: Called before the library is opened.
  ///   - whenMade: Called once the library was made, which it was not before.
  func prepared(willOpen: () throws -> Void = {}, whenMade: () -> Void = {}) throws -> [PreparedRun] {
    _ = try settings.device.map { try DeviceChoice.named($0) }
    let traces = try TracePaths.find(traces).map { (path: $0, trace: try Trace.load(path: $0)) }
    try willOpen()
    let library = try openLibrary(whenMade: whenMade)
    return try traces.map { try PreparedRun(self, path: $0.path, trace: $0.trace, library: library) }
  }

  /// Every strategy over every trace.
  func runs() throws -> [PlannedRun] {
    let strategies = try specs()
    return try prepared().flatMap { $0.runs(of: strategies) }
  }

  func openLibrary(whenMade: () -> Void = {}) throws -> PhotoLibrary {
    try settings.openLibrary(quiet: isQuiet, whenMade: whenMade)
  }
}

extension RunRequest {
  /// What makes one of the runs again, in another process or on another day, as words of a command line; what is as it
  /// is by default is left out, and so is how it is measured.
  func replayWords(strategy: String, trace: String) -> [String] {
    ["--strategy", strategy, "--trace", trace] + settings.words
  }

  /// Options with their values, in one word each: so a value may begin with a dash. Words that are no such pairs stay.
  static func joined(_ words: [String]) -> [String] {
    let pairs = stride(from: 0, to: words.count, by: 2).map { words[$0...].prefix(2) }
    let arePairs = pairs.allSatisfy { $0.count == 2 && $0[$0.startIndex].wholeMatch(of: /--[^=]+/) != nil }
    return arePairs ? pairs.map { $0.joined(separator: "=") } : words
  }

  /// How the run on a trace is asked for, for its record.
  func runWords(tracePath: String) -> RunWords {
    RunWords(trace: RunRequest.traceWord(tracePath), settings: settings.words + measuring.words)
  }

  /// How a trace is best named again: by its name where that finds this very file, else by its path.
  static func traceWord(_ path: String) -> String {
    let name = PreparedRun.name(ofTrace: path)
    return (try? TracePaths.find([name])) == [path] ? name : path
  }
}

extension RunRequest {
  /// The wall clock has no future to tell.
  func refuseOffline(_ strategies: [StrategySpec], because reason: String) throws {
    guard let seer = strategies.first(where: { $0.isOffline }) else { return }
    throw UsageError(SettingError.offline(seer, because: reason).description)
  }

  /// What contradicts the wall clock is said before anything runs.
  func checkRealTime(_ pace: RealTimePace) throws {
    if events != nil {
      throw UsageError("--events writes what repeats: leave out --time real, or leave out --events")
    }
    if settings.replay.cloud.sharePercent > 0 {
      throw UsageError("downloads are modelled in virtual time alone: leave out --cloud, or the wall clock")
    }
    if !measuring.decodes && pace.decodeEnd == .host {
      throw UsageError("--decode none decodes nothing that could end: leave out --decodes-end host")
    }
  }
}

extension OfflineBounds.Effort: ExpressibleByArgument {}

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
