import Strategies
import Testing

@testable import CacheLab
@testable import GridEngine
@testable import LabRecords
@testable import StrategyKit

@Suite struct LayoutChangeTests {
  private let small = ReplayFixture.page()
  private let large = ReplayFixture.page(height: 300)

  /// Small cells, large ones at 15 ms, small ones again at 60 ms; item 0 is visible throughout.
  private func replay() -> Replay {
    let script = ReplayFixture.script(
      [(0, 0), (15, 0), (60, 0)], changes: [(15, 1), (60, 0)], of: [small, large], end: 100)
    return ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
  }

  @Test func everythingIsReleasedStoppedAndRequestedAnew() throws {
    let lines = try replay().run(StrategySpec("fixed-window:screens=1"), observer: EventLog())
      .observer.lines
    #expect(
      lines.filter { $0.hasPrefix("15 ") } == [
        "15 layout 100x300", "15 release 0", "15 stop 0..<2", "15 drop 0 unwanted", "15 frame 0..<1",
        "15 start 0..<1", "15 miss 0",
      ])
    #expect(lines.contains("20 end 1 gone"), "the decode that ran at the old size ends, and nothing wants it")
    #expect(lines.contains("20 begin 0' demand"), "at the large target size")
  }

  @Test func lruKeepsTheOldSizeAndServesItLater() throws {
    let lines = try replay().run(StrategySpec("lru"), observer: EventLog()).observer.lines
    #expect(lines.contains("15 miss 0") && lines.contains("60 hit 0"))
  }

  @Test func atLeastServesTheSmallerFromTheLarger() throws {
    let script = ReplayFixture.script([(0, 0), (30, 0)], changes: [(30, 1)], of: [large, small], end: 100)
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
    let exact = try replay.run(StrategySpec("lru"))
    let atLeast = try replay.run(StrategySpec("lru:match=at-least"))
    #expect(exact.requests.hits == 0)
    #expect(atLeast.requests.hits == 1 && atLeast.decodes == 1)
  }

  /// Of each cell its height in view, times its width over that of a usual cell, rounded down.
  private func area(_ layout: GridLayout, at offset: MilliPoints) -> Int64 {
    let viewport = layout.viewport(at: offset)
    return (0..<layout.count).reduce(0) { sum, item in
      let cell = layout.frame(of: item)
      let height = min(cell.rows.maxY, viewport.maxY) - max(cell.rows.minY, viewport.minY)
      return sum + (height > .zero ? height.rawValue * cell.width.rawValue / layout.cellWidth.rawValue : 0)
    }
  }

  @Test(arguments: UInt64(1)...40) func areasAreSumsOverTheCellsInView(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    var layout = ReplayFixture.layout(count: 300)
    if seed % 4 != 0 { layout = RandomSections.laidOut(layout, next) }
    let offsets = (0..<8).map { _ in next(Int(layout.lastOffset.rawValue / 1000) + 1) }
    let script = ReplayFixture.script(
      offsets.enumerated().map { ($0.offset * 100, $0.element) }, end: 800, layout: layout)
    // Nothing is decoded before the end.
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 100_000))
    let tally = replay.run(try StrategySpec("none"))
    let sum = offsets.reduce(Int128(0)) { $0 + Int128(area(layout, at: .points(Double($1)))) * 100_000_000 }
    #expect(tally.blank.whole == WideSum(sum) && tally.blank.part == tally.blank.whole)
  }

  @Test func betweenALayoutAndItsFirstFrameNothingIsInView() throws {
    let layouts = [ReplayFixture.layout(), ReplayFixture.layout(columns: 5, cell: 76_000)]
    let script = ReplayFixture.script([(0, 0), (300, 0)], changes: [(100, 1)], of: layouts, end: 500)
    let tally = ReplayFixture.replay(script).run(try StrategySpec("none"))
    let sum = area(layouts[0], at: .zero) * 100_000_000 + area(layouts[1], at: .zero) * 200_000_000
    #expect(tally.blank.whole == WideSum(Int128(sum)))
  }

  @Test func aSlotIs32Bytes() { #expect(MemoryLayout<Slot>.stride == 32) }

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
