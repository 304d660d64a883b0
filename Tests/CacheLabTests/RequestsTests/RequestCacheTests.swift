import CacheLab
import Strategies
import Testing

/// Rules of the cache. Which keys each policy misses, models of the papers say in `OutsiderTests`.
@Suite struct RequestCacheTests {
  private static let ids = StrategyRegistry.all.evictionPolicies.map { $0.descriptor.id }

  private func run(_ policy: String, _ requests: [(Int32, UInt32)], keyCount: Int = 600) throws -> RequestTally {
    let spec = try StrategySpec(policy)
    var cache = RequestCache(spec.evictionPolicy.init(spec.evictionParameters), keyCount: keyCount)
    var batch = RequestBatch()
    for (key, size) in requests { batch.append(key, size: size) }
    cache.take(batch)
    return cache.tally
  }

  /// Few keys often, many seldom, each with a size of its own.
  private func skewed(_ count: Int, seed: UInt64) -> [(Int32, UInt32)] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let key = Int32(min(random.next(below: 600), random.next(below: 600), random.next(below: 600)))
      return (key, UInt32(10 + key * 37 % 90))
    }
  }

  @Test(arguments: ids) func withoutALimitOnlyFirstRequestsMiss(_ id: String) throws {
    let requests = skewed(20_000, seed: 3)
    let tally = try run("\(id):budget=1GB", requests)
    #expect(tally.misses == Int64(Set(requests.map(\.0)).count))
    #expect(tally.evictions == 0)
  }

  @Test(arguments: ids) func anEntryLargerThanTheBudgetIsPassedBy(_ id: String) throws {
    let tally = try run("\(id):budget=10B", [(1, 5), (2, 5), (3, 11), (3, 11), (1, 5), (2, 5), (4, 10), (4, 10)])
    #expect(tally.oversize == 2)
    // 1 and 2 are still there; 4 is as large as the budget, and is kept.
    #expect(tally.misses == 5)
    #expect(tally.evictions == 2)
  }

  @Test(arguments: ids) func aHitWithAnotherSizeIsCountedAndChangesNothing(_ id: String) throws {
    let tally = try run("\(id):budget=10B", [(1, 5), (1, 9), (2, 5), (1, 5), (2, 5)])
    #expect(tally.resized == 1)
    #expect(tally.misses == 2)
    #expect(tally.requestedBytes == ByteCount(rawValue: 29))
  }

  @Test func aListForEachSizeIsLruWhereThereIsOneSize() throws {
    for seed in 1...5 {
      let requests = skewed(5000, seed: UInt64(seed))
      for budget in [500, 3000, 12_000] {
        #expect(try run("lru-by-size:budget=\(budget)B", requests) == run("lru:budget=\(budget)B", requests))
      }
    }
  }

  @Test func everyTwoPoliciesDiffer() throws {
    let requests = skewed(20_000, seed: 9)
    let ids = RequestCacheTests.ids.filter { $0 != "lru-by-size" } + ["arc:step=entry"]
    let misses = try ids.map { try run("\($0)\($0.contains(":") ? "," : ":")budget=3000B", requests).misses }
    #expect(Set(misses).count == ids.count, "\(misses)")
  }
}
