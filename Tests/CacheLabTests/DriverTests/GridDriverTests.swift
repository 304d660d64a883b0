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
    let table = SlotTable(
      script: script, assets: Self.assets, scales: .all, device: DeviceProfile.all[device], fit: .fill)
    return Replay(script: script, table: table)
  }

  private func driver(_ strategy: StrategySpec, _ replay: Replay) throws -> (GridDriver<VirtualSource>, VirtualSource) {
    let source = VirtualSource(replay.table)
    var options = GridDriverOptions()
    options.workers = replay.table.device.workers
    let count = Int(replay.script.layouts[0].count)
    let photos = Self.assets.prefix(count).map {
      PhotoSize($0.size, thumbnail: $0.hasThumbnail ? $0.thumbnailSize : nil)
    }
    let driver = try GridDriver(
      strategy, source: source, layout: replay.script.layouts[0], photos: photos, options: options,
      clock: { Nanoseconds(rawValue: source.now) })
    return (driver, source)
  }

  private static let traces = ["fastscroll", "hunt", "zoom", "rotation", "open-photo", "scroll-to-top"]

  @Test(arguments: traces) func everyStrategyCountsWhatAReplayCounts(_ name: String) throws {
    let others = ["budget-priority:budget=20MB", "preheat2x+lru:budget=20MB", "preheat2x+coarse", "lru:match=at-least"]
    for id in StrategyRegistry.all.descriptors.map(\.id) + others {
      let strategy = try StrategySpec(id)
      let replay = try replay(name, 2)
      let (driver, source) = try driver(strategy, replay)
      source.play(replay.script, on: driver)
      let counters = driver.counters
      let expected = GridCounters(replay.run(strategy, cells: .cancel))
      #expect(counters == expected, "\(id) on \(name)")
      #expect(counters.requests > 0 && source.openMax <= 2, "\(id) on \(name)")
    }
  }
}
