import CacheLab
import Strategies
import StrategyKit
import Testing

/// What strategies burn, on scrolls whose counts are known by hand.
@Suite struct WorkMetricTests {
  /// At rest rows 0 to 8 are on screen, and a quarter of a screen below shows rows 9 and 10; then a row further.
  private func facts(_ strategy: String, end: Int = 2000) throws -> RunFacts {
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (1000, 98)], end: end))
    return RunFacts(tally: replay.run(try StrategySpec(strategy)))
  }

  @Test func preheatsThatNoCellShowsAreWork() throws {
    let run = try facts("fixed-window:screens=1/4")
    // 36 cells, then 4; ahead of them 8 images, then 4 more; of the first 8 the second frame shows 4.
    #expect(Metric.decodesPerRequest.value(of: run) == .ratio(48, 40))
    #expect(Metric.preheatAccuracy.value(of: run) == .ratio(4, 12))
    #expect(Metric.preheatCoverage.value(of: run) == .ratio(4, 40))
    #expect(Metric.decodeTime.value(of: run) == .ratio(48 * 10_000_000 * 60, 2_000_000_000))
  }

  @Test func decodesOnDemandAreNoPreheats() throws {
    let run = try facts("none")
    #expect(Metric.decodesPerRequest.value(of: run) == .ratio(40, 40))
    #expect(Metric.preheatAccuracy.value(of: run) == .ratio(0, 0))
    #expect(Metric.preheatCoverage.value(of: run) == .ratio(0, 40))
  }

  /// The last decodes, two at once, are cut 5 ms after they began.
  @Test func timeAfterTheEndIsNoWork() throws {
    let run = try facts("none", end: 1005)
    #expect(Metric.decodeTime.value(of: run) == .ratio((36 * 10 + 2 * 5) * 1_000_000 * 60, 1_005_000_000))
  }

  /// A decode that runs when its cell asks serves it late; one that waits in its queue becomes a decode on demand.
  @Test func aPreheatThatRunsWhenItsCellAsksIsSeen() throws {
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (185, 98)], end: 2000))
    let run = RunFacts(tally: replay.run(try StrategySpec("fixed-window:screens=1/4")))
    #expect(run.tally.requests.late == 4)
    // 18 rounds of two are done at 180 ms, so two images of row 9 run at 185 ms and the others wait.
    #expect(run.tally.shownPreheats == 2 && run.tally.preheatDecodes == 2 + 4 + 4)
  }
}
