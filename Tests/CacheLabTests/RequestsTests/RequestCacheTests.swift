import CacheLab
import Strategies
import Testing

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

  private func units(_ keys: [Int32]) -> [(Int32, UInt32)] { keys.map { ($0, 1) } }

  /// Few keys often, many seldom, each with a size of its own.
  private func skewed(_ count: Int, seed: UInt64) -> [(Int32, UInt32)] {
    var random = Skew(seed: seed)
    return (0..<count).map { _ in
      let key = Int32(min(random.below(600), random.below(600), random.below(600)))
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

  @Test func sieveLetsGoOfWhatWasNotRequestedSinceTheHandCameBy() throws {
    // 1 and 3 are marked; 4 evicts 2, 5 evicts 4's neighbour: the hand has cleared 3 on its way and stands before 4.
    let tally = try run("sieve:budget=3B", units([1, 2, 3, 1, 3, 4, 1, 3, 2]))
    #expect(tally.misses == 5)
    #expect(tally.evictions == 2)
  }

  @Test func clockGivesASecondChanceOnce() throws {
    // 1 is spared when 3 comes, and goes when 4 comes; 2 goes first.
    #expect(try run("clock:budget=2B", units([1, 2, 1, 3, 4, 3])).misses == 4)
    #expect(try run("clock:budget=2B", units([1, 2, 1, 3, 4, 1])).misses == 5)
  }

  @Test func s3FifoBringsBackAKeyThatLeftItsSmallQueue() throws {
    // Keys of a scan pass through the small queue. One that is asked for again after it left goes to the main queue and
    // outlives the next scan; one that is new then does not.
    let (scan, next) = ((100..<140).map { Int32($0) }, (200..<215).map { Int32($0) })
    #expect(try run("s3-fifo:budget=20B", units(scan + [130] + next + [130])).misses == 40 + 1 + 15)
    #expect(try run("s3-fifo:budget=20B", units(scan + [300] + next + [300])).misses == 40 + 1 + 15 + 1)
  }

  @Test func arcKeepsWhatWasRequestedTwiceThroughAScan() throws {
    let scan = (100..<150).map { Int32($0) }
    #expect(try run("arc:budget=10B", units([1, 2, 1, 2] + scan + [1, 2])).misses == 52)
    #expect(try run("lru:budget=10B", units([1, 2, 1, 2] + scan + [1, 2])).misses == 54)
  }
}

/// A small seeded generator.
private struct Skew {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
