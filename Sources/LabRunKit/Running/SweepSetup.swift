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

  /// - Parameter named: What is swept; the settings' own words for them were read by then.
  init(_ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool) throws {
    let paths = try SweepSetup.paths(settings.traces, without: settings.withoutTraces)
    let traces = try paths.map { try Trace.load(path: $0) }
    let devices = try SweepSetup.devices(settings.devices)
    let screens = try SweepSetup.screens(settings.screens)
    let shared = try settings.sharedValues
    let strategies = try named.map { try shared.replay.delivery.applied(to: $0, registry: KnownStrategies.all) }
    try shared.checkManagerCache(below: strategies.flatMap { [$0.sample] + $0.budgets.map(\.strategy) })
    let library = try SweepSetup.library(settings, shared, quiet: quiet)
    var members: [String: JSON] = [
      "library": .string(library.index.fingerprint), "assets": .integer(Int128(library.index.count)),
      "lab": .string(CacheLabInfo.version), "revision": BuildInfo.gitRevision.map { .string($0) } ?? .null,
    ]
    var told = shared
    told.replay = shared.replay.besideStrategies
    for (name, word) in RunSetting.words(of: told) { members[name] = .string(word) }
    let plan = SweepPlan(
      strategies: strategies,
      traces: zip(paths, traces).map { SweepPlan.TraceSource(name: PreparedRun.name(ofTrace: $0), sha256: $1.sha256) },
      screens: screens, devices: devices, settings: .object(members))
    guard plan.jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(plan.jobCount, "job")), \(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: "
          + "vary fewer values, or sweep traces one by one")
    }
    runner = try SweepRunner(
      plan: plan, strategies: strategies, traces: traces, screens: screens, devices: devices,
      assets: library.index.assets, settings: shared.replay)
    for note in library.notes + runner.notes { Terminal.error(note) }
  }

  private static func paths(_ words: [SweepWord]) throws -> [String] {
    var paths: [String] = []
    for word in words {
      for path in try at(word, { try TracePaths.find([word.text]) }) where !paths.contains(path) { paths.append(path) }
    }
    return paths
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

  private static func devices(_ words: [SweepWord]) throws -> [DeviceProfile] {
    if words.isEmpty { return [DeviceProfile.all[0]] }
    var devices: [DeviceProfile] = []
    for word in words {
      let device = try at(word) { try DeviceChoice(word.text).profile() }
      if !devices.contains(device) { devices.append(device) }
    }
    return devices
  }

  private static func screens(_ words: [SweepWord]) throws -> [SweepScreen] {
    if words.isEmpty { return [.recorded] }
    var screens: [SweepScreen] = []
    for screen in try words.map({ try SweepScreen($0) }) where !screens.contains(screen) { screens.append(screen) }
    return screens
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
  private static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LabError { throw SweepError(word.place, error.description) }
  }
}
