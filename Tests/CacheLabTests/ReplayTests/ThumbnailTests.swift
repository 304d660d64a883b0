import CacheLab
import Strategies
import Testing

@testable import LabRecords

/// Thumbnails in a replay, seen from outside by its events.
@Suite struct ThumbnailTests {
  /// 50 ps a byte: 10 ms for the fixture's files of 200,000 bytes, 0.1 ms for their thumbnails of 2,000.
  private static let device = DeviceProfile(
    name: "by-bytes", fixed: .zero, picosecondsPerByte: 50_000, picosecondsPerPixel: 0)
  private static let thumbnailBytes: Int64 = 128 * 96 * 4

  private func replay(_ script: ReplayScript) -> Replay { ReplayFixture.replay(script, device: ThumbnailTests.device) }

  @Test func atRestEachCellIsSoftFirstAndSharpThen() throws {
    let script = ReplayFixture.script([(0, 0)], end: 1000)
    let facts = RunFacts(tally: replay(script).run(try StrategySpec("none+opportunistic")))
    let tally = facts.tally
    // 36 cells: 18 rounds of 0.1 ms, then 18 of 10 ms.
    #expect(tally.requests.count == 36 && tally.requests.misses == 36 && tally.requests.thumbnailHits == 0)
    #expect(tally.decodes == 72 && tally.thumbnails.decodes == 36 && tally.thumbnails.jobs.useful == 36)
    #expect(tally.thumbnails.waits.cold.max() == 1_800_000 && tally.waits.cold.max() == 181_800_000)
    #expect(tally.screens.first == ScreenTally.Times(filled: 1_800_000, sharp: 181_800_000))
    #expect(tally.neverShown == 0 && tally.cancelled == 0)
    // The last full image comes with all others and the last thumbnail still held.
    #expect(tally.peak.bytes == 36 * ReplayFixture.bitmapBytes + 2 * ThumbnailTests.thumbnailBytes)
    // Blank for 0.1 to 1.8 ms, thumbnail until its image is there.
    let (blank, thumbnail) = (areas(of: 1...18, by: 100_000), areas(of: 1...18, by: 10_000_000))
    #expect(Int128(tally.blank.part) == blank)
    #expect(Int128(tally.thumbnails.area) == thumbnail + areas(of: 1...18, after: 1_800_000) - blank)
    let whole = areas(of: 1...18, after: 1_000_000_000)
    #expect(Metric.sharpRatio.value(of: facts) == .ratio(whole - Int128(tally.thumbnails.area) - blank, whole))
  }

  /// Heights x time of 36 cells, two of which end at each step; the ninth row is cut off by the viewport.
  private func areas(of steps: ClosedRange<Int128>, by step: Int128) -> Int128 {
    steps.reduce(0) { $0 + 2 * height(ofStep: $1) * $1 * step }
  }

  private func areas(of steps: ClosedRange<Int128>, after delay: Int128) -> Int128 {
    steps.reduce(0) { $0 + 2 * height(ofStep: $1) * delay }
  }

  private func height(ofStep step: Int128) -> Int128 { step > 16 ? 844_000 - 784_000 : 96_000 }

  @Test func withoutOverloadNothingStandsIn() throws {
    // A row more every 200 ms: 4 decodes of 10 ms, all preheated in between; only the first screen is late.
    let frames = [(0, 0)] + (1...40).map { (1000 + $0 * 200, $0 * 98) }
    let script = ReplayFixture.script(frames, end: 9200)
    let tally = replay(script).run(try StrategySpec("fixed-window:screens=1+opportunistic"))
    #expect(tally.thumbnails.decodes == 36 && tally.warmRequests.thumbnailHits == 0)
  }

  @Test func photosWithoutThumbnailsReplayAsWithoutATier() throws {
    let script = try ReplayFixture.shipped("scrub").script
    let bare = ContiguousArray(ReplayFixture.mixedAssets(script.itemCapacity).map(\.withoutThumbnail))
    let replay = ReplayFixture.replay(script, device: DeviceProfile.all[0], assets: bare)
    for strategy in ["preheat2x", "budget-priority", "preheat2x+lru"] {
      let with = replay.run(try StrategySpec(strategy + "+opportunistic"))
      #expect(with.thumbnails.jobs.created == 0 && with.requests.thumbnailHits == 0 && with.thumbnails.area == 0)
      var tally = with
      tally.thumbnails = ReplayTally().thumbnails
      let plain = RunFacts(tally: replay.run(try StrategySpec(strategy))).deterministic
      #expect(RunFacts(tally: tally).deterministic.digest == plain.digest, "\(strategy)")
    }
  }

