import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import Strategies
import SystemPackage
import Testing

@Suite struct MeasuredReplayTests {
  private func replay(over library: PhotoLibrary, items: Int32) -> Replay {
    let layout = ReplayFixture.layout(cell: 30_000, count: items)
    let script = ReplayFixture.script([(0, 0), (100, 600), (200, 1200), (300, 0)], end: 400, layout: layout)
    return ReplayFixture.replay(script, assets: library.index.assets)
  }

  @Test func everyDecodeOfVirtualTimeIsReallyDoneAndTimed() throws {
    let library = TestLibrary.shared
    let replay = replay(over: library, items: 200)
    for strategy in ["none", "preheat2x", "lru:budget=200kB", "fixed-window+lru:budget=1MB", "preheat2x+opportunistic"]
    {
      let spec = try StrategySpec(strategy)
      let facts = try MeasuredReplay(replay: replay, library: library).run(spec)
      let measured = try #require(facts.measurements)
      #expect(Int64(measured.decodeCPU.count) == facts.tally.decodes - facts.tally.thumbnails.decodes)
      #expect(Int64(measured.thumbnailCPU.count) == facts.tally.thumbnails.decodes)
      #expect((facts.tally.thumbnails.decodes > 0) == strategy.contains("opportunistic"))
      #expect(measured.decodeCPU.raw.allSatisfy { $0 > 0 })
      #expect(measured.decodeWall.count == measured.decodeCPU.count)
      #expect(measured.incidents.partialImages == 0)
      #expect(measured.strategyTimes.count == 4)
      let plain = RunFacts(tally: replay.run(spec))
      #expect(facts.deterministic.digest == plain.deterministic.digest, "decoding feeds nothing back")
    }
  }

  @Test func aFileThatChangedUnderTheRunFailsIt() throws {
    let folder = TemporaryDirectory()
    let photos = folder.path + "/photos"
    try TestLibrary.shared.extract(0..<60, to: photos)
    let library = try PhotoLibrary.openFolder(photos, cacheDirectory: folder.path + "/cache")
    let replay = replay(over: library, items: 60)
    try OpenFile(photos + "/asset-000003.jpg", .readWrite).cut(to: 2)
    #expect(throws: MeasureError.self) {
      try MeasuredReplay(replay: replay, library: library).run(try StrategySpec("none"))
    }
  }
}
