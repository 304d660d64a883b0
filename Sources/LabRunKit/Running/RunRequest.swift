import CacheLab
import LabBase
import LabLibrary
import LabRecords
import StrategyKit

/// What somebody wants to be run: strategies over traces with settings, and how they are measured.
///
/// A command line fills it, a child gets it as JSON (`ChildRun`), and a record's run is asked for again with it.
struct RunRequest {
  /// As they are written; `all` and `bounds` stand for several.
  var strategies: [String] = []
  /// Names or paths.
  var traces: [String] = []
  var settings = RunSettings()
  var measuring = Measuring(decodes: false)
  /// Where the events of the run go.
  var events: String?
  /// How near the record's yardsticks are brought to each other.
  var yardsticks = Yardsticks.Effort.quick
  /// A fault for the gate's self-test.
  var plant: PlantedFault?
  /// No progress.
  var isQuiet = true

  var cells: CellPolicy { settings.replay.cells }

  /// Whether runs measure, and not only count.
  var measures: Bool { measuring.decodes || measuring.time != .virtual }

  /// Strategies, `all` spelled out: all that could ship; and `bounds`: the yardsticks.
  ///
  /// - Parameter peak: What a strategy peaks at, for budgets written as `peak(STRATEGY)`; nil where these are refused.
  func specs(
    registry: StrategyRegistry, peak: ((StrategySpec) throws -> ByteCount)? = nil
  ) throws -> [StrategySpec] {
    var specs: [StrategySpec] = []
    for text in texts(registry: registry) {
      let spec = try settings.replay.delivery.applied(
        to: PeakBudget.resolve(text, registry: registry, bytes: peak), registry: registry)
      if !specs.contains(where: { $0.canonicalText == spec.canonicalText }) { specs.append(spec) }
    }
    return specs
  }

  /// The strategies as they are written, `all` and `bounds` spelled out.
  func texts(registry: StrategyRegistry) -> [String] {
    strategies.flatMap { text in
      switch text {
      case "all": registry.descriptors.map(\.id)
      case "bounds": registry.boundDescriptors.map(\.id)
      default: [text]
      }
    }
  }

  func checkDevice() throws { _ = try settings.device.map { try DeviceChoice($0).profile() } }

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

  /// What an arm is told, of this program or another. The trace by its path: another binary may find another one by the
  /// name.
  func armWords(_ strategy: StrategySpec, tracePath: String) -> [String] {
    replayWords(strategy: strategy.canonicalText, trace: tracePath) + ["--quiet"]
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

  /// What helper processes are not for is said before anything runs.
  ///
  /// - Parameter reason: why this command has none; nil for one that has.
  func checkHelpers(because reason: String? = nil) throws {
    guard measuring.place == .process else { return }
    if let reason { throw UsageError("\(reason): leave out --decode-in process") }
    if !measuring.decodes { throw UsageError("--decode none decodes nothing: leave out --decode-in process") }
    if measuring.time != .virtual {
      throw UsageError(
        "on the wall clock a decode is held to its declared cost, which a process beside would not change: leave out "
          + "--decode-in process, or --time real")
    }
  }

  /// What is kept twice is no assumption about Photos.
  ///
  /// - Throws: `SettingError` naming a strategy that retains images itself, where the manager is assumed to keep some.
  func refuseManagerCache(below strategies: [StrategySpec]) throws {
    try settings.checkManagerCache(below: strategies)
  }
}
