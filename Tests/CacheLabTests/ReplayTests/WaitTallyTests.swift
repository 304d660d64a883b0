import Strategies
import Testing

@testable import GridEngine
@testable import CacheLab
@testable import LabBase
@testable import LabRecords

/// Percentiles of waits are exact whether the waits are kept or only counted.
@Suite struct WaitTallyTests {
  @Test func partsOfTimeFollowEachOtherWithoutAGap() {
    var next: Int64 = 0
    let buckets = WaitTally.buckets
    for part in 0..<buckets.count {
      let range = buckets.range(part)
      #expect(range.lowerBound == next && buckets.bucket(of: next) == part)
      if buckets.bucket(of: range.upperBound) != part { Issue.record("part \(part) ends early") }
      next = range.upperBound &+ 1
    }
    #expect(next == .min, "the last part ends with the last number")
  }

  /// Feeds the same waits again and again, as a replay does, until every percentile is exact.
  private func ranked(_ warm: [Int64], cold: [Int64], hits: (all: Int64, warm: Int64), keeping keptMax: Int) -> (
    tally: WaitTally, passes: Int
  ) {
    var (waits, passes) = (WaitTally(keptMax: keptMax), 1)
    for wait in warm { waits.append(wait) }
    while let wanted = waits.narrow(cold: ContiguousArray(cold), hits: hits) {
      waits = wanted
      for wait in warm { waits.append(wait) }
      passes += 1
    }
    return (waits, passes)
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func countedWaitsRankAsSortedOnes(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      // Few different values, short ones, and waits of days.
      let bound = [3, 1_000, 1 << 20, 1 << 31, 1 << 51][random.next(below: 5)]
      let warm = (0..<(20 + random.next(below: 300))).map { _ in Int64(random.next(below: bound)) }
      let cold = (0..<random.next(below: 40)).map { _ in Int64(random.next(below: bound)) }
      let warmHits = Int64(random.next(below: 3) * random.next(below: 500))
      let hits = (all: warmHits + Int64(random.next(below: 2)), warm: warmHits)
      let (tally, passes) = ranked(warm, cold: cold, hits: hits, keeping: random.next(below: 20))
      let all = Distribution(samples: warm + cold, zeros: hits.all)
      let ofWarm = Distribution(samples: warm, zeros: hits.warm)
      #expect(tally.percentiles(of: .all) == [all.p50, all.p90, all.p95, all.p99], "seed \(seed)")
      #expect(tally.percentiles(of: .warm) == [ofWarm.p50, ofWarm.p90, ofWarm.p95, ofWarm.p99], "seed \(seed)")
      #expect(tally.count == Int64(warm.count) && tally.max == ofWarm.max && Int128(tally.sum) == ofWarm.sum)
      #expect(passes <= 4 && (bound > 1 << 30 || passes <= 2), "\(passes) passes for waits below \(bound)")
    }
  }

  @Test(arguments: ["fastscroll", "zoom", "ios-hunt", "open-photo"])
  func aReplayThatKeepsFewWaitsCountsTheSame(_ trace: String) throws {
    let shipped = try ReplayFixture.shipped(trace)
    for strategy in ["none", "preheat2x", "lru", "preheat2x+lru"] {
      for cells in CellPolicy.allCases {
        let spec = try StrategySpec(strategy)
        let whole = RunFacts(tally: shipped.leaving(cells).run(spec))
        for kept in [0, 5] {
          var replay = shipped.leaving(cells)
          replay.keptWaits = kept
          let tally = replay.run(spec)
          #expect(tally.waits.warm.kept.isEmpty && !tally.waits.warm.isKept)
          let digest = RunFacts(tally: tally).deterministic.digest
          #expect(digest == whole.deterministic.digest, "\(strategy) \(cells), \(kept) kept")
        }
      }
    }
  }

  @Test func anObserverHearsEveryEventOnce() throws {
    let shipped = try ReplayFixture.shipped("hunt")
    let spec = try StrategySpec("preheat2x")
    let once = shipped.run(spec, observer: EventLog()).observer.lines
    var counting = shipped
    counting.keptWaits = 0
    let again = counting.run(spec, observer: EventLog()).observer.lines
    #expect(once == again)
  }
}
