import LabRecords
import Strategies
import StrategyKit
import Testing

@testable import CacheLab
@testable import GridEngine

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

  private func tally(
    _ frames: [(Int, Int)], end: Int, delivery: ReplayDelivery = .highquality, milliseconds: Int = 10
  ) throws -> ReplayTally {
    let script = ReplayFixture.script(frames, end: end)
    let replay = Replay(
      script: script, assets: ReplayFixture.assets(script.itemCapacity),
      device: ReplayFixture.device(milliseconds: milliseconds), settings: ReplayFixture.eighths(delivery))
    return replay.run(try StrategySpec("none"))
  }

  @Test func aWaitOfExactlyTheLimitIsNotNoticed() throws {
    let tally = try tally([(0, 0), (1000, 5000)], end: 3000)
    // After ten times 10 ms twenty cells have their image, the last two at the limit.
    #expect(tally.warmRequests.count > 20 && tally.waits.noticed == tally.warmRequests.count - 20)
  }

  @Test func theFirstScreenIsLeftOut() throws {
    let tally = try tally([(0, 0)], end: 3000)
    #expect(tally.requests.count > 20 && tally.waits.noticed == 0)
  }

  @Test func aVisitThatEndsAtTheLimitIsNotNoticed() throws {
    let leaves = try tally([(0, 0), (1000, 5000), (1100, 10_000)], end: 1200)
    #expect(leaves.neverShown > 0 && leaves.waits.noticed == 0)
    let stays = try tally([(0, 0), (1000, 5000), (1101, 10_000)], end: 1200)
    #expect(stays.waits.noticed > 0)
  }

  @Test func aThumbnailIsABlankLessAndAWaitAllTheSame() throws {
    let tally = try tally([(0, 0), (1000, 5000)], end: 3000, delivery: .opportunistic, milliseconds: 40)
    #expect(tally.waits.noticed > 0 && tally.thumbnails.waits.noticed < tally.waits.noticed)
  }

  private static let numbers: [Int64] = [0, 1, -1, 999_999_937, 1 << 32, -(1 << 40), .max, .min + 1, .min]

  @Test(arguments: numbers, numbers) func sumsAreThoseOf128Bits(_ value: Int64, _ factor: Int64) {
    var sum: WideSum = 0
    var exact: Int128 = 0
    for start in WaitTallyTests.numbers {
      sum.add(value, times: factor)
      sum = sum - WideSum(start)
      exact &+= Int128(value) * Int128(factor) &- Int128(start)
      #expect(Int128(sum) == exact)
      #expect((sum < WideSum(start)) == (exact < Int128(start)))
      #expect(sum.divided(by: 1_000_000) == min(max(exact / 1_000_000, -Int128(Int64.max)), Int128(Int64.max)))
      #expect(abs(Double(sum) - Double(exact)) <= Double(exact).magnitude.ulp)
    }
  }

  @Test(arguments: numbers, numbers) func aNumberTimesAFractionIsClamped(_ value: Int64, _ factor: Int64) {
    for divisor in WaitTallyTests.numbers where divisor > 0 {
      let exact = Int128(value) * Int128(factor) / Int128(divisor)
      #expect(value.scaled(by: factor, over: divisor) == min(max(exact, -Int128(Int64.max)), Int128(Int64.max)))
    }
  }

  private static let ranking = (StrategyRegistry.all.prefetchers + StrategyRegistry.all.oraclePrefetchers)
    .filter(\.isRanking).map { $0.descriptor.id }

  private func watch(
    _ strategy: String, _ trace: String, cells: CellPolicy = .cancel
  ) throws -> (tally: ReplayTally, watcher: EventBooks) {
    let script = try ReplayFixture.shipped(trace).script
    let replay = ReplayFixture.replay(
      script, device: DeviceProfile.all[0], assets: ReplayFixture.mixedAssets(script.itemCapacity)
    ).leaving(cells)
    let spec = try StrategySpec(strategy)
    let budget = spec.makeStrategy().budget.rawValue
    let (tally, watcher) = replay.run(spec, observer: EventBooks(table: replay.table, budget: budget))
    return (tally, watcher)
  }

  @Test(arguments: ["scrub", "zoom", "open-photo", "flicks"])
  func onlyDemandsPassTheBudgetAndEachIsCounted(_ trace: String) throws {
    for id in WaitTallyTests.ranking {
      for budget in ["1MB", "30MB"] {
        for cells in CellPolicy.allCases {
          let (tally, watcher) = try watch("\(id):budget=\(budget)", trace, cells: cells)
          #expect(watcher.preheatsOverBudget == 0, "\(id) \(budget)")
          #expect(watcher.demandsOverBudget == tally.overdrafts, "\(id) \(budget)")
          #expect(watcher.live == watcher.reported && watcher.peak == tally.peak.bytes, "\(id) \(budget)")
        }
      }
    }
  }

  @Test(arguments: ["hunt", "zoom", "open-photo", "ios-overscroll"])
  func nothingIsDroppedThatACellShowsAndNothingWithoutNeed(_ trace: String) throws {
    for id in WaitTallyTests.ranking {
      let (tally, watcher) = try watch("\(id):budget=30MB", trace)
      #expect(watcher.shownDrops == 0, "\(id)")
      #expect(watcher.drops[.unwanted] == nil, "\(id)")
      #expect(Int64(watcher.drops[.evicted] ?? 0) == tally.evictions, "\(id)")
      let unlimited = try watch("\(id):budget=1000GB", trace)
      #expect(unlimited.tally.evictions == 0 && unlimited.tally.overdrafts == 0, "\(id)")
    }
  }

  @Test(arguments: ["browse", "hunt", "fastscroll"])
  func budgetPriorityLetsTheFarthestOfEachSideGoFirst(_ trace: String) throws {
    let watcher = try watch("budget-priority:budget=30MB", trace).watcher
    #expect(watcher.drops[.evicted] ?? 0 > 10)
    #expect(watcher.innerEvictions == 0, "a bitmap went while a farther one of its side stayed")
  }

  @Test func aWorkerIsIdleOnlyWhenNothingThatFitsWaits() throws {
    // Two workers, forty visible cells at rest: 20 rounds of 10 ms, then the rows around, down first.
    let script = ReplayFixture.script([(0, 0)], end: 3000)
    let budget = 60 * ReplayFixture.bitmapBytes
    let tally = ReplayFixture.replay(script).run(try StrategySpec("budget-priority:budget=\(budget)B,reach=3/2"))
    #expect(tally.decodes == 60 && tally.peak.bytes == budget && tally.neverShown == 0)
  }

  @Test func comingBackToALayoutFindsWhatIsStillHeld() throws {
    let small = ReplayFixture.layout(columns: 5, cell: 76_000)
    let script = ReplayFixture.script(
      [(0, 0), (1000, 0), (2000, 0)], changes: [(1000, 1), (2000, 0)], of: [ReplayFixture.layout(), small], end: 3000)
    let roomy = ReplayFixture.replay(script).run(try StrategySpec("budget-priority:budget=200MB"))
    #expect(roomy.requests.hits == 36 && roomy.evictions == 0)
    let tight = ReplayFixture.replay(script).run(try StrategySpec("budget-priority:budget=26MB"))
    #expect(tight.requests.hits < 36 && tight.peak.bytes <= 26_000_000)
  }
}
