import CacheLab
import LabRecords
import Strategies
import Testing

/// Photos in the cloud, in a replay. `OutsiderTests` adds up the downloads of whole traces.
@Suite struct CloudReplayTests {
  /// The fixture's files of 200,000 bytes come in 10 ms + 40 ms; a decode takes 10.
  private static func cloud(_ percent: Int = 100, downloads: Int = 2) -> CloudModel {
    var cloud = CloudModel(sharePercent: percent)
    cloud.latency = .milliseconds(10)
    cloud.bytesPerSecond = 5_000_000
    cloud.downloadsMax = downloads
    return cloud
  }

  private func replay(
    _ script: ReplayScript, _ cloud: CloudModel, delivery: ReplayDelivery = .highquality,
    assets: ContiguousArray<AssetInfo>? = nil, device: DeviceProfile = ReplayFixture.device(milliseconds: 10)
  ) -> Replay {
    Replay(
      script: script, assets: assets ?? ReplayFixture.assets(script.itemCapacity), device: device,
      settings: ReplayFixture.eighths(delivery, cloud: cloud))
  }

  private func log(_ replay: Replay, _ strategy: String, _ cells: CellPolicy = .cancel) throws -> [String] {
    replay.leaving(cells).run(try StrategySpec(strategy), observer: EventLog()).observer.lines
  }

  /// One column of cells as high as the screen: an item a screen.
  private let single = ReplayFixture.layout(columns: 1, cell: 842_000)

  @Test func aJobWaitsForItsFileAndThenForAWorker() throws {
    let replay = replay(ReplayFixture.script([(0, 0)], end: 100, layout: single), CloudReplayTests.cloud())
    #expect(
      try log(replay, "none") == [
        "0 frame 0..<1", "0 miss 0", "0 download 0", "50 downloaded 0", "50 begin 0 demand", "60 end 0 kept",
      ])
    let tally = replay.run(try StrategySpec("none"))
    #expect(tally.cloud == CloudTally(downloads: 1, bytes: 200_000, unwanted: 0) && tally.waits.cold == [60_000_000])
  }

  @Test func demandsGoFirstAndPlacesAreFew() throws {
    // Two screens ahead are started, then the second comes into view: its download overtakes the third's.
    let script = ReplayFixture.script([(0, 0), (20, 844)], end: 300, layout: single)
    let lines = try log(replay(script, CloudReplayTests.cloud(downloads: 1)), "fixed-window:screens=3")
    #expect(
      lines.filter { $0.contains("download ") } == [
        "0 download 0", "50 download 1", "100 download 2", "150 download 3", "200 download 4",
      ])
    let jump = ReplayFixture.script([(0, 0), (20, 1688)], end: 300, layout: single)
    let jumped = try log(replay(jump, CloudReplayTests.cloud(downloads: 1)), "fixed-window:screens=3")
    #expect(
      jumped.filter { $0.contains("download ") }.prefix(3) == ["0 download 0", "50 download 2", "100 download 1"])
  }

  @Test func aDownloadThatRunsGoesOnAndAQueuedOneIsWithdrawn() throws {
    let script = ReplayFixture.script([(0, 0), (20, 844), (30, 1688), (120, 0)], end: 200, layout: single)
    let replay = replay(script, CloudReplayTests.cloud(downloads: 1))
    let lines = try log(replay, "none").filter { !$0.contains("frame") && !$0.contains("release") }
    #expect(
      lines == [
        "0 miss 0", "0 download 0",
        // It leaves while its download runs; the next leaves before its own begins.
        "20 cancel 0", "20 miss 1", "30 cancel 1", "30 miss 2", "50 downloaded 0", "50 download 2",
        "100 downloaded 2", "100 begin 2 demand", "110 end 2 kept", "120 drop 2 unwanted",
        // The file stayed.
        "120 miss 0", "120 begin 0 demand", "130 end 0 kept",
      ])
    let tally = replay.run(try StrategySpec("none"))
    #expect(tally.cloud == CloudTally(downloads: 2, bytes: 400_000, unwanted: 1))
    #expect(tally.cancelled == 2 && tally.neverShown == 2)
  }

  /// Another layout while the download runs: the kept request of the old size and that of the new one wait for it.
  /// And when it has ended. In large libraries keys are described when something happens to them.
  @Test(arguments: [20, 100], [400, 400_000]) func keysOfOnePhotoShareADownload(_ change: Int, _ count: Int32) throws {
    let single = ReplayFixture.layout(columns: 1, cell: 842_000, count: count)
    let script = ReplayFixture.script(
      [(0, 0), (change, 0)], changes: [(change, 1)],
      of: [single, ReplayFixture.layout(columns: 1, cell: 700_000, count: 1)], end: 200)
    let lines = try log(replay(script, CloudReplayTests.cloud()), "none", .keep)
    #expect(lines.filter { $0.contains("download 0") } == ["0 download 0"])
    #expect(lines.filter { $0.contains("begin") } == ["50 begin 0 demand", "\(max(50, change)) begin 0' demand"])
  }

  @Test func thumbnailsAreOnTheDevice() throws {
    let script = ReplayFixture.script([(0, 0)], end: 1000, layout: single)
    let thumbnails = try log(replay(script, CloudReplayTests.cloud()), "none+opportunistic")
    #expect(thumbnails.contains("10 end 0~ kept"), "\(thumbnails)")
    #expect(thumbnails.last == "60 drop 0~ unwanted", "the full image came")
    let fast = try log(replay(script, CloudReplayTests.cloud(), delivery: .fast), "none")
    #expect(fast == ["0 frame 0..<1", "0 miss 0", "0 begin 0 demand", "10 end 0 kept"])
  }

  @Test(arguments: ["zoom", "scrub", "fastscroll"])
  func withoutAShareNothingChanges(_ trace: String) throws {
    let shipped = try ReplayFixture.shipped(trace)
    let assets = ReplayFixture.mixedAssets(shipped.script.itemCapacity)
    let plain = ReplayFixture.replay(shipped.script, device: DeviceProfile.all[0], assets: assets)
    let none = replay(plain.script, CloudReplayTests.cloud(0), assets: assets, device: DeviceProfile.all[0])
    // Files that come in no time change nothing but the order of what is asked for at one time, and that is the same.
    for strategy in ["preheat2x", "budget-priority:budget=9MB", "lru"] {
      let spec = try StrategySpec(strategy)
      let tallies = [plain, none].map { $0.run(spec) }
      let digests = tallies.map { RunFacts(tally: $0).deterministic.digest }
      #expect(digests[0] == digests[1], "\(strategy)")
      #expect(!tallies[1].cloud.isPresent)
    }
  }
}

extension CloudTally {
  fileprivate init(downloads: Int64, bytes: Int64, unwanted: Int64) {
    self = ReplayTally().cloud
    isPresent = true
    (self.downloads, self.bytes, self.unwanted) = (downloads, bytes, unwanted)
  }
}
