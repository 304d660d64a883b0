import Strategies
import Testing

@testable import GridEngine
@testable import CacheLab
@testable import LabRecords

/// Libraries of any size count the same: slots made before a replay, and slots made as it meets them.
@Suite struct ScaleTests {
  @Test func aSlotIs32Bytes() {
    #expect(MemoryLayout<Slot>.stride == 32)
  }

  @Test func zerosAreASlotThatNothingHasHappenedTo() {
    let store = SlotStore(count: 3, ready: [])
    defer { store.deallocate() }
    #expect(store.allSatisfy { $0.state == .unknown && $0.flags.isEmpty && $0.bytes == 0 && $0.cost == 0 })
  }

  @Test func aSlotHoldsLargeBytesAndCosts() {
    var slot = Slot()
    slot.learn(bytes: 1 << 32 - 1, cost: 1 << 47 - 1, isDecodable: false)
    slot.isAhead = true
    #expect(slot.bytes == 1 << 32 - 1 && slot.cost == 1 << 47 - 1 && slot.has(.broken) && slot.state == .absent)
  }

  /// The same scroll at the top of a small grid and of one with more keys than are made ready.
  @Test(arguments: ["none", "fixed-window", "preheat2x", "lru:budget=30MB", "preheat2x+lru:budget=25MB"])
  func slotsMadeOnTheWayAreThoseMadeBefore(_ strategy: String) throws {
    let frames = (0..<200).map { ($0 * 17, ($0 * 531) % 3000) }
    var digests: Set<String> = []
    for count in [400, 50_000] as [Int32] {
      let script = ReplayFixture.script(frames, end: 4000, layout: ReplayFixture.layout(count: count))
      let replay = ReplayFixture.replay(script, assets: ReplayFixture.mixedAssets(Int(count)))
      #expect(replay.table.readySlots.isEmpty == (count > 400))
      let tally = replay.run(try StrategySpec(strategy))
      digests.insert(RunFacts(tally: tally).deterministic.digest)
    }
    #expect(digests.count == 1)
  }

  @Test func sizesBeyondTheFirstSixteenAreWorkedOutToo() {
    let assets = (0..<40).map {
      AssetInfo(width: 300 + Int32($0) * 50, height: 400, encodedBytes: 9, thumbnailBytes: 0, isDecodable: true)
    }
    let targets = [PixelSize(width: 96, height: 96), PixelSize(width: 288, height: 288)]
    var forms = BitmapForms(of: assets, fit: .eighth)
    for size in targets { forms.reach(size) }
    for asset in assets {
      for (sizeClass, target) in targets.enumerated() {
        let scale = DecodeScale.smallest(for: asset.size, reaching: target)
        #expect(forms.form(of: asset, sizeClass: sizeClass) == BitmapForm(asset.size, at: scale))
      }
    }
  }
}
