import LabBase
import LabRecords
import Strategies
import Testing

@testable import CacheLab

@Suite struct OfflineBoundsTests {
  private func mark(_ hits: Int64, _ blank: Int128) -> OfflineBounds.Mark {
    OfflineBounds.Mark(hits: hits, blank: blank)
  }

  @Test func aShareOfAGapIsExact() {
    let gap = GapClosed(mark(60, 40), from: mark(0, 100), to: mark(80, 20))
    #expect(gap.hits == .ratio(60, 80))
    #expect(gap.blank == .ratio(60, 80))
    let worse = GapClosed(mark(5, 120), from: mark(10, 100), to: mark(80, 20))
    #expect(worse.hits == .ratio(-5, 70))
    #expect(worse.blank == .ratio(-20, 80))
  }

  @Test func whatPassesTheUpperEndClosesTheWholeGap() {
    let gap = GapClosed(mark(90, 10), from: mark(0, 100), to: mark(80, 20))
    #expect(gap.hits == .ratio(90, 90) && gap.blank == .ratio(90, 90))
    let only = GapClosed(mark(90, 10), from: mark(80, 20), to: mark(80, 20))
    #expect(only.hits == .ratio(10, 10) && only.blank == .ratio(10, 10))
  }

  /// Where layouts change, causal strategies find better plans than the clairvoyant's own.
  @Test func theClairvoyantTakesThePlansThatPassIt() throws {
    let replay = try ReplayFixture.shipped("rotation")
    let bounds = try OfflineBounds(replay, registry: .all)
    let (plain, sample) = (bounds.none, bounds.preheat2x)
    #expect(bounds.clairvoyant.hits >= max(plain.hits, sample.hits))
    #expect(bounds.clairvoyant.blank <= min(plain.blank, sample.blank))
    let budget = "budget-priority:budget=\(bounds.budget.rawValue)B"
    let runs = try ["preheat2x", budget, "preheat2x+unbounded"].map { text in
      OfflineBounds.Run(replay.run(try StrategySpec(text)), text)
    }
    for run in runs {
      let json = bounds.json(of: run, beside: runs)
      for from in ["from-none", "from-preheat2x"] {
        for axis in ["hits", "blank"] {
          let share = json["gap-closed"]?[from]?[axis].flatMap { MetricValue($0)?.number }
          #expect(share ?? 0 <= 1, "\(run.strategy), \(from), \(axis)")
        }
      }
    }
    let (alone, among) = (bounds.json(of: runs[0]), bounds.json(of: runs[0], beside: runs))
    let blank = among["clairvoyant"]?["warm-blank-area"]?.wideInteger
    #expect(blank == min(runs[1].mark.blank, bounds.clairvoyant.blank))
    #expect(blank ?? 0 < bounds.clairvoyant.blank, "budget-priority passes what the clairvoyant had")
    #expect(among["clairvoyant"]?["blank-of"] == .string(budget))
    #expect(alone["clairvoyant"]?["blank-of"] != .string(budget))
    // More bytes are no better plan: it closes the gap, and the clairvoyant keeps what it has.
    let larger = bounds.json(of: runs[2])
    #expect(larger["held-more"] == .bool(true) && alone["held-more"] == nil)
    #expect(larger["clairvoyant"]?["warm-hits"]?.integer == bounds.clairvoyant.hits)
  }

  @Test func whereThereIsNoGapNothingIsClosed() {
    let gap = GapClosed(mark(60, 40), from: mark(80, 20), to: mark(80, 20))
    #expect(gap.hits == nil && gap.blank == nil)
  }

