import CacheLab
import LabRecords
import Strategies
import Testing

@testable import GridDriver
@testable import GridEngine

/// An app's driver shows what a replay of the same scroll counts.
@Suite struct GridDriverTests {
  private static let assets = ReplayFixture.mixedAssets(4000)

  private func replay(
    _ name: String, on device: DeviceProfile, workersMax: Int = 64, _ cloud: CloudModel = CloudModel()
  ) throws -> Replay {
    var settings = ReplaySettings()
    settings.cloud = cloud
    return Replay(
      script: try ReplayFixture.shipped(name).script, assets: Self.assets, device: device.asApp(workersMax: workersMax),
      settings: settings)
  }

  /// What an app and a replay count, and how many images the app asked for at once.
  private func counters(
    _ id: String, _ replay: Replay
  ) throws -> (app: GridCounters, lab: GridCounters, openMax: Int) {
    let strategy = try StrategySpec(id)
    let source = VirtualSource(replay, Self.assets)
    var options = GridDriverOptions()
    options.workers = replay.table.device.workers
    let layout = replay.script.layouts[0]
    let driver = try GridDriver(
      strategy, source: source, layout: layout, photos: source.sizes(at: 0..<Int(layout.count)), options: options,
      clock: { Nanoseconds(rawValue: source.now) })
    source.play(replay.script, on: driver)
    try driver.machine.checkInvariants()
    return (driver.counters, GridCounters(replay.run(strategy)), source.openMax)
  }

  /// An app hears that a photo is in the cloud when a worker asks for it. With a worker for each job that is at once, as in a
  /// replay, and only bytes that a request took until then are counted beside those of the replay.
  @Test(arguments: ["none", "preheat2x", "fixed-window", "windowed-lead", "preheat2x+opportunistic"], [30, 100])
  func downloadsCountWhatAReplayCounts(_ id: String, _ percent: Int) throws {
    let wide = DeviceProfile(
      name: "wide", fixed: .milliseconds(4), picosecondsPerByte: 20_000, picosecondsPerPixel: 9_000, workers: 64)
    for name in ["hunt", "rotation"] {
      var (app, lab, _) = try counters(id, try replay(name, on: wide, CloudModel(sharePercent: percent)))
      #expect(app.peak >= lab.peak, "\(id) on \(name)")
      app.peak = lab.peak
      #expect(app == lab && lab.requests > 0, "\(id) on \(name)")
    }
  }

  /// With two workers it hears of a photo later than a replay knows it, by what the jobs before it take.
  @Test(arguments: ["none", "preheat2x", "budget-priority:budget=20MB"], ["hunt", "fastscroll"])
  func photosOnTheDeviceDoNotWaitForTheCloud(_ id: String, _ name: String) throws {
    let (app, lab, _) = try counters(id, try replay(name, on: DeviceProfile.all[0], CloudModel(sharePercent: 30)))
    let (sharp, replayed) = (try #require(app.sharp), try #require(lab.sharp))
    #expect(abs(sharp - replayed) < 0.02, "\(sharp) in the app, \(replayed) in the lab")
  }

  private func counts(_ strategies: [String], on name: String, _ device: Int) throws {
    let replay = try replay(name, on: DeviceProfile.all[device], workersMax: 2)
    for id in strategies {
      let (app, lab, openMax) = try counters(id, replay)
      #expect(app == lab, "\(id) on \(name), \(replay.table.device.name)")
      #expect(app.requests > 0 && openMax <= 2, "\(id) on \(name), \(replay.table.device.name)")
    }
  }

  /// `scripts/embedded.sh phone` compares the same lines with what they are in Embedded Swift.
  @Test func countsAreThoseOfEmbeddedSwift() { #expect(PhoneGrid.counted() == PhoneGrid.expected) }

  private static let mixed = [
    "budget-priority:budget=20MB", "preheat2x+lru:budget=20MB", "preheat2x+opportunistic", "lru:match=at-least",
    "none+opportunistic", "budget-priority:budget=20MB+opportunistic",
  ]

  /// Short traces that turn, change the grid and change the photos; `everyTraceToo` has all.
  @Test(arguments: zip(["hunt", "rotation", "zoom", "library-changes"], [0, 1, 2, 0]))
  func everyStrategyCountsWhatAReplayCounts(_ name: String, _ device: Int) throws {
    try counts(StrategyRegistry.all.descriptors.map(\.id) + Self.mixed, on: name, device)
  }

  /// Each trace on one of three devices in turn.
  @Test(arguments: zip(ShippedTraces.names, (0..<ShippedTraces.names.count).map { $0 % 3 }))
  func everyTraceToo(_ name: String, _ device: Int) throws {
    try counts(StrategyRegistry.all.descriptors.map(\.id) + Self.mixed, on: name, device)
  }
}
