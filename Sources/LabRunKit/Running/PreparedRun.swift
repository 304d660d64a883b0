import CacheLab
import LabBase
import LabLibrary
import LabMeasure
import LabPictures
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// A trace, a library and a device made ready: many strategies can run over it.
struct PreparedRun {
  let library: PhotoLibrary
  let trace: Trace
  let tracePath: String
  let traceName: String
  let replay: Replay
  let request: RunRequest
  let device: DeviceProfile
  private let deviceNote: String?
  private let yardsticks = OfflineBoundsCache()

  /// - Parameters:
  ///   - known: What a decode costs, where a record says it; else it is as the request says, or fits the photos.
  ///   - path: The trace's.
  ///   - name: What the trace is called; by its path unless told otherwise.
  ///   - trace: What the file holds.
  init(
    _ request: RunRequest, device known: DeviceProfile? = nil, path: String, name: String? = nil, trace: Trace,
    library: PhotoLibrary
  ) throws {
    let name = name ?? PreparedRun.name(ofTrace: path)
    self.request = request
    self.library = library
    (device, deviceNote) = try known.map { ($0, nil) } ?? DeviceChoice.device(request.settings.device, for: library)
    var screen = request.settings.screen
    screen.show(library.index.assets, in: request.settings.replay.sections)
    self.trace = try trace.applying(screen)
    tracePath = path
    traceName = name
    let script = ReplayScript(self.trace)
    let slots = SlotTable.slotCount(of: script)
    guard slots <= SlotTable.slotsMax else {
      throw LabError(
        "trace '\(name)' shows its photos at so many sizes that \(slots) bitmaps would have to be kept track of, "
          + "\(SlotTable.slotsMax) at most: cut it into traces with fewer layouts, or give --assets")
    }
    replay = Replay(script: script, assets: library.index.assets, device: device, settings: request.settings.replay)
  }

  /// What would be replayed on another device.
  func replay(on device: DeviceProfile) -> Replay {
    Replay(script: replay.script, assets: library.index.assets, device: device, settings: request.settings.replay)
  }

  /// The trace's file name without its ending.
  static func name(ofTrace path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scrolltrace") ? String(file.dropLast(".scrolltrace".count)) : file
  }

  func configuration(_ strategy: StrategySpec) -> RunConfiguration {
    RunConfiguration(
      strategy: strategy, traceName: traceName, traceSHA256: trace.sha256, device: device,
      librarySource: request.settings.librarySource, libraryFingerprint: library.index.fingerprint,
      assetCount: library.index.count, layout: replay.script.layouts[0],
      screenIsOverridden: request.settings.replacesScreen, settings: request.settings.replay,
      measuring: request.measuring)
  }

  /// Runs a strategy: counts, and measures unless told not to; writes the event file if asked.
  ///
  /// - Parameter comparing: Whether the record says what the trace allows; that is looked at once for all runs over it.
  func run(_ strategy: StrategySpec, environment: RunEnvironment, comparing: Bool = false) throws -> RunRecord {
    try replay.refuseOffline(strategy)
    let configuration = configuration(strategy)
    if let path = request.events {
      let file = try EventFile(path: path, configuration: configuration.json)
      try follow(strategy, file).finish()
    }
    var facts = try measure(planted(strategy))
    if let plant = request.plant { facts = plant.facts(facts) }
    return RunRecord(
      configuration: configuration, environment: environment, run: facts, notes: notes(facts),
      created: UTCTime(seconds: Clocks.wallSeconds()).text,
      yardsticks: comparing ? try readOfflineBounds(strategy) : .absent(OfflineBoundsReading.notAskedFor),
      moved: MovedFrames(trace),
      words: request.runWords(tracePath: tracePath))
  }

  /// Replays a strategy for whoever follows its events; a fault that is planted shows in them.
  func follow<Observer: ReplayObserver>(_ strategy: StrategySpec, _ observer: Observer) throws -> Observer {
    try replay.refuseOffline(strategy)
    return replay.runOnce(try planted(strategy), cells: request.cells, observer: observer).observer
  }

  /// The strategy with the fault that is planted in it on purpose; itself where there is none.
  private func planted(_ strategy: StrategySpec) throws -> StrategySpec {
    try request.plant?.strategy(strategy, in: replay.script.layouts[0]) ?? strategy
  }

  /// What a replay of a strategy counts in virtual time.
  func tally(_ strategy: StrategySpec) throws -> ReplayTally {
    try replay.refuseOffline(strategy)
    return replay.run(strategy, cells: request.cells)
  }

  /// The most bytes that a strategy's bitmaps take together.
  func peak(of strategy: StrategySpec) throws -> ByteCount {
    try request.settings.checkManagerCache(below: [strategy])
    return ByteCount(rawValue: try tally(strategy).peak.bytes)
  }

