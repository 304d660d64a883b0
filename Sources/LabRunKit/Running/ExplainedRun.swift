import CacheLab
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit

/// A run whose events are examined: read from an event file, or replayed.
struct ExplainedRun {
  /// The configuration, as in the first line of an event file.
  let header: JSON
  /// The run, ready to be replayed, or the reason why it cannot be.
  private let run: Result<PlannedRun, ReplayUnavailable>
  /// The path of its events, or nil to replay it.
  private var file: String?

  /// The time at which the trace ends, or nil if only the events are known.
  var end: Int64? { (try? run.get())?.prepared.replay.script.end.rawValue }

  /// - Parameter file: An event file or a record; nil replays the run that the options describe.
  init(file: String?, options: ReplayOptions) throws {
    guard let file else {
      guard !options.strategy.isEmpty, !options.trace.isEmpty else {
        throw UsageError("name a run: an event file, a file of one run, or --strategy preheat2x --trace fastscroll")
      }
      self = try ExplainedRun(options: options)
      return
    }
    if !options.strategy.isEmpty { throw UsageError("give a file, or --strategy and --trace, not both") }
    if let word = options.setting.settings.words.first {
      throw UsageError("\(file) has its own settings: leave out \(word)")
    }
    if options.trace.count > 1 { throw UsageError("\(file) is of one trace: leave out all but one --trace") }
    let tracePath = options.trace.first
    self =
      try ExplainedRun.isEventFile(file)
      ? ExplainedRun(events: file, tracePath: tracePath) : ExplainedRun(record: file, tracePath: tracePath)
  }

  private init(events file: String, tracePath: String?) throws {
    let header = try EventReader(path: file).header
    self.header = header
    run = Result {
      let run = try PlannedRun(RunConfiguration(header), tracePath: tracePath)
      try ExplainedRun.check(file, run)
      return run
    }.mapError { $0 as? ReplayUnavailable ?? ReplayUnavailable("\($0)") }
    self.file = file
  }

  /// Passes all events to an observer and returns it.
  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    guard let file else { return try run.get().follow(observer) }
    var reader = try EventReader(path: file)
    var observer = observer
    try reader.feed(&observer)
    return observer
  }

  private init(_ run: PlannedRun) {
    header = EventText.header(run.configuration.json)
    self.run = .success(run)
  }

  private init(options: ReplayOptions) throws {
    let request = options.request
    self.init(
      try PlannedRun(only: request, else: "one strategy and one trace are looked into") {
        try request.settings.openLibrary(quiet: false)
      })
  }

  private init(record path: String, tracePath: String?) throws {
    let records = try RunFile.records(at: path)
    guard records.count == 1, let record = records.first else {
      throw LabError("\(path) holds \(records.count) runs: name one by --strategy and --trace in place of the file")
    }
    let run: PlannedRun
    do {
      run = try PlannedRun(record.configuration, tracePath: tracePath)
    } catch let error as ReplayUnavailable {
      throw LabError(
        "\(path) cannot be replayed: \(error.reason); give the run's event file (\(ToolName.current) --events FILE)")
    }
    guard RunFacts(tally: run.tally()).deterministic.digest == record.deterministicDigest else {
      throw LabError(
        "\(path): this version replays the run otherwise than the one that wrote the record (revision "
          + "\(record.environment.gitRevision ?? "unknown")): give the run's event file, or run it anew")
    }
    self.init(run)
  }

  /// - Throws: `ReplayUnavailable` if the file was cut or changed, so that events are missing.
  private static func check(_ file: String, _ run: PlannedRun) throws {
    var reader = try EventReader(path: file)
    var found = EventCount()
    try reader.feed(&found)
    let all = run.follow(EventCount()).count
    guard found.count != all else { return }
    let words = "the file has \(found.count) events, and its run has \(all): it was cut, or another version wrote it"
    Terminal.error("\(file): \(words)")
    throw ReplayUnavailable(words)
  }

  private struct EventCount: ReplayObserver {
    var count = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { count += 1 }
  }

  /// Returns whether a file is an event file, by its first bytes: a record may exceed the read limit, and an event file
  /// may be endless.
  private static func isEventFile(_ path: String) throws -> Bool {
    guard try Paths.exists(path) else {
      throw LabError("there is no \(path): name an event file, or a file of one run")
    }
    return try path.hasSuffix(".jsonl") || EventReader.isEventFile(path)
  }
}

/// A run recreated from the configuration in a record or in the first line of an event file.
extension PlannedRun {
  /// - Parameter tracePath: The path of its trace; nil looks for it by name.
  /// - Throws: `ReplayUnavailable` with the part that is missing or has changed.
  init(_ configuration: RunConfiguration, tracePath: String?) throws {
    guard let strategy = try? StrategySpec(configuration.strategy ?? "", registry: KnownStrategies.all) else {
      throw ReplayUnavailable("its strategy '\(configuration.strategy ?? "?")' is not known to this tool")
    }
    guard let device = configuration.device else {
      throw ReplayUnavailable("it does not say what its device costs")
    }
    let name = configuration.traceName ?? "?"
    let (paths, trace): ([String], Trace)
    do {
      paths = try TracePaths.find([tracePath ?? name])
      guard paths.count == 1, name != "all" else { throw LabError("name one trace") }
      trace = try Trace.load(path: paths[0])
    } catch {
      throw ReplayUnavailable("its trace '\(name)' is not found: \(error) (--trace PATH says where it is)")
    }
    guard trace.sha256 == configuration.traceSHA256 else {
      throw ReplayUnavailable(
        "\(paths[0]) is not the trace '\(name)' that it replayed (--trace PATH says where that is)")
    }
    var request = RunRequest(settings: RunSettings(configuration))
    let library: PhotoLibrary
    do { library = try request.settings.openLibrary(quiet: false) } catch {
      throw ReplayUnavailable("its library '\(request.settings.library)' cannot be opened: \(error)")
    }
    guard library.index.fingerprint == configuration.library.fingerprint else {
      throw ReplayUnavailable("its library '\(request.settings.library)' holds other photos now")
    }
    var differing = "nothing"
    // A configuration has the screen, not the option that requested it.
    for screen in request.settings.screen.requests {
      request.settings.screen = screen
      let made = try? PreparedRun(
        request, device: device, path: paths[0], name: name, trace: trace, library: library)
      guard let made else { continue }
      let run = try PlannedRun(prepared: made, strategy: strategy)
      guard let difference = PlannedRun.difference(configuration, run.configuration) else {
        self = run
        return
      }
      differing = difference
    }
    throw ReplayUnavailable("its \(differing) is not what is found under that name now")
  }

  /// Returns the first difference between two configurations, or nil if they are equal.
  private static func difference(_ old: RunConfiguration, _ new: RunConfiguration) -> String? {
    (new.json.object ?? [:]).sorted { $0.key < $1.key }.first { key, value in
      key != "decode" && value != old.json[key]
    }?.key
  }
}