  @Test(arguments: ["scrub", "zoom", "fastscroll"])
  func opportunisticDeliveryGivesEveryWaitingCellItsThumbnailFirst(_ trace: String) throws {
    let replay = try ReplayFixture.shipped(trace)
    let tally = replay.run(try StrategySpec("none+opportunistic"))
    // A job for each request that was no hit, unless the thumbnail's last one had not ended.
    #expect(tally.thumbnails.jobs.created <= tally.requests.late + tally.requests.misses)
    #expect(tally.thumbnails.jobs.created * 10 > (tally.requests.late + tally.requests.misses) * 9)
    #expect(tally.requests.thumbnailHits == 0, "none is decoded before a cell waits")
    let plain = replay.run(try StrategySpec("none"))
    #expect(tally.blank.part < plain.blank.part && tally.thumbnails.area > 0 && tally.blank.whole == plain.blank.whole)
  }

  @Test(arguments: ["scrub", "zoom", "hunt"])
  func theBudgetHoldsForBothTiersTogether(_ trace: String) throws {
    let replay = try ReplayFixture.shipped(trace)
    for budget: Int64 in [1_000_000, 25_000_000] {
      for strategy in ["budget-priority:budget=\(budget)B", "preheat2x+lru:budget=\(budget)B"] {
        let (tally, books) = replay.run(
          try StrategySpec(strategy + "+opportunistic"), observer: EventBooks(table: replay.table, budget: budget))
        #expect(books.preheatsOverBudget == 0, "\(strategy)")
        #expect(books.demandsOverBudget == tally.overdrafts, "\(strategy)")
      }
    }
  }

  private static func replay(_ assets: ContiguousArray<AssetInfo>, _ delivery: ReplayDelivery) throws -> Replay {
    let script = try ReplayFixture.shipped("zoom").script
    return Replay(
      script: script, assets: ContiguousArray(assets.prefix(script.itemCapacity)), device: DeviceProfile.all[0],
      settings: ReplayFixture.eighths(delivery))
  }

  /// Every other photo has a thumbnail; one of these does not decode.
  private static let assets = ContiguousArray(
    (0..<4000).map { item in
      let hasThumbnail = item % 2 == 0
      return AssetInfo(
        width: 1024, height: 768, encodedBytes: 200_000, thumbnailBytes: hasThumbnail ? 2000 : 0,
        thumbnailSize: hasThumbnail ? PixelSize(width: 128, height: 96) : PixelSize(width: 0, height: 0),
        isDecodable: item != 4)
    })

  @Test func everyKeyOfAPhotoWithAThumbnailIsTheThumbnail() throws {
    let (fast, usual) = (
      try ThumbnailTests.replay(ThumbnailTests.assets, .fast).table,
      try ThumbnailTests.replay(ThumbnailTests.assets, .highquality).table
    )
    let classes = Int32(fast.targetSizes.count)
    #expect(classes == 3)
    for sizeClass in 0..<classes {
      let base = sizeClass * Int32(fast.capacity)
      #expect(fast.form(ofSlot: base).size == PixelSize(width: 128, height: 96))
      #expect(
        fast.sourceSize(ofSlot: base) == PixelSize(width: 128, height: 96) && fast.form(ofSlot: base).scale == .full)
      #expect(fast.isThumbnail(ofSlot: base) && !fast.isThumbnail(ofSlot: base + 1))
      #expect(fast.form(ofSlot: base + 1).size == usual.form(ofSlot: base + 1).size)
      #expect(!usual.isThumbnail(ofSlot: base) && usual.tier(ofSlot: base) == .full)
    }
  }

  @Test func aFileThatDoesNotDecodeGivesItsThumbnail() throws {
    let spec = try StrategySpec("none")
    let usual = try ThumbnailTests.replay(ThumbnailTests.assets, .highquality).run(spec)
    let fast = try ThumbnailTests.replay(ThumbnailTests.assets, .fast).run(spec)
    #expect(usual.failedDecodes > 0 && fast.failedDecodes == 0)
    #expect(fast.peak.bytes < usual.peak.bytes && fast.requestedCost < usual.requestedCost)
    #expect(fast.blank.part < usual.blank.part && fast.blank.whole == usual.blank.whole)
    #expect(!fast.thumbnails.isPresent, "there is one tier")
  }

  @Test func withoutThumbnailsItIsTheUsualReplay() throws {
    let bare = ContiguousArray(ThumbnailTests.assets.map(\.withoutThumbnail))
    for strategy in ["preheat2x", "lru:match=at-least", "budget-priority"] {
      let digests = try ReplayDelivery.allCases.map {
        let tally = try ThumbnailTests.replay(bare, $0).run(StrategySpec(strategy))
        return RunFacts(tally: tally).deterministic.digest
      }
      #expect(Set(digests).count == 1, "\(strategy)")
    }
  }
}
