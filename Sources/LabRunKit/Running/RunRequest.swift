import CacheLab
import LabBase
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

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
  /// How near the record's clairvoyant and bound are brought to each other.
  var yardsticks = OfflineBounds.Effort.quick
  /// A fault for the gate's self-test.
  var plant: PlantedFault?
  /// No progress.
  var isQuiet = true

  var cells: CellPolicy { settings.replay.cells }

  /// Whether runs measure, and not only count.
  var measures: Bool { measuring.decodes || measuring.time != .virtual }

  /// Strategies, `all` spelled out: all that could ship; and `bounds`: those that know the trace.
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

  /// Its traces, each with the library; what is wrong with any of them is said before a library is made.
  func prepared() throws -> [PreparedRun] {
    try checkDevice()
    let traces = try TracePaths.find(traces).map { (path: $0, trace: try Trace.load(path: $0)) }
    let library = try openLibrary()
    return try traces.map { try PreparedRun(self, path: $0.path, trace: $0.trace, library: library) }
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
}

/// A request for one run as a child gets it: one strategy, one trace, and nothing that only its parent needs.
extension RunRequest {
  var json: JSON {
    var members: [String: JSON] = [
      "strategies": .array(strategies.map { .string($0) }), "traces": .array(traces.map { .string($0) }),
      "settings": settings.json, "measuring": .object(measuring.members),
    ]
    if yardsticks != .quick { members["yardsticks"] = .string(yardsticks.rawValue) }
    if let plant { members["plant"] = .string(plant.word) }
    return .object(members)
  }

  /// Reads back what `json` wrote.
  ///
  /// - Throws: `LabError` for anything else, which no parent of this build writes.
  init(text: String) throws {
    guard let json = try? JSON.parse(text), let strategies = json["strategies"]?.array?.compactMap(\.string),
      let traces = json["traces"]?.array?.compactMap(\.string), let settings = json["settings"]
    else {
      throw LabError("'\(String(text.prefix(80)).visible)' is no request for a run: \(ToolName.current) run --help")
    }
    self.strategies = strategies
    self.traces = traces
    do throws(SettingError) {
      self.settings = try RunSettings(settings)
    } catch {
      throw LabError(error.description)
    }
    measuring = Measuring(json["measuring"])
    yardsticks = json["yardsticks"]?.string.flatMap { OfflineBounds.Effort(rawValue: $0) } ?? .quick
    plant = json["plant"]?.string.flatMap { PlantedFault(argument: $0) }
  }
}

extension RunSettings {
  /// Where made libraries are kept.
  static func libraryCache() throws(FileError) -> String { try PhotoLibrary.defaultCacheDirectory() }

  /// Opens the library, making it on first use.
  ///
  /// - Parameters:
  ///   - quiet: Whether no progress is shown.
  ///   - filling: Whether a folder with fewer photos than a made library has is repeated to as many, so that it fills
  ///     the grids of traces as that does.
  ///   - whenMade: Called once the library was made, which it was not before.
  func openLibrary(quiet: Bool, filling: Bool = true, whenMade: () -> Void = {}) throws -> PhotoLibrary {
    guard replay.decoder == .turbojpeg || PhotoLibrary.hasImageIO else {
      throw LabError("--decoder imageio: there is no ImageIO here: leave it out, and libjpeg-turbo decodes")
    }
    guard replay.decoder == .turbojpeg || replay.pixels == .bgra else {
      throw LabError("--decoder imageio makes bitmaps of bgra: leave out --pixels \(replay.pixels.rawValue)")
    }
    if let profile = LibraryProfile(rawValue: library) {
      let configuration = LibraryConfiguration(
        seed: seed, assetCount: assets ?? LibraryConfiguration().assetCount, profile: profile)
      let made = Atomic(false)
      let library = try PhotoLibrary.open(configuration, in: RunSettings.libraryCache(), decoder: replay.decoder) {
        share in
        made.store(true, ordering: .relaxed)
        if !quiet { Terminal.progress("making the \(profile.rawValue) library (once): \(Int(share * 100)) %") }
      }
      Terminal.clearProgress()
      if made.load(ordering: .relaxed) { whenMade() }
      return library
    }
    guard Places.isFolder(library) else { throw LabError(missingLibrary) }
    defer { Terminal.clearProgress() }
    return try PhotoLibrary.openFolder(
      library, assetCount: assets, fill: filling ? LibraryConfiguration().assetCount : 0, decoder: replay.decoder,
      cacheDirectory: RunSettings.libraryCache()
    ) { share in
      if !quiet { Terminal.progress("indexing the photos (once): \(Int(share * 100)) %") }
    }
  }

  private var missingLibrary: String {
    if library.contains("/") { return "there is no folder '\(library)': name a folder of JPEGs, or \(libraryNames)" }
    let cure = nearest(to: library, among: RunSettings.libraryProfiles).map { "did you mean '\($0)'?" }
    return "library '\(library)' is neither \(libraryNames) nor a folder of JPEGs: \(cure ?? "name one of these")"
  }

  /// The made libraries that are meant for use; `tiny` is there for tests.
  static let libraryProfiles = LibraryProfile.allCases.filter { $0 != .tiny }.map(\.rawValue)

  private var libraryNames: String { "small, default or full" }
}
