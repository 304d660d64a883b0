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
    help: ArgumentHelp("Name or path of a trace, or 'all'; repeat for several.", valueName: "trace"),
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

  /// How a matrix starts its runs: see `ChildRun`.
  @Flag(name: .customLong("of-matrix"), help: .private)
  var isOfMatrix = false

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format = OutputFormat.table

  @Option(
    help: ArgumentHelp(
      "Plant a fault for the gate's self-test: row, lost-hit, leak=8MiB or slow=5%.", visibility: .hidden))
  var plant: PlantedFault?

  @Flag(name: .shortAndLong, help: "No progress.")
  var quiet = false

  var device: String { setting.device }
  var library: LibraryOptions { setting.library }
  var screen: ScreenOptions { setting.screen }
  var access: AccessArgument { setting.access }
  var cells: CellPolicy { setting.cells }
  var managerCache: ByteCount { setting.managerCache }
  var scales: ScaleSet { setting.scales }

  /// Whether runs measure, and not only count.
  var measures: Bool { decode == .real || time.mode != .virtual }

  /// Strategies, `all` spelled out: all that could ship; and `bounds`: the yardsticks.
  ///
  /// - Parameter peak: What a strategy peaks at, for budgets written as `peak(STRATEGY)`; nil where these are refused.
  func strategies(
    registry: StrategyRegistry, peak: ((StrategySpec) throws -> ByteCount)? = nil
  ) throws -> [StrategySpec] {
    var specs: [StrategySpec] = []
    for text in strategyTexts(registry: registry) {
      let spec = try setting.delivery.applied(
        to: StrategySpec(PeakBudget.resolve(text, registry: registry, bytes: peak), registry: registry),
        registry: registry)
      if !specs.contains(where: { $0.canonicalText == spec.canonicalText }) { specs.append(spec) }
    }
    return specs
  }

  /// The strategies as they are written, `all` and `bounds` spelled out.
  func strategyTexts(registry: StrategyRegistry) -> [String] {
    strategy.flatMap { text in
      switch text {
      case "all": registry.descriptors.map(\.id)
      case "bounds": registry.boundDescriptors.map(\.id)
      default: [text]
      }
    }
  }

  /// The wall clock has no future to tell.
  func refuseOffline(_ strategies: [StrategySpec], because reason: String) throws {
    guard let seer = strategies.first(where: { $0.isOffline }) else { return }
    throw UsageError("'\(seer.shortText)' knows the trace, \(reason): leave it out, or name a strategy that could ship")
  }

  /// What helper processes are not for is said before anything runs.
  ///
  /// - Parameter reason: why this command has none; nil for one that has.
  func checkHelpers(because reason: String? = nil) throws {
    guard decodeIn == .process else { return }
    if let reason { throw UsageError("\(reason): leave out --decode-in process") }
    if decode == .none { throw UsageError("--decode none decodes nothing: leave out --decode-in process") }
    if time.mode != .virtual {
      throw UsageError(
        "on the wall clock a decode is held to its declared cost, which a process beside would not change: leave out "
          + "--decode-in process, or --time real")
    }
  }

  /// What is kept twice is no assumption about Photos.
  func refuseManagerCache(below strategies: [StrategySpec]) throws {
    try RunOptions.refuse(managerCache: managerCache, below: strategies)
  }

  /// - Throws: `UsageError` naming a strategy that retains images itself, where the manager is assumed to keep some.
  static func refuse(managerCache: ByteCount, below strategies: [StrategySpec]) throws {
    guard managerCache > .zero, let owner = strategies.first(where: { !$0.drivesPhotos }) else { return }
    throw UsageError(
      "--manager-cache lies below strategies that retain nothing themselves, but '\(owner.shortText)' does: "
        + "leave out either, or set the strategy's own budget")
  }

  func deviceProfile() throws -> DeviceProfile { try DeviceChoice(device).profile() }
}

/// Whether JPEGs are decoded.
enum DecodeMode: String, ExpressibleByArgument, CaseIterable, Sendable {
  case real, none
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension CellPolicy: ExpressibleByArgument {}
extension DecodePlace: ExpressibleByArgument {}
extension ByteCount: ExpressibleByArgument {
  public init?(argument: String) {
    guard let count = ByteCount(argument) else { return nil }
    self = count
  }
}
extension ReplayDelivery: ExpressibleByArgument {}
extension ScaleSet: ExpressibleByArgument {}
