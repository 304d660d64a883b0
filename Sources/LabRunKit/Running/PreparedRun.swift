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
final class PreparedRun {
  let library: PhotoLibrary
  let trace: Trace
  let tracePath: String
  let traceName: String
  let replay: Replay
  let request: RunRequest
  let device: DeviceProfile
  fileprivate let deviceNote: String?
  /// What the trace allows, looked at once for all runs over it.
  private var bounds: OfflineBounds?

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

  /// The trace's file name without its ending.
  static func name(ofTrace path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scrolltrace") ? String(file.dropLast(".scrolltrace".count)) : file
  }

  /// Each of some strategies over it.
  func runs(of strategies: [StrategySpec]) -> [PlannedRun] {
    strategies.map { PlannedRun(prepared: self, strategy: $0) }
  }

  /// What it allows a strategy, or why that is not looked at.
  fileprivate func offlineBounds(for strategy: StrategySpec) throws -> OfflineBoundsReading {
    if request.measuring.pace != nil { return .absent("counted on the wall clock, which does not repeat") }
    if let lack = OfflineBoundsReading.lack(for: strategy, over: replay) { return .absent(lack) }
    let known =
      try bounds
      ?? OfflineBounds(replay, registry: KnownStrategies.all, effort: request.yardsticks)
    bounds = known
    return .measured(known)
  }
}

/// One strategy over one trace, made ready to be replayed.
struct PlannedRun {
  let prepared: PreparedRun
  let strategy: StrategySpec

  var configuration: RunConfiguration {
    let (library, request) = (prepared.library.index, prepared.request)
    return RunConfiguration(
      strategy: strategy, trace: (prepared.traceName, prepared.trace.sha256), device: prepared.device,
      library: (library.fingerprint, library.count), layout: prepared.replay.script.layouts[0],
      settings: request.settings, measuring: request.measuring)
  }

  /// What progress and messages call it.
  var label: String { "\(strategy.shortText) on \(prepared.tracePath)" }

  /// What an arm is told, of this program or another. The trace by its path: another binary may find another one by the
  /// name.
  var armWords: [String] {
    let words = prepared.request.replayWords(strategy: strategy.canonicalText, trace: prepared.tracePath)
    return RunRequest.joined(words) + ["--quiet"]
  }

  /// Runs it in this process: counts, and measures unless told not to; writes the event file if asked.
  ///
  /// - Parameter comparing: Whether the record says what the trace allows.
  func record(comparing: Bool = false) throws -> RunRecord {
    let request = prepared.request
    try prepared.replay.refuseOffline(strategy)
    let configuration = configuration
    if let path = request.events {
      try follow(EventFile(path: path, configuration: configuration.json)).finish()
    }
    var facts = try PlannedRun(prepared: prepared, strategy: planted()).measured()
    if let plant = request.plant { facts = plant.facts(facts) }
    return RunRecord(
      configuration: configuration, environment: BuildInfo.environment, run: facts, notes: notes(facts),
      created: UTCTime(seconds: Clocks.wallSeconds()).text,
      yardsticks: comparing
        ? try prepared.offlineBounds(for: strategy) : .absent(OfflineBoundsReading.notAskedFor),
      moved: MovedFrames(prepared.trace), words: request.runWords(tracePath: prepared.tracePath))
  }

  /// What its replay counts in virtual time.
  func tally() throws -> ReplayTally {
    try prepared.replay.refuseOffline(strategy)
    return prepared.replay.run(strategy)
  }

  /// The most bytes that its bitmaps take together.
  func peak() throws -> ByteCount {
    try prepared.request.settings.checkManagerCache(below: [strategy])
    return ByteCount(rawValue: try tally().peak.bytes)
  }

  /// Replays it for whoever follows its events; a fault that is planted shows in them.
  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    try prepared.replay.refuseOffline(strategy)
    return prepared.replay.runOnce(try planted(), observer: observer).observer
  }

  /// What its replay shows over time.
  func timeline() throws -> EventTimeline {
    try prepared.replay.refuseOffline(strategy)
    return EventTimeline(prepared.replay, strategy, configuration: configuration.json)
  }

  /// The strategy with the fault that is planted in it on purpose; itself where there is none.
  private func planted() throws -> StrategySpec {
    try prepared.request.plant?.strategy(strategy, in: prepared.replay.script.layouts[0]) ?? strategy
  }

  private func measured() throws -> RunFacts {
    defer { Terminal.clearProgress() }
    let request = prepared.request
    let label = "\(strategy.shortText) on \(prepared.traceName)"
    if let pace = request.measuring.pace { return try inRealTime(pace, label: label) }
    guard request.measuring.decodes else { return RunFacts(tally: try tally()) }
    var plant = request.plant
    let replay = MeasuredReplay(replay: prepared.replay, library: prepared.library)
    return try replay.run(strategy) { done, all in
      plant?.leak()
      plant = nil
      if !request.isQuiet { Terminal.progress("\(label): \(done) of \(all) decodes") }
    }
  }

  /// One replay on the wall clock, with progress.
  ///
  /// - Parameter label: What the progress line says that it is.
  func inRealTime(_ pace: RealTimePace, label: String) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    // The trace's refresh rate; 60 where it does not say.
    let refreshHz = max(1, prepared.trace.header.refreshHz ?? 60)
    let request = prepared.request
    return try RealTimeReplay(
      replay: prepared.replay, library: prepared.library, pace: pace, refreshHz: refreshHz,
      decodes: request.measuring.decodes
    ).run(strategy) { second, all in
      if !request.isQuiet { Terminal.progress("\(label), on the wall clock: \(second) of \(all) s of the trace") }
    }
  }

  /// What a reader of the numbers should know.
  private func notes(_ facts: RunFacts) -> [String] {
    var notes: [String] = prepared.deviceNote.map { [$0] } ?? []
    if let incidents = facts.measurements?.incidents { notes += self.notes(on: incidents) }
    notes += prepared.library.notes + RunSetting.notes(on: prepared.request.settings)
    if let plant = prepared.request.plant { notes.append("a fault was planted on purpose: \(plant.word)") }
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
