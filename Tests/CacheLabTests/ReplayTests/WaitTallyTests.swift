import StrategyKit
import Testing

@testable import GridEngine
@testable import CacheLab

/// Percentiles of waits that are only counted are those of the kept ones, to a part in 8,192.
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

  @Test(arguments: 0..<30 as Range<UInt64>) func countedWaitsRankAsSortedOnes(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      // Few different values, short ones, and waits of days.
      let bound = [3, 1_000, 1 << 20, 1 << 31, 1 << 51][random.next(below: 5)]
      let warm = (0..<(20 + random.next(below: 300))).map { _ in Int64(random.next(below: bound)) }
      let cold = (0..<random.next(below: 40)).map { _ in Int64(random.next(below: bound)) }
      let hits = Int64(random.next(below: 3) * random.next(below: 500))
      var tally = WaitTally(keptMax: random.next(below: 20))
      for wait in warm { tally.append(wait) }
      #expect(!tally.isKept && tally.kept.isEmpty)
      let (all, ofWarm) = (Distribution(samples: warm + cold, zeros: hits), Distribution(samples: warm, zeros: hits))
      for (counted, exact) in [
        (tally.percentiles(with: ContiguousArray(cold), hits: hits), all), (tally.percentiles(hits: hits), ofWarm),
      ] {
        for (counted, exact) in zip(counted, [exact.p50, exact.p90, exact.p95, exact.p99]) {
          #expect(counted <= exact && exact - counted <= exact >> 13, "seed \(seed)")
        }
      }
      #expect(tally.count == Int64(warm.count) && tally.max == ofWarm.max && Int128(tally.sum) == ofWarm.sum)
    }
  }
}
