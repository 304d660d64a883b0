import Synchronization

/// A request for runs: strategies, traces, settings, and whether images are decoded.
struct RunRequest {
  /// The strategies as given, including `all` and `oracles`.
  var strategies: [String] = []
  var traces: [String] = []
  var settings = RunSettings()
  var decodes = false
  var events: String?

  /// Returns the strategies, each once; `peak` makes a budget such as `peak(preheat2x)` bytes, nil refuses these.
  func specs(
    registry: StrategyRegistry = KnownStrategies.all, peak: ((StrategySpec) throws -> Int64)? = nil
  ) throws -> [StrategySpec] {
    try strategies.flatMap(registry.ids(named:)).map { text in
      let asked = try PeakSpec(text, registry: registry)
      guard peak != nil || asked.budgets.isEmpty else {
        throw UsageError(
          "'\(text)' takes its budget from another strategy, which \(ToolName.current) run does; write bytes here")
      }
      let budgets = try asked.budgets.map { $0.bytes(ofPeak: try peak?($0.strategy) ?? 0) }
      return try settings.replay.delivery.applied(to: asked.spec(budgets))
    }.distinct
  }

  /// Returns the traces with the library. Errors in a trace are thrown before the library is made.
  func prepared(willOpen: () throws -> Void = {}, onCreate: () -> Void = {}) throws -> [PreparedRun] {
    _ = try settings.device.map { try DeviceChoice.named($0) }
    let traces = try TracePaths.find(traces).map { (path: $0, trace: try Trace.load(path: $0)) }
    try willOpen()
    let library = try settings.openLibrary(onCreate: onCreate)
    return try traces.map { try PreparedRun(self, path: $0.path, trace: $0.trace, library: library) }
  }

  func runs() throws -> [PlannedRun] {
    let strategies = try specs()
    return try prepared().flatMap { try $0.runs(of: strategies) }
  }

  func onlyRun(else problem: String) throws -> PlannedRun {
    guard try specs().count == 1, try TracePaths.find(traces).count == 1 else { throw UsageError(problem) }
    return try runs()[0]
  }

  /// Returns the name of a trace if that finds this file, else the path.
  static func traceWord(_ path: String) -> String {
    let name = TracePaths.name(path)
    return (try? TracePaths.find([name])) == [path] ? name : path
  }
}

extension [StrategySpec] {
  var distinct: [StrategySpec] { grouped(by: \.canonicalText).map { $0.members[0] } }
}

final class PreparedRun {
  let library: PhotoLibrary
  let trace: Trace
  let tracePath: String
  let traceName: String
  let replay: Replay
  let request: RunRequest
  let device: DeviceProfile
  fileprivate let deviceNote: String?

  /// - Parameter known: The device of a record, or nil for the requested one, or one that suits the photos.
  init(
    _ request: RunRequest, device known: DeviceProfile? = nil, path: String, name: String? = nil, trace: Trace,
    library: PhotoLibrary
  ) throws {
    self.request = request
    self.library = library
    (device, deviceNote) = try known.map { ($0, nil) } ?? DeviceChoice.device(request.settings.device, for: library)
    self.trace = try trace.applying(
      request.settings.screen.override(
        assetCount: Int32(library.index.count), accessLimit: request.settings.replay.access.limit))
    tracePath = path
    traceName = name ?? TracePaths.name(path)
    let script = ReplayScript(self.trace)
    let slots = script.slotCount
    guard slots <= SlotTable.slotsMax else {
      throw LabError(
        "trace '\(traceName)' shows its photos at so many sizes that \(slots) bitmaps would have to be kept track of, "
          + "\(SlotTable.slotsMax) at most; cut it into traces with fewer layouts, or give --assets")
    }
    replay = Replay(script: script, assets: library.index.assets, device: device, settings: request.settings.replay)
  }

  func runs(of strategies: [StrategySpec]) throws(SettingError) -> [PlannedRun] {
    try strategies.map { strategy throws(SettingError) in try PlannedRun(prepared: self, strategy: strategy) }
  }
}

struct PlannedRun {
  let prepared: PreparedRun
  let strategy: StrategySpec

  /// - Throws: `SettingError` if the strategy knows the trace and photos come and go.
  init(prepared: PreparedRun, strategy: StrategySpec) throws(SettingError) {
    // The requests to come are computed only for grids that keep their photos.
    if prepared.replay.script.hasChangingContent, strategy.isOffline {
      throw .offline(strategy, because: "and where photos come and go that is not worked out")
    }
    (self.prepared, self.strategy) = (prepared, strategy)
  }

