import LabBase
import LabRecords
import Strategies
import Testing

@testable import CacheLab

@Suite struct YardstickTests {
  private func mark(_ hits: Int64, _ blank: Int128) -> Yardsticks.Mark { Yardsticks.Mark(hits: hits, blank: blank) }

  @Test func aShareOfAGapIsExact() {
    let gap = GapClosed(mark(60, 40), from: mark(0, 100), to: mark(80, 20))
    #expect(gap.hits == .ratio(60, 80))
    #expect(gap.blank == .ratio(60, 80))
    let worse = GapClosed(mark(5, 120), from: mark(10, 100), to: mark(80, 20))
    #expect(worse.hits == .ratio(-5, 70))
    #expect(worse.blank == .ratio(-20, 80))
  }

  @Test func whereThereIsNoGapNothingIsClosed() {
    let gap = GapClosed(mark(60, 40), from: mark(80, 20), to: mark(80, 20))
    #expect(gap.hits == nil && gap.blank == nil)
  }

  @Test func theClairvoyantHasThePeakOfPreheat2xAndStaysWithinTheBound() throws {
    let replay = try ReplayFixture.shipped("zoom", device: DeviceProfile.all[2])
    let yardsticks = try Yardsticks(replay, cells: .cancel, registry: .all)
    let sample = replay.run(try StrategySpec("preheat2x"), cells: .cancel)
    #expect(yardsticks.budget.rawValue == sample.peak.bytes)
    #expect(yardsticks.preheat2x.hits == sample.warmRequests.hits)
    #expect(yardsticks.none.hits < yardsticks.preheat2x.hits)
    #expect(yardsticks.preheat2x.hits < yardsticks.clairvoyant.hits)
    #expect(yardsticks.clairvoyant.hits <= yardsticks.bound.hits)
    #expect(yardsticks.clairvoyant.blank >= yardsticks.bound.blank)
    #expect(yardsticks.clairvoyant.blank < yardsticks.preheat2x.blank)
    let json = yardsticks.json(of: yardsticks.clairvoyant)
    #expect(json["gap-closed"]?["from-none"]?["hits"]?["value"] == .number(1))
    #expect(json["gap-closed"]?["from-preheat2x"]?["blank"]?["value"] == .number(1))
    #expect(json["budget-bytes"]?.integer == sample.peak.bytes)
  }

  @Test func tightYardsticksAreNearer() throws {
    let replay = try ReplayFixture.shipped("zoom", device: DeviceProfile.all[2])
    let quick = try Yardsticks(replay, cells: .cancel, registry: .all)
    let tight = try Yardsticks(replay, cells: .cancel, registry: .all, effort: .tight)
    #expect(tight.clairvoyant.blank <= quick.clairvoyant.blank)
    #expect(tight.bound.blank > quick.bound.blank && tight.bound.blank <= tight.clairvoyant.blank)
    #expect(tight.bound.hits == quick.bound.hits && tight.budget == quick.budget)
  }

  @Test func theFutureIsWhatAReplayAsksFor() throws {
    for name in ["zoom", "open-photo"] {
      let replay = try ReplayFixture.shipped(name)
      let future = RequestFuture(script: replay.script, table: replay.table)
      let watcher = replay.run(try StrategySpec("preheat2x"), cells: .keep, observer: RequestRecorder()).observer
      #expect(future.visits.map(\.slot) == Array(watcher.slots))
      for (request, next) in future.next.enumerated() where next != RequestFuture.never {
        #expect(watcher.slots[Int(next)] == watcher.slots[request])
        #expect(!watcher.slots[(request + 1)..<Int(next)].contains(watcher.slots[request]))
      }
      for visit in future.visits { #expect(visit.begin <= visit.end && visit.seen <= visit.end - visit.begin) }
    }
  }

  @Test func theVisitsAddUpToTheVisibleArea() throws {
    let replay = try ReplayFixture.shipped("open-photo")
    var walk = CellWalk(script: replay.script, table: replay.table)
    var area: Int128 = 0
    walk.run { area += Int128($0.height) * Int128($0.end - $0.begin) * Int128($0.visits.count) }
    #expect(area == replay.run(try StrategySpec("none"), cells: .cancel).blank.whole)
  }
}
