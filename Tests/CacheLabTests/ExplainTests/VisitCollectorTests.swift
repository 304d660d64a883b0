import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct VisitCollectorTests {
  private let millisecond: Int64 = 1_000_000

  @Test func aVisitByHandIsTold() throws {
    let replay = ReplayFixture.replay(ExplainFixture.rowAfterASecond)
    let collector = try ExplainFixture.collect(replay, "none", .item(39))
    let visit = try #require(collector.visits.first)
    #expect(collector.visits.count == 1 && visit.number == 1)
    #expect(visit.frame == 3 && visit.requested == 1000 * millisecond && visit.outcome == .miss)
    #expect(visit.started == nil && visit.runningBefore == 0 && visit.demandsBefore == 3)
    #expect(visit.passedByCount == 3 && WhyReport.rescue(visit) == "a start 20.0 ms earlier")
    #expect(visit.decode?.begun == 1010 * millisecond)
    #expect(visit.shown == 1020 * millisecond && visit.wait == 20 * millisecond)
  }

  @Test func aVisitThatWaitedForItsFileSaysSo() throws {
    var cloud = CloudModel(sharePercent: 100)
    cloud.latency = .milliseconds(10)
    cloud.bytesPerSecond = 5_000_000
    let script = ExplainFixture.rowAfterASecond
    let replay = Replay(
      script: script, assets: ReplayFixture.assets(script.itemCapacity), device: ReplayFixture.device(milliseconds: 10),
      settings: ReplayFixture.eighths(cloud: cloud))
    let visits = try ExplainFixture.collect(replay, "none", .item(39)).visits
    let visit = try #require(visits.first)
    #expect(visit.hasDownload && visit.decode?.begun == 1060 * millisecond && visit.shown == 1070 * millisecond)
  }

  @Test func theLongestWaitsAreKeptInOrder() throws {
    let replay = ReplayFixture.replay(ExplainFixture.rowAfterASecond)
    let worst = try ExplainFixture.collect(replay, "none", .worst(3)).visits
    // The 36 cells of the first frame wait up to 180 ms and are left out; of the four of row 9 two wait for two others.
    #expect(worst.map(\.wait) == [20, 20, 10].map { $0 * millisecond })
    #expect(Set(worst.prefix(2).map(\.item)) == [38, 39])
  }

  @Test func aCellThatLeavesFirstIsNeverShown() throws {
    let script = ReplayFixture.script([(0, 0), (1000, 8820), (1005, 0), (1100, 0)], end: 1200)
    let visits = try ExplainFixture.collect(ReplayFixture.replay(script), "none", .item(364)).visits
    let visit = try #require(visits.first)
    #expect(visit.shown == nil && visit.decode == nil && visit.wait == 5 * millisecond)
  }

  @Test func whatWasLostIsRemembered() throws {
    let script = ReplayFixture.script([(0, 0), (1000, 8820), (2000, 0)], end: 3000)
    let lost = try ExplainFixture.collect(ReplayFixture.replay(script), "none", .item(0)).visits
    #expect(lost.first { $0.number == 1 }?.lost == nil)
    let second = try #require(lost.first { $0.number == 2 })
    #expect(second.lost?.until == 1000 * millisecond && second.lost?.why == .unwanted)
    let kept = try ExplainFixture.collect(ReplayFixture.replay(script), "lru:budget=16MB", .item(0)).visits
    let evicted = try #require(kept.first { $0.number == 2 }?.lost)
    #expect(evicted.why == .evicted)
    #expect(kept.first { $0.number == 2 }.map(WhyReport.rescue)?.hasPrefix("keeping it, evicted at ") == true)
  }

  /// Every request of shipped traces: outcome, begin and arrival as its event file has them, sums as the replay counted.
  @Test(arguments: FollowedLedgerTests.cases) func everyVisitAgreesWithTheEventFile(
    _ run: FollowedLedgerTests.Case
  ) throws {
    let replay = try ReplayFixture.shipped(run.trace)
    let (_, events, tally) = try ExplainFixture.events(replay, run.strategy, cells: run.cells)
    let visits = try ExplainFixture.collect(replay, run.strategy, cells: run.cells).visits
    let facts = RunFacts(tally: tally)
    #expect(Int64(visits.count) == tally.requests.count)
    #expect(Int64(visits.count { $0.outcome == .late }) == tally.requests.late)
    #expect(visits.reduce(Int128(0)) { $0 + Int128($1.wait) } == facts.waits.sum)
    #expect(visits.map(\.wait).max() == facts.waits.max)
    #expect(Int64(visits.count { $0.shown == nil }) == tally.neverShown)
    // Begins and ends by key, looked up without following anything.
    var begins: [BitmapKey: [Int64]] = [:]
    var ends: [BitmapKey: [Int64]] = [:]
    for next in events {
      if case .begin(let key, _, _, _) = next.event { begins[key, default: []].append(next.time) }
      if case .end(let key, true) = next.event { ends[key, default: []].append(next.time) }
    }
    for visit in visits where visit.outcome != .hit {
      let key = BitmapKey(item: visit.item, size: visit.size)
      if let shown = visit.shown {
        #expect(ends[key]?.first { $0 > visit.requested } == shown, "item \(visit.item) at \(visit.requested)")
        #expect(visit.decode.map { begins[key]?.last { $0 < shown } == $0.begun } == true, "item \(visit.item)")
      }
    }
  }
}