  /// Recreates the run of a configuration, of a record or of the first line of an event file.
  ///
  /// - Throws: `ReplayUnavailable` with the part that is missing or has changed.
  init(_ configuration: RunConfiguration, tracePath: String?) throws {
    guard let strategy = try? StrategySpec(configuration.strategy ?? "", registry: KnownStrategies.all) else {
      throw ReplayUnavailable("its strategy '\(configuration.strategy ?? "?")' is not known to this tool")
    }
    guard let device = configuration.device else {
      throw ReplayUnavailable("it does not say what its device costs")
    }
    let name = configuration.traceName ?? "?"
    let (path, trace): (String, Trace)
    do {
      path = try TracePaths.findOne(tracePath ?? name)
      trace = try Trace.load(path: path)
    } catch {
      throw ReplayUnavailable("its trace '\(name)' is not found: \(error) (--trace PATH says where it is)")
    }
    guard trace.sha256 == configuration.traceSHA256 else {
      throw ReplayUnavailable("\(path) is not the trace '\(name)' that it replayed (--trace PATH says where that is)")
    }
    var request = RunRequest(settings: RunSettings(configuration))
    let library: PhotoLibrary
    do { library = try request.settings.openLibrary() } catch {
      throw ReplayUnavailable("its library '\(request.settings.library)' cannot be opened: \(error)")
    }
    guard library.index.fingerprint == configuration.library.fingerprint else {
      throw ReplayUnavailable("its library '\(request.settings.library)' holds other photos now")
    }
    var differing = "nothing"
    // A configuration has the screen, not the option that requested it.
    for screen in request.settings.screen.requests {
      request.settings.screen = screen
      guard
        let made = try? PreparedRun(request, device: device, path: path, name: name, trace: trace, library: library)
      else { continue }
      let run = try PlannedRun(prepared: made, strategy: strategy)
      guard let difference = PlannedRun.difference(configuration, run.configuration) else {
        self = run
        return
      }
      differing = difference
    }
    throw ReplayUnavailable("its \(differing) is not what is found under that name now")
  }

  var configuration: RunConfiguration {
    let (library, request) = (prepared.library.index, prepared.request)
    return RunConfiguration(
      strategy: strategy, trace: (prepared.traceName, prepared.trace.sha256), device: prepared.device,
      library: (library.fingerprint, library.count), layout: prepared.replay.script.layouts[0],
      settings: request.settings, decodes: request.decodes)
  }

  /// Returns the arguments that repeat the run, without default values.
  ///
  /// - Parameter trace: The word for its trace; nil for the path, since another program may find another by its name.
  @inline(never) func words(strategy text: String? = nil, trace: String? = nil, decodes: Bool = true) -> [String] {
    ShellWords.option("strategy", text ?? strategy.shortText)
      + ShellWords.option("trace", trace ?? prepared.tracePath) + prepared.request.settings.words(decodes: decodes)
  }

  var typedWords: [String] { words(trace: RunRequest.traceWord(prepared.tracePath)) }

  var label: String { "\(strategy.shortText) on \(prepared.tracePath)" }
  /// The name of the run for progress, which must fit into a line.
  var title: String { "\(strategy.shortText) on \(prepared.traceName)" }

  /// Executes the run in this process and returns its record; writes the event file if one is requested.
  func record() throws -> RunRecord {
    let (request, configuration) = (prepared.request, configuration)
    if let path = request.events {
      try follow(EventFile(path: path, configuration: configuration.json)).finish()
    }
    let facts = try measured()
    return RunRecord(
      configuration: configuration, environment: BuildInfo.environment, run: facts, notes: notes(facts),
      created: UTCTime(seconds: Clocks.wallSeconds()).text,
      moved: MovedFrames(prepared.trace),
      words: RunWords(
        trace: RunRequest.traceWord(prepared.tracePath), settings: request.settings.words(decodes: request.decodes)))
  }

  func tally() -> ReplayTally { prepared.replay.run(strategy) }

  /// Replays the run once, passes its events to an observer and returns it.
  func follow<Observer: ReplayObserver>(_ observer: Observer) -> Observer {
    prepared.replay.run(strategy, observer: observer).observer
  }

  func timeline() -> EventTimeline { EventTimeline(prepared.replay, strategy, configuration: configuration.json) }

  private func measured() throws -> RunFacts {
    guard prepared.request.decodes else { return RunFacts(tally: tally()) }
    return try MeasuredReplay.run(strategy, in: prepared.replay, over: prepared.library) {
      Terminal.progress("\(title): \($0) of \($1) decodes")
    }
  }

