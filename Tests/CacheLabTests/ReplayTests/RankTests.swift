import CacheLab
import LabRecords
import Strategies
import Testing

/// What holds for every strategy that ranks, seen from outside by its events.
@Suite struct RankTests {
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
    let strategy = try #require(spec.prefetcher.init(spec.prefetcherParameters) as? any RankingStrategy)
    let budget = strategy.budget.rawValue
    let (tally, watcher) = replay.run(spec, observer: EventBooks(table: replay.table, budget: budget))
    return (tally, watcher)
  }

  @Test(arguments: ["scrub", "zoom", "open-photo", "flicks"])
  func onlyDemandsPassTheBudgetAndEachIsCounted(_ trace: String) throws {
    for id in RankTests.ranking {
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
    for id in RankTests.ranking {
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
    #expect(tally.decodes == 60)
    #expect(tally.peak.bytes == budget)
    #expect(tally.neverShown == 0)
  }

  @Test func comingBackToALayoutFindsWhatIsStillHeld() throws {
    let small = ReplayFixture.layout(columns: 5, cell: 76_000)
    let script = ReplayFixture.script(
      [(0, 0), (1000, 0), (2000, 0)], changes: [(1000, 1), (2000, 0)], of: [ReplayFixture.layout(), small], end: 3000)
    let roomy = ReplayFixture.replay(script).run(try StrategySpec("budget-priority:budget=200MB"))
    #expect(roomy.requests.hits == 36)
    #expect(roomy.evictions == 0)
    let tight = ReplayFixture.replay(script).run(try StrategySpec("budget-priority:budget=26MB"))
    #expect(tight.requests.hits < 36)
    #expect(tight.peak.bytes <= 26_000_000)
  }
}
