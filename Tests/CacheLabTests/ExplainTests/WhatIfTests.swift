import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge

@Suite struct WhatIfTests {
  private let millisecond: Int64 = 1_000_000
  private let device = ReplayFixture.device(milliseconds: 10)

  private func rescues(_ script: ReplayScript, _ strategy: String, item: Int32) throws -> (Visit, [Rescue]) {
    let replay = ReplayFixture.replay(script, device: device)
    let collector = try ExplainFixture.collect(replay, strategy, .item(item))
    let whatIf = try ExplainFixture.whatIf(replay, strategy)
    #expect(whatIf.firstDifference(from: collector.visits) == nil)
    let all = whatIf.rescues(of: collector.visits, layoutChanges: collector.layoutChanges)
    let index = try #require(collector.visits.indices.max { collector.visits[$0].number < collector.visits[$1].number })
    return (collector.visits[index], all[index])
  }

  @Test func theLatestStartThatIsEarlyEnoughIsFound() throws {
    let (visit, rescues) = try rescues(ExplainFixture.rowAfterASecond, "none", item: 38)
    #expect(visit.wait == 20 * millisecond)
    // Started at 995 ms its decode ends at 1005, at 985 it ends at 995.
    #expect(rescues[0] == Rescue(change: .earlierStart(frames: 2, at: 985 * millisecond), result: .hit))
    // Third of four: a third worker takes it at once.
    #expect(rescues[1] == Rescue(change: .workers(3), result: .shown(wait: 10 * millisecond)))
    #expect(rescues.count == 2, "memory had no part in it")
  }

  @Test func aFreeWorkerThatChangesNothingIsSaid() throws {
    let (visit, rescues) = try rescues(ExplainFixture.rowAfterASecond, "none", item: 39)
    #expect(rescues[1] == Rescue(change: .workers(3), result: .shown(wait: visit.wait)))
  }

  @Test func theFirstFrameHasNoEarlierOne() throws {
    let (visit, rescues) = try rescues(ExplainFixture.rowAfterASecond, "none", item: 35)
    #expect(visit.frame == 0 && rescues[0].change == .noEarlierFrame && !rescues[0].isComputed)
  }

  @Test func whatWasEvictedIsAHitWithoutALimit() throws {
    let script = ReplayFixture.script([(0, 0), (1000, 8820), (2000, 0)], end: 3000)
    for strategy in ["lru:budget=16MB", "none"] {
      let (visit, rescues) = try rescues(script, strategy, item: 0)
      #expect(visit.number == 2 && visit.lost != nil)
      #expect(rescues.last?.result == .hit, "\(strategy)")
      guard case .memory(let text)? = rescues.last?.change else {
        Issue.record("\(rescues)")
        return
      }
      #expect(text.hasSuffix("lru:budget=1000GB"), "\(text)")
    }
  }

  /// A start may not be given up by the strategy before the request: without that, this one would be.
  @Test func theStartIsHeldThoughTheStrategyStopsIt() throws {
    let (_, rescues) = try rescues(ExplainFixture.rowAfterASecond, "preheat2x:height=1", item: 38)
    #expect(rescues[0].result == .hit)
  }

  @Test func aStrategyThatRanksIsReplayedToo() throws {
    let replay = try ReplayFixture.shipped("ios-overscroll")
    let strategy = "budget-priority:budget=20MB"
    let collector = try ExplainFixture.collect(replay, strategy, .worst(2))
    let spec = try StrategySpec(strategy)
    let whatIf = WhatIf(replay, strategy: spec, registry: .all)
    #expect(whatIf.firstDifference(from: collector.visits) == nil)
    for rescues in whatIf.rescues(of: collector.visits, layoutChanges: []) { #expect(rescues.count == 3) }
  }

  @Test func aReplayThatPartsFromItsEventsIsNoticed() throws {
    let replay = ReplayFixture.replay(ExplainFixture.rowAfterASecond, device: device)
    let visits = try ExplainFixture.collect(replay, "none", .item(38)).visits
    let slower = ReplayFixture.replay(
      ExplainFixture.rowAfterASecond, device: ReplayFixture.device(milliseconds: 11))
    #expect(try ExplainFixture.whatIf(slower, "none").firstDifference(from: visits)?.item == 38)
  }

  @Test func anEstimateMovesTheWaitAheadAndIsCalledOne() throws {
    let replay = ReplayFixture.replay(ExplainFixture.rowAfterASecond, device: device)
    let visit = try #require(try ExplainFixture.collect(replay, "none", .item(38)).visits.first)
    let estimate = try #require(WhatIf.estimate(visit).first)
    #expect(estimate.change == .estimatedStart(at: 980 * millisecond) && !estimate.isComputed)
  }
}
