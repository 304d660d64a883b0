import CacheLab
import Strategies
import Testing

@testable import LabRecords

/// Fast delivery: one image, the thumbnail where there is one.
@Suite struct FastDeliveryTests {
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
      try FastDeliveryTests.replay(FastDeliveryTests.assets, .fast).table,
      try FastDeliveryTests.replay(FastDeliveryTests.assets, .highquality).table
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
    let usual = try FastDeliveryTests.replay(FastDeliveryTests.assets, .highquality).run(spec)
    let fast = try FastDeliveryTests.replay(FastDeliveryTests.assets, .fast).run(spec)
    #expect(usual.failedDecodes > 0 && fast.failedDecodes == 0)
    #expect(fast.peak.bytes < usual.peak.bytes && fast.requestedCost < usual.requestedCost)
    #expect(fast.blank.part < usual.blank.part && fast.blank.whole == usual.blank.whole)
    #expect(!fast.thumbnails.isPresent, "there is one tier")
  }

  @Test func withoutThumbnailsItIsTheUsualReplay() throws {
    let bare = ContiguousArray(FastDeliveryTests.assets.map(\.withoutThumbnail))
    for strategy in ["preheat2x", "lru:match=at-least", "budget-priority"] {
      let digests = try ReplayDelivery.allCases.map {
        let tally = try FastDeliveryTests.replay(bare, $0).run(StrategySpec(strategy))
        return RunFacts(tally: tally).deterministic.digest
      }
      #expect(Set(digests).count == 1, "\(strategy)")
    }
  }
}
