import LabJudge
import LabLibrary

/// A run whose events are examined: read from an event file, or replayed.
struct ExplainedRun {
  /// The configuration, as in the first line of an event file.
  let header: JSON
  /// The time at which the trace ends, or nil if only the events are known.
  let end: Int64?
  private let source: Source

  private enum Source { case events(String), replay(PlannedRun) }

  /// - Parameter file: An event file or a file of one run; nil replays the run that the options describe.
  init(file: String?, options: ReplayOptions) throws {
    let run: PlannedRun
    if let file {
      try ExplainedRun.check(file, options)
      let tracePath = options.trace.first
      // A file of runs may exceed the read limit, and an event file may be endless.
      if try file.hasSuffix(".jsonl") || EventReader.isEventFile(file) {
        header = try EventReader(path: file).header
        let run = try? PlannedRun(RunConfiguration(header), tracePath: tracePath)
        end = try run.flatMap { try ExplainedRun.isWhole(file, of: $0) ? $0.end : nil }
        source = .events(file)
        return
      }
      run = try ExplainedRun.recorded(file, tracePath: tracePath)
    } else {
      guard !options.strategy.isEmpty, !options.trace.isEmpty else {
        throw UsageError("name a run: an event file, a file of one run, or --strategy preheat2x --trace fastscroll")
      }
      run = try options.request.onlyRun(else: "one strategy and one trace are looked into")
    }
    (header, end, source) = (run.configuration.json.visible, run.end, .replay(run))
  }

  private static func check(_ file: String, _ options: ReplayOptions) throws {
    if !options.strategy.isEmpty { throw UsageError("give a file, or --strategy and --trace, not both") }
    if let word = options.settings.words.first {
      throw UsageError("\(file) has its own settings; leave out \(word)")
    }
    if options.trace.count > 1 { throw UsageError("\(file) is of one trace; leave out all but one --trace") }
    guard try Paths.exists(file) else {
      throw LabError("there is no \(file); name an event file, or a file of one run")
    }
  }

  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    switch source {
    case .replay(let run): return run.follow(observer)
    case .events(let file):
      var reader = try EventReader(path: file)
      var observer = observer
      try reader.feed(&observer)
      return observer
    }
  }

  private static func recorded(_ path: String, tracePath: String?) throws -> PlannedRun {
    let records = try RunFile.records(at: path)
    guard records.count == 1, let record = records.first else {
      throw LabError("\(path) holds \(records.count) runs; name one by --strategy and --trace in place of the file")
    }
    do {
      let run = try PlannedRun(record.configuration, tracePath: tracePath)
      if RunFacts(tally: run.tally()).deterministic.digest == record.deterministicDigest { return run }
    } catch let error as ReplayUnavailable {
      throw LabError(
        "\(path) cannot be replayed: \(error.reason); give the run's event file (\(ToolName.current) --events FILE)")
    }
    throw LabError(
      "\(path): this version replays the run otherwise than the one that wrote the record (revision "
        + "\(record.environment.gitRevision ?? "unknown")); give the run's event file, or run it anew")
  }

  /// Returns whether a file has as many events as its run; if not, standard error says so.
  private static func isWhole(_ file: String, of run: PlannedRun) throws -> Bool {
    var reader = try EventReader(path: file)
    var found = EventCount()
    try reader.feed(&found)
    let all = run.follow(EventCount()).count
    if found.count == all { return true }
    Terminal.error(
      "\(file): the file has \(found.count) events, and its run has \(all): it was cut, or another version wrote it")
    return false
  }

  private struct EventCount: ReplayObserver {
    var count = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { count += 1 }
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

  fileprivate var end: Int64 { prepared.replay.script.end.rawValue }

  private static func difference(_ old: RunConfiguration, _ new: RunConfiguration) -> String? {
    (new.json.object ?? [:]).sorted { $0.key < $1.key }.first { key, value in
      key != "decode" && value != old.json[key]
    }?.key
  }
}
