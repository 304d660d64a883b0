import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import StrategyKit

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
