import CacheLab
import GridDriver
import LabRecords
import Strategies
import Testing

@testable import GridEngine

/// An app's driver shows what a replay of the same scroll counts.
@Suite struct GridDriverTests {
  private static let assets = ReplayFixture.mixedAssets(4000)

  private func replay(_ name: String, _ device: Int) throws -> Replay {
    let script = ReplayScript(try Trace.load(path: "\(ReplayFixture.projectFolder)/traces/\(name).scrolltrace"))
    return Replay(
      script: script, assets: Self.assets, device: DeviceProfile.all[device].asApp(workersMax: 2),
      settings: ReplaySettings())
  }

  private func driver(_ strategy: StrategySpec, _ replay: Replay) throws -> (GridDriver<VirtualSource>, VirtualSource) {
    let source = VirtualSource(replay, Self.assets)
    var options = GridDriverOptions()
    options.workers = replay.table.device.workers
    let layout = replay.script.layouts[0]
    let driver = try GridDriver(
      strategy, source: source, layout: layout, photos: source.sizes(at: 0..<Int(layout.count)), options: options,
      clock: { Nanoseconds(rawValue: source.now) })
    return (driver, source)
  }

  private func counts(_ strategies: [String], on name: String, _ device: Int) throws {
    let replay = try replay(name, device)
    for id in strategies {
      let strategy = try StrategySpec(id)
      let (driver, source) = try driver(strategy, replay)
      source.play(replay.script, on: driver)
      let counters = driver.counters
      let expected = GridCounters(replay.run(strategy))
      #expect(counters == expected, "\(id) on \(name), \(replay.table.device.name)")
      #expect(counters.requests > 0 && source.openMax <= 2, "\(id) on \(name), \(replay.table.device.name)")
    }
  }

  private static let mixed = [
    "budget-priority:budget=20MB", "preheat2x+lru:budget=20MB", "preheat2x+coarse", "lru:match=at-least",
    "none+opportunistic", "budget-priority:budget=20MB+opportunistic",
  ]

  /// Short traces that turn, change the grid and change the photos; `everyTraceToo` has all.
  @Test(arguments: zip(["hunt", "rotation", "zoom", "library-changes"], [0, 1, 2, 0]))
  func everyStrategyCountsWhatAReplayCounts(_ name: String, _ device: Int) throws {
    try counts(StrategyRegistry.all.descriptors.map(\.id) + Self.mixed, on: name, device)
  }

  /// Each trace on one of three devices in turn; `lab-photos driver --check` has all three.
  @Test(arguments: zip(ReplayFixture.traceNames, (0..<ReplayFixture.traceNames.count).map { $0 % 3 }))
  func everyTraceToo(_ name: String, _ device: Int) throws {
    try counts(StrategyRegistry.all.descriptors.map(\.id) + Self.mixed, on: name, device)
  }
}