  private func notes(_ facts: RunFacts) -> [String] {
    var notes: [String] = prepared.deviceNote.map { [$0] } ?? []
    if let incidents = facts.measurements?.incidents { notes += self.notes(on: incidents) }
    notes += prepared.library.notes + RunSetting.notes(on: prepared.request.settings)
    let changes = prepared.replay.script.steps.count { $0.kind == .content }
    if changes > 0 { notes.append("photos come, go or become visible \(NumberText.count(changes, "time"))") }
    let trace = prepared.trace
    if trace.clampedFrames > 0 {
      notes.append("\(trace.clampedFrames) frames lay beyond the end of this screen's grid and were moved to it")
    }
    if trace.warningCount > 0, let first = trace.warnings.first {
      notes.append("\(trace.warningCount) warning\(trace.warningCount == 1 ? "" : "s") in the trace, first: \(first)")
    }
    return notes
  }

  private func notes(on incidents: DecodeIncidents) -> [String] {
    var notes: [String] = []
    if incidents.partialImages > 0 {
      let names = incidents.partialAssets.map { prepared.library.folderFile(of: $0) ?? "asset \($0)" }.unique
      let more = incidents.partialAssets.count < DecodeIncidents.assetsMax ? "" : " and more"
      notes.append(
        "\(NumberText.count(Int(incidents.partialImages), "decode")) gave only a part of the image, because files are "
          + "cut off or damaged: \(names.prefix(3).joined(separator: ", "))\(more)")
    }
    if incidents.stalls > 0 {
      let (wall, cpu) = incidents.longestStall
      notes.append(
        "\(NumberText.count(Int(incidents.stalls), "decode")) stood still for 100 ms or more, the longest for "
          + "\(NumberText.milliseconds(Double(wall - cpu))) of its \(NumberText.milliseconds(Double(wall))) ms: the process "
          + "was stopped, or others had the processor or the disk. The wall times of this run are not those of decoding: "
          + "run it again")
    }
    return notes
  }

  var end: Int64 { prepared.replay.script.end.rawValue }

  private static func difference(_ old: RunConfiguration, _ new: RunConfiguration) -> String? {
    (new.json.object ?? [:]).keys.ordered().first { $0 != "decode" && new.json[$0] != old.json[$0] }
  }
}

extension RunSettings {
  /// Opens the library, making it on first use.
  ///
  /// - Parameter filling: Whether to repeat the photos of a small folder up to the size of a made library, so that they
  ///   fill the grids of traces.
  func openLibrary(filling: Bool = true, onCreate: () -> Void = {}) throws -> PhotoLibrary {
    // What comes next may write to standard output by itself.
    defer { Terminal.clearProgress() }
    guard replay.decoder == .turbojpeg || PhotoLibrary.hasImageIO else {
      throw LabError("--decoder imageio: there is no ImageIO here; leave it out, and libjpeg-turbo decodes")
    }
    let (cache, usual) = (try PhotoLibrary.defaultCacheDirectory(), LibraryConfiguration().assetCount)
    guard let profile = LibraryProfile(rawValue: library) else {
      guard try Paths.isFolder(library) else { throw LabError(try missingLibrary()) }
      return try PhotoLibrary.openFolder(
        library, assetCount: assets, fill: filling ? usual : 0, decoder: replay.decoder, cacheDirectory: cache
      ) { Terminal.progress("indexing the photos (once)", $0) }
    }
    let configuration = LibraryConfiguration(seed: seed, assetCount: assets ?? usual, profile: profile)
    let isMade = Atomic(false)
    let library = try PhotoLibrary.open(configuration, in: cache, decoder: replay.decoder) {
      isMade.store(true, ordering: .relaxed)
      Terminal.progress("making the \(profile.rawValue) library (once)", $0)
    }
    if isMade.load(ordering: .relaxed) { onCreate() }
    return library
  }

  private func missingLibrary() throws -> String {
    if try Paths.exists(library) { return "\(library.visible) is a file; name the folder in which it lies" }
    let names = "small, default and full"
    if library.contains("/") { return "there is no folder '\(library)'; name a folder of JPEGs, or one of \(names)" }
    let cure = nearest(to: library, among: RunSettings.libraryProfiles).map { "did you mean '\($0)'?" }
    return "library '\(library)' is none of \(names), nor a folder of JPEGs; \(cure ?? "name one of these")"
  }

  /// The made libraries for general use; `tiny` is for tests.
  static let libraryProfiles = LibraryProfile.allCases.filter { $0 != .tiny }.map(\.rawValue)
}

struct ReplayUnavailable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
