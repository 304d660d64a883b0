import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabPictures
import LabRecords
import LabSystem
import StrategyKit

/// What somebody wants to be run: strategies over traces with settings, and how they are measured.
///
/// A command line fills it, a child's too, and a record's run is asked for again with it.
struct RunRequest {
  /// As they are written; `all` and `oracles` stand for several.
  var strategies: [String] = []
  /// Names or paths.
  var traces: [String] = []
  var settings = RunSettings()
  var measuring = Measuring(decodes: false)
  /// Where the events of the run go.
  var events: String?
  /// No progress.
  var isQuiet = true

  /// Strategies, `all` spelled out: all that could ship; and `oracles`: those that know the trace or have no budget.
  ///
  /// - Parameter peak: What a strategy peaks at, for budgets written as `peak(STRATEGY)`; nil where these are refused.
  func specs(
    registry: StrategyRegistry = KnownStrategies.all, peak: ((StrategySpec) throws -> ByteCount)? = nil
  ) throws -> [StrategySpec] {
    let texts = strategies.flatMap(registry.ids(named:))
    var specs: [StrategySpec] = []
    for text in texts {
      let spec = try settings.replay.delivery.applied(to: self.spec(text, registry, peak))
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
    ShellWords.option("strategy", strategy) + ShellWords.option("trace", trace) + settings.words
  }

  /// How the run on a trace is asked for, for its record.
  func runWords(tracePath: String) -> RunWords {
    RunWords(trace: RunRequest.traceWord(tracePath), settings: settings.words + measuring.words)
  }

  /// How a trace is best named again: by its name where that finds this very file, else by its path.
  static func traceWord(_ path: String) -> String {
    let name = TracePaths.name(path)
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
  func checkRealTime() throws {
    if settings.replay.cloud.sharePercent > 0 {
      throw UsageError("downloads are modelled in virtual time alone: leave out --cloud")
    }
  }
}

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

  /// - Parameters:
  ///   - known: What a decode costs, where a record says it; else it is as the request says, or fits the photos.
  ///   - path: The trace's.
  ///   - name: What the trace is called; by its path unless told otherwise.
  ///   - trace: What the file holds.
  init(
    _ request: RunRequest, device known: DeviceProfile? = nil, path: String, name: String? = nil, trace: Trace,
    library: PhotoLibrary
  ) throws {
    let name = name ?? TracePaths.name(path)
    self.request = request
    self.library = library
    (device, deviceNote) = try known.map { ($0, nil) } ?? DeviceChoice.device(request.settings.device, for: library)
    var screen = request.settings.screen
    screen.assetCount = Int32(library.index.count)
    self.trace = try trace.applying(screen)
    tracePath = path
    traceName = name
    let script = ReplayScript(self.trace)
    let slots = script.slotCount
    guard slots <= SlotTable.slotsMax else {
      throw LabError(
        "trace '\(name)' shows its photos at so many sizes that \(slots) bitmaps would have to be kept track of, "
          + "\(SlotTable.slotsMax) at most: cut it into traces with fewer layouts, or give --assets")
    }
    replay = Replay(script: script, assets: library.index.assets, device: device, settings: request.settings.replay)
  }

  /// Each of some strategies over it.
  func runs(of strategies: [StrategySpec]) -> [PlannedRun] {
    strategies.map { PlannedRun(prepared: self, strategy: $0) }
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
    prepared.request.replayWords(strategy: strategy.canonicalText, trace: prepared.tracePath) + ["--quiet"]
  }

  /// Runs it in this process: counts, and measures unless told not to; writes the event file if asked.
  func record() throws -> RunRecord {
    let request = prepared.request
    try prepared.replay.refuseOffline(strategy)
    let configuration = configuration
    if let path = request.events {
      try follow(EventFile(path: path, configuration: configuration.json)).finish()
    }
    let facts = try measured()
    return RunRecord(
      configuration: configuration, environment: BuildInfo.environment, run: facts, notes: notes(facts),
      created: UTCTime(seconds: Clocks.wallSeconds()).text,
      moved: MovedFrames(prepared.trace), words: request.runWords(tracePath: prepared.tracePath))
  }

  /// What its replay counts in virtual time.
  func tally() throws -> ReplayTally {
    try prepared.replay.refuseOffline(strategy)
    return prepared.replay.run(strategy)
  }

  /// The most bytes that its bitmaps take together.
  func peak() throws -> ByteCount { ByteCount(rawValue: try tally().peak.bytes) }

  /// Replays the run once, hands its events to an observer and returns it.
  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    try prepared.replay.refuseOffline(strategy)
    return prepared.replay.run(strategy, observer: observer).observer
  }

  /// What its replay shows over time.
  func timeline() throws -> EventTimeline {
    try prepared.replay.refuseOffline(strategy)
    return EventTimeline(prepared.replay, strategy, configuration: configuration.json)
  }

  private func measured() throws -> RunFacts {
    defer { Terminal.clearProgress() }
    let request = prepared.request
    let label = "\(strategy.shortText) on \(prepared.traceName)"
    guard request.measuring.decodes else { return RunFacts(tally: try tally()) }
    let replay = MeasuredReplay(replay: prepared.replay, library: prepared.library)
    return try replay.run(strategy) { done, all in
      if !request.isQuiet { Terminal.progress("\(label): \(done) of \(all) decodes") }
    }
  }

  /// One replay on the wall clock, with progress.
  ///
  /// - Parameter label: What the progress line says that it is.
  func inRealTime(label: String) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    // The trace's refresh rate; 60 where it does not say.
    let refreshHz = max(1, prepared.trace.header.refreshHz ?? 60)
    let request = prepared.request
    return try RealTimeReplay(
      replay: prepared.replay, library: prepared.library, refreshHz: refreshHz,
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