  @Test func theClairvoyantHasThePeakOfPreheat2xAndStaysWithinTheBound() throws {
    let replay = try ReplayFixture.shipped("zoom", device: DeviceProfile.all[2])
    let bounds = try OfflineBounds(replay, registry: .all)
    let sample = replay.run(try StrategySpec("preheat2x"))
    #expect(bounds.budget.rawValue == sample.peak.bytes)
    #expect(bounds.preheat2x.hits == sample.warmRequests.hits)
    #expect(bounds.none.hits < bounds.preheat2x.hits)
    #expect(bounds.preheat2x.hits < bounds.clairvoyant.hits)
    #expect(bounds.clairvoyant.hits <= bounds.bound.hits)
    #expect(bounds.clairvoyant.blank >= bounds.bound.blank)
    #expect(bounds.clairvoyant.blank < bounds.preheat2x.blank)
    let seer = replay.run(try StrategySpec("clairvoyant:budget=\(sample.peak.bytes)B"))
    let json = bounds.json(of: OfflineBounds.Run(seer, "clairvoyant"))
    #expect(json["gap-closed"]?["from-none"]?["hits"]?["value"] == .number(1))
    #expect(json["gap-closed"]?["from-preheat2x"]?["blank"]?["value"] == .number(1))
    #expect(json["budget-bytes"]?.integer == sample.peak.bytes)
  }

  @Test func tightBoundsAreNearer() throws {
    let replay = try ReplayFixture.shipped("zoom", device: DeviceProfile.all[2])
    let quick = try OfflineBounds(replay, registry: .all)
    let tight = try OfflineBounds(replay, registry: .all, effort: .tight)
    #expect(tight.clairvoyant.blank <= quick.clairvoyant.blank)
    #expect(tight.bound.blank > quick.bound.blank && tight.bound.blank <= tight.clairvoyant.blank)
    #expect(tight.bound.hits == quick.bound.hits && tight.budget == quick.budget)
  }

  @Test func theFutureIsWhatAReplayAsksFor() throws {
    for name in ["zoom", "open-photo"] {
      let replay = try ReplayFixture.shipped(name)
      let future = RequestFuture(script: replay.script, table: replay.table)
      let watcher = replay.leaving(.keep).run(try StrategySpec("preheat2x"), observer: RequestRecorder(replay.table))
        .observer
      #expect(future.visits.map(\.slot) == Array(watcher.slots))
      for (request, next) in future.next.enumerated() where next != RequestFuture.never {
        #expect(watcher.slots[Int(next)] == watcher.slots[request])
        #expect(!watcher.slots[(request + 1)..<Int(next)].contains(watcher.slots[request]))
      }
      for visit in future.visits { #expect(visit.begin <= visit.end && visit.seen <= visit.end - visit.begin) }
    }
  }

  /// One column of cells as high as the screen. Half a cell counts half, and nothing is in view from a change of layout to
  /// the next frame.
  @Test func aVisitIsSeenForThePartOfItThatIsInView() {
    let page = ReplayFixture.layout(columns: 1, cell: 842_000)
    let script = ReplayScript(
      steps: [
        .init(time: .zero, value: 0, kind: .frame), .init(time: .milliseconds(50), value: 422_000, kind: .frame),
        .init(time: .milliseconds(150), value: 1, kind: .layout),
        .init(time: .milliseconds(350), value: 0, kind: .frame),
      ], layouts: [page, ReplayFixture.layout(columns: 1, cell: 844_000)], end: .milliseconds(950))
    let replay = ReplayFixture.replay(script)
    var walk = CellWalk(script: script, table: replay.table)
    var times: [Int64] = []
    walk.run { if times.last != $0.begin { times.append($0.begin) } }
    #expect(times == [0, 50_000_000, 350_000_000])
    let part = (422 * 100_000_000) / 842 as Int64
    let seen: [Int64] = [50_000_000 + (420 * 100_000_000) / 842, part, 600_000_000]
    #expect(walk.visits.map(\.seen) == seen)
    #expect(walk.visits.map(\.end) == [150_000_000, 150_000_000, 950_000_000])
  }

  @Test func theVisitsAddUpToTheVisibleArea() throws {
    let replay = try ReplayFixture.shipped("open-photo")
    var walk = CellWalk(script: replay.script, table: replay.table)
    var area: Int128 = 0
    walk.run { area += Int128($0.height) * Int128($0.end - $0.begin) * Int128($0.visits.count) }
    #expect(area == Int128(replay.run(try StrategySpec("none")).blank.whole))
  }
}
