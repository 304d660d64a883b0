import Strategies
import Testing

@testable import CacheLab

/// The rules of virtual time, one by one, on scrolls small enough to follow by hand: one column of cells as tall as
/// the screen, so that one cell is visible at rest.
@Suite struct ReplayerTests {
  private static let page = ReplayFixture.page()

  private func log(
    _ strategy: String, _ frames: [(Int, Int)], end: Int, cells: CellPolicy = .cancel, decode: Int = 10,
    workers: Int = 1
  ) throws -> [String] {
    let script = ReplayFixture.script(frames, end: end, layout: ReplayerTests.page)
    let device = ReplayFixture.device(milliseconds: decode, workers: workers)
    return try ReplayFixture.replay(script, device: device)
      .leaving(cells).run(StrategySpec(strategy), observer: EventLog()).observer.lines
  }

  @Test func noneDecodesOnDemandAndDropsWhenTheCellLeaves() throws {
    #expect(
      try log("none", [(0, 0), (50, 100)], end: 100) == [
        "0 frame 0..<1", "0 miss 0", "0 begin 0 demand", "10 end 0 kept",
        "50 frame 1..<2", "50 release 0", "50 drop 0 unwanted", "50 miss 1", "50 begin 1 demand", "60 end 1 kept",
      ])
  }

  @Test(
    arguments: [
      // A started image is a hit when its cell appears, and item 0 is still in the window; of the same frame it is a miss.
      ("fixed-window:screens=1", [(0, 0), (50, 100)], ["0 start 0..<2", "0 miss 0", "50 hit 1"], "50 drop 0"),
      // One worker is busy with items 0 and 1 until 20 ms; at 15 ms item 2's cell appears and promotes it.
      ("fixed-window:screens=3", [(0, 0), (15, 200)], ["15 late 2", "20 begin 2 demand"], "refuse"),
      ("none", [(0, 0), (5, 100)], ["10 end 0 gone"], "0 kept"),
      // Completions come before the frame of the same time.
      ("fixed-window:screens=1", [(0, 0), (20, 100)], ["20 hit 1"], "late"),
      // A frame at the end counts.
      ("none", [(0, 0), (200, 100)], ["200 miss 1", "200 begin 1 demand"], "end 1"),
      // The budget holds two bitmaps of 256x192 pixels; 1 was requested before 0.
      (
        "lru:budget=393216B", [(0, 0), (50, 100), (100, 0), (150, 200)], ["100 hit 0", "150 drop 1 evicted"],
        "drop 0"
      ),
      // One bitmap fits; two cells are on screen at the offset between them, and a preheat would push one out.
      ("lru:budget=196608B", [(0, 0), (50, 50)], ["50 miss 1"], "evicted"),
      ("fixed-window:screens=1+lru:budget=196608B", [(0, 0)], ["10 refuse 1"], "evicted"),
    ] as [(String, [(Int, Int)], [String], String)])
  func eachRuleIsKept(_ strategy: String, _ frames: [(Int, Int)], _ has: [String], _ lacks: String) throws {
    let lines = try log(strategy, frames, end: 200)
    #expect(has.allSatisfy(lines.contains) && !lines.contains { $0.contains(lacks) }, "\(lines)")
  }

  @Test func cancelTakesTheRequestOutOfTheQueueAndKeepLeavesItThere() throws {
    let frames = [(0, 0), (2, 100), (4, 200)]
    let cancelled = try log("none", frames, end: 100)
    #expect(cancelled.contains("4 cancel 1") && !cancelled.contains { $0.contains("begin 1") })
    let kept = try log("none", frames, end: 100, cells: .keep)
    #expect(!kept.contains { $0.contains("cancel") })
    #expect(kept.contains("20 end 1 gone"), "nothing wants it when its decode ends")
  }

  @Test func aWithdrawnRequestOfAStartedItemGoesToTheEndOfThePreheatQueue() throws {
    // 0 decodes until 10. At 2 the cell of 1 appears (promoted), at 4 it leaves: back behind 2 and 3.
    let lines = try log("fixed-window:screens=3", [(0, 0), (2, 100), (4, 200)], end: 100)
    let begins = lines.filter { $0.contains("begin") }
    #expect(begins.prefix(3) == ["0 begin 0 demand", "10 begin 2 demand", "20 begin 3 preheat"])
    let ofItem1 = begins.firstIndex { $0.contains("begin 1 preheat") }
    #expect(ofItem1 == begins.count - 1)
  }

  @Test func demandComesBeforePreheat() throws {
    let lines = try log("fixed-window:screens=1", [(0, 0), (5, 500)], end: 100)
    let begins = lines.filter { $0.contains("begin") }
    #expect(begins[1] == "10 begin 5 demand", "preheat of 4 was queued before, and waits")
  }

  @Test func decodesWithoutCostEndAtTheSameTime() throws {
    let lines = try log("none", [(0, 0)], end: 10, decode: 0)
    #expect(lines == ["0 frame 0..<1", "0 miss 0", "0 begin 0 demand", "0 end 0 kept"])
  }

  @Test func timeRunsFromTheFirstFrameToTheEndOfTheTrace() throws {
    for frames in [[(20, 0)], [(20, 0), (50, 100)]] {
      let script = ReplayFixture.script(frames, end: 100, layout: ReplayerTests.page)
      #expect(ReplayFixture.replay(script).run(try StrategySpec("none")).duration == 80_000_000)
    }
    let nothing = ReplayFixture.script([], end: 100, layout: ReplayerTests.page)
    #expect(ReplayFixture.replay(nothing).run(try StrategySpec("none")).duration == 0)
  }

  /// Rows of cells of one size take another path through the meter than rows of several.
  @Test(arguments: [false, true]) func whereNothingScrollsAllAreaIsThatOfTheFirstFrame(inSeveralSizes: Bool) throws {
    var layout = ReplayFixture.layout()
    if inSeveralSizes {
      var large = layout.usual
      (large.columns, large.cellWidth, large.cellHeight) = (2, .points(190), .points(190))
      layout = layout.laidOut(
        in: [GridSection(count: 10, style: large), GridSection(count: 390, style: layout.usual)], usual: layout.usual)
    }
    #expect(layout.hasEqualCells != inSeveralSizes)
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (35, 0)], end: 100, layout: layout))
    let tally = replay.run(try StrategySpec("none"))
    #expect(tally.blank.part > 0 && tally.blank.whole > tally.blank.part && tally.coldBlank == tally.blank)
  }

  @Test func aPeakIsNumberedAmongTheChangesOfTheLedger() throws {
    // Two bitmaps come, one after the other, and none goes.
    let script = ReplayFixture.script([(0, 0), (50, 50)], end: 200, layout: ReplayerTests.page)
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
    #expect(replay.run(try StrategySpec("none")).peak.change == 2)
  }

  /// Without a name: no registry makes it.
  private struct FirstTwo: StrategyBehaviour {
    var subscribedEvents: StrategyEvents { [] }

    mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { plan.start(ItemRange(lower: 0, upper: 2)) }
  }

  @Test func aStrategyGivenAsAValueIsCounted() {
    let script = ReplayFixture.script([(0, 0), (50, 100)], end: 100, layout: ReplayerTests.page)
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
    let tally = replay.run(FirstTwo())
    #expect(tally.preheat.created == 2 && tally.requests.hits == 1)
  }
}