  private func readOfflineBounds(_ strategy: StrategySpec) throws -> OfflineBoundsReading {
    if request.measuring.time != .virtual { return .absent("counted on the wall clock, which does not repeat") }
    if let lack = OfflineBoundsReading.lack(for: strategy, over: replay, request.settings.replay) {
      return .absent(lack)
    }
    return .measured(
      try yardsticks.value {
        try OfflineBounds(replay, cells: request.cells, registry: KnownStrategies.all, effort: request.yardsticks)
      })
  }

  /// What a replay of a strategy shows over time.
  func timeline(_ strategy: StrategySpec) throws -> EventTimeline {
    try replay.refuseOffline(strategy)
    return EventTimeline(replay, strategy, cells: request.cells, configuration: configuration(strategy).json)
  }

  private func measure(_ strategy: StrategySpec) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    let label = "\(strategy.shortText) on \(traceName)"
    var plant = request.plant
    let showsProgress = !request.isQuiet
    switch (request.measuring.time, request.measuring.decodes) {
    case (.real(let pace), _):
      return try runInRealTime(strategy, pace, label: label)
    case (.virtual, false):
      return RunFacts(tally: try tally(strategy))
    case (.virtual, true):
      let replay = MeasuredReplay(replay: replay, library: library)
      return try replay.run(strategy, cells: request.cells) { done, all in
        plant?.leak()
        plant = nil
        if showsProgress { Terminal.progress("\(label): \(done) of \(all) decodes") }
      }
    }
  }

  /// What a reader of the numbers should know.
  private func notes(_ facts: RunFacts) -> [String] {
    var notes: [String] = deviceNote.map { [$0] } ?? []
    if let incidents = facts.measurements?.incidents { notes += self.notes(on: incidents) }
    notes += library.notes + RunSetting.notes(on: request.settings)
    if let plant = request.plant { notes.append("a fault was planted on purpose: \(plant.word)") }
    let changes = replay.script.steps.count { $0.kind == .content }
    if changes > 0 { notes.append("photos come, go or become visible \(NumberText.count(changes, "time"))") }
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
      let names = incidents.partialAssets.map { library.folderFile(of: $0) ?? "asset \($0)" }.unique
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
}

/// One strategy over one trace, made ready to be replayed.
struct PlannedRun {
  let prepared: PreparedRun
  let strategy: StrategySpec

  var configuration: RunConfiguration { prepared.configuration(strategy) }

  /// What progress and messages call it.
  var label: String { "\(strategy.shortText) on \(prepared.tracePath)" }

  /// What an arm is told, of this program or another. The trace by its path: another binary may find another one by the
  /// name.
  var armWords: [String] {
    prepared.request.replayWords(strategy: strategy.canonicalText, trace: prepared.tracePath) + ["--quiet"]
  }

  /// Runs it in this process; its record says what the trace allows.
  func record(_ environment: RunEnvironment) throws -> RunRecord {
    try prepared.run(strategy, environment: environment, comparing: true)
  }

  /// What its replay counts.
  func tally() throws -> ReplayTally { try prepared.tally(strategy) }

  /// Replays it for whoever follows its events.
  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    try prepared.follow(strategy, observer)
  }
}

extension PlannedRun {
  /// The one run that a request names.
  ///
  /// - Parameter library: Where it is open already, or to be opened otherwise than the request says.
  /// - Throws: `UsageError` with `problem` where it names several.
  init(only request: RunRequest, else problem: String, library: () throws -> PhotoLibrary) throws {
    let strategies = try request.specs()
    let paths = try TracePaths.find(request.traces)
    guard strategies.count == 1, paths.count == 1 else { throw UsageError(problem) }
    strategy = strategies[0]
    prepared = try PreparedRun(request, path: paths[0], trace: Trace.load(path: paths[0]), library: library())
  }
}

extension PreparedRun {
  /// One replay on the wall clock, with progress.
  ///
  /// - Parameter label: What the progress line says that it is.
  func runInRealTime(_ strategy: StrategySpec, _ pace: RealTimePace, label: String) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    // The trace's refresh rate; 60 where it does not say.
    let refreshHz = max(1, trace.header.refreshHz ?? 60)
    return try RealTimeReplay(
      replay: replay, library: library, pace: pace, refreshHz: refreshHz, decodes: request.measuring.decodes
    ).run(strategy, cells: request.cells) { second, all in
      if !request.isQuiet { Terminal.progress("\(label), on the wall clock: \(second) of \(all) s of the trace") }
    }
  }
}

extension RunRequest {
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

/// What a trace allows, looked at once for all runs over it.
final class OfflineBoundsCache: Sendable {
  private let known = Mutex<OfflineBounds?>(nil)

  func value(_ make: () throws -> OfflineBounds) throws -> OfflineBounds {
    try known.withLock { known in
      if let known { return known }
      let made = try make()
      known = made
      return made
    }
  }
}

extension RunSettings {
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
      let library = try PhotoLibrary.open(
        configuration, in: PhotoLibrary.defaultCacheDirectory(), decoder: replay.decoder
      ) {
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
      cacheDirectory: PhotoLibrary.defaultCacheDirectory()
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
