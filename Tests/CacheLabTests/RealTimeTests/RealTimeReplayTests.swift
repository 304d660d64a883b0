import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import Strategies
import Testing

/// What holds of a replay on the wall clock however busy the machine is.
@Suite(.serialized) struct RealTimeReplayTests {
  private static let frames = [(0, 0), (30, 600), (60, 1200), (90, 0), (105, 3000), (270, 2900)]

  private func replay(_ library: PhotoLibrary, items: Int32 = 200) -> Replay {
    let layout = ReplayFixture.layout(cell: 30_000, count: items)
    return ReplayFixture.replay(
      ReplayFixture.script(RealTimeReplayTests.frames, end: 300, layout: layout), assets: library.index.assets)
  }

  private func run(
    _ strategy: String, _ replay: Replay, _ library: PhotoLibrary, decodes: Bool = true
  ) throws -> RunFacts {
    try RealTimeReplay(replay: replay, library: library, refreshHz: 60, decodes: decodes)
      .run(try StrategySpec(strategy))
  }

  @Test(arguments: [
    "none", "preheat2x", "lru:budget=200kB", "fixed-window+lru:budget=1MB", "preheat2x+opportunistic",
    "budget-priority:budget=1MB+opportunistic",
  ])
  func theSameIsAskedForAsInVirtualTime(strategy: String) throws {
    let library = TestLibrary.shared
    let replay = replay(library)
    let virtual = replay.run(try StrategySpec(strategy))
    let run = try run(strategy, replay, library)
    #expect(run.tally.requests.count == virtual.requests.count && run.tally.requestedBytes == virtual.requestedBytes)
    #expect(run.tally.repeats == virtual.repeats && run.tally.frames == virtual.frames)
    #expect(run.tally.preheat.isBalanced && run.tally.thumbnails.jobs.isBalanced)
    #expect(run.tally.duration >= virtual.duration)
  }

  @Test func everyDecodeThatEndedAndEveryFrameWasTimed() throws {
    let library = TestLibrary.shared
    let run = try run("preheat2x", replay(library), library)
    let frames = try #require(run.frames)
    #expect(Int64(frames.decodeLateness.count) <= run.tally.decodes)
    #expect(run.tally.decodes - Int64(frames.decodeLateness.count) <= 2, "two workers can be at work at the end")
    #expect(frames.decodeLateness.allSatisfy { $0 >= 0 }, "none ends before its declared cost is over")
    #expect(frames.lateness.count == RealTimeReplayTests.frames.count && run.measurements == nil)
  }

  @Test func withoutDecodingOnlyTheTimeIsTaken() throws {
    let library = TestLibrary.shared
    func times() throws -> [Int64] {
      let run = try run("preheat2x", replay(library), library, decodes: false)
      #expect(run.tally.requests.count > 0)
      return try #require(run.frames).decodeLateness
    }
    // On a busy machine a run of a tenth of a second can end before any decode has.
    var ended = try times()
    for _ in 0..<100 where ended.isEmpty { ended = try times() }
    #expect(!ended.isEmpty && ended.allSatisfy { $0 >= 0 })
  }

  @Test func aFileThatChangedUnderTheRunFailsIt() throws {
    let folder = TemporaryDirectory()
    let photos = folder.path + "/photos"
    try TestLibrary.shared.extract(0..<60, to: photos)
    let library = try PhotoLibrary.openFolder(photos, cacheDirectory: folder.path + "/cache")
    try OpenFile(photos + "/asset-000003.jpg", .readWrite).cut(to: 2)
    #expect(throws: MeasureError.self) { try run("none", replay(library, items: 60), library) }
  }

  @Test func aTraceOfNothingRuns() throws {
    let library = TestLibrary.shared
    let script = ReplayFixture.script([(0, 0)], end: 0, layout: ReplayFixture.layout(count: 0))
    let run = try run("preheat2x", ReplayFixture.replay(script, assets: library.index.assets), library)
    #expect(run.tally.requests.count == 0 && run.frames?.lateness.count == 1)
  }
}
