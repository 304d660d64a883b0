import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import StrategyKit

/// A sweep made ready from its settings: traces read, library open, all words understood.
struct SweepSetup {
  let runner: SweepRunner

  var plan: SweepPlan { runner.plan }

  /// - Parameters:
  ///   - named: What is swept; the settings' own words for them were read by then.
  ///   - isAgain: Whether the notes on the same photos and traces were said before.
  init(_ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool, isAgain: Bool = false) throws {
    let paths = try SweepSetup.paths(settings.traces, without: settings.withoutTraces)
    let traces = try paths.map { try Trace.load(path: $0) }
    let ground = try SweepGround(settings, strategies: named, quiet: quiet)
    let plan = try ground.plan(
      traces: zip(paths, traces).map { SweepPlan.TraceSource(name: PreparedRun.name(ofTrace: $0), sha256: $1.sha256) })
    guard plan.jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(plan.jobCount, "job")), \(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: "
          + "vary fewer values, sweep traces one by one, or make a pack of them (trace pack) and sweep --pack")
    }
    runner = try SweepRunner(
      plan: plan, strategies: ground.strategies, traces: traces, screens: ground.screens, devices: ground.devices,
      assets: ground.library.index.assets, settings: ground.shared.replay)
    if !isAgain { for note in ground.library.notes + runner.notes { Terminal.error(note) } }
  }

  private static func paths(_ words: [SweepWord]) throws -> [String] {
    try words.flatMap { word in try SweepGround.at(word) { try TracePaths.find([word.text]) } }.unique
  }

  /// The traces that are named, less those that are left out.
  private static func paths(_ words: [SweepWord], without others: [SweepWord]) throws -> [String] {
    var paths = try paths(words)
    for word in others {
      for path in try SweepSetup.paths([word]) {
        guard let index = paths.firstIndex(of: path) else {
          throw UsageError("\(word.place) \(word.text): it is none of the traces that are named, so leave it out")
        }
        paths.remove(at: index)
      }
    }
    if paths.isEmpty && !words.isEmpty { throw UsageError("--without-trace leaves no trace: keep one") }
    return paths
  }
}

/// What the jobs of a sweep share, whatever traces it is over: strategies, screens, devices, library and settings.
struct SweepGround {
  let strategies: [PeakSpec]
  let screens: [SweepScreen]
  let devices: [DeviceProfile]
  let shared: RunSettings
  let library: PhotoLibrary

  init(_ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool) throws {
    _ = try SweepGround.devices(settings.devices, for: nil)
    screens = try SweepGround.screens(settings.screens)
    let shared = try settings.sharedValues
    let strategies = try named.map { try shared.replay.delivery.applied(to: $0, registry: KnownStrategies.all) }
    try shared.checkManagerCache(below: strategies.flatMap { [$0.sample] + $0.budgets.map(\.strategy) })
    library = try SweepGround.library(settings, shared, quiet: quiet)
    devices = try SweepGround.devices(settings.devices, for: library)
    (self.shared, self.strategies) = (shared, strategies)
  }

  /// All jobs over these traces.
  func plan(traces: [SweepPlan.TraceSource]) throws -> SweepPlan {
    var members: [String: JSON] = [
      "library": .string(library.index.fingerprint), "assets": .integer(Int128(library.index.count)),
      "lab": .string(CacheLabInfo.version),
    ]
    var told = shared
    told.replay = shared.replay.besideStrategies
    for (name, word) in RunSetting.words(of: told) { members[name] = .string(word) }
    var plan = SweepPlan(
      strategies: strategies, traces: traces, screens: screens, devices: devices, settings: .object(members))
    plan.program = try BuildInfo.program()
    return plan
  }

  /// - Parameter library: Nil before it is open, to find what is wrong with a word.
  private static func devices(_ words: [SweepWord], for library: PhotoLibrary?) throws -> [DeviceProfile] {
    if words.isEmpty { return library.map { [DeviceProfile.fitting(megapixels: $0.index.megapixels)] } ?? [] }
    return try words.map { word in
      try at(word) {
        guard let library else { return try DeviceChoice(word.text).profile() }
        let (device, note) = try DeviceChoice.device(word.text, for: library)
        if let note { Terminal.error("note: \(note)") }
        return device
      }
    }.unique
  }

  private static func screens(_ words: [SweepWord]) throws -> [SweepScreen] {
    if words.isEmpty { return [.recorded] }
    return try words.map { try SweepScreen($0) }.unique
  }

  private static func library(
    _ settings: SweepSettings, _ shared: RunSettings, quiet: Bool
  ) throws -> PhotoLibrary {
    guard let library = RunSetting.named("library"), let word = settings.shared[library] else {
      return try shared.openLibrary(quiet: quiet)
    }
    return try at(word) { try shared.openLibrary(quiet: quiet) }
  }

  /// What is wrong with a word says where the word stands.
  static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LabError { throw SweepError(word.place, error.description) }
  }
}
