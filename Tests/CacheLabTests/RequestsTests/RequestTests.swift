import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

/// Rules of the cache. Which keys each policy misses, models of the papers say in `OutsiderTests`.
@Suite struct RequestTests {
  private static let ids = StrategyRegistry.all.evictionPolicies.map { $0.descriptor.id }

  private func run(_ policy: String, _ requests: [(Int32, UInt32)], keyCount: Int = 600) throws -> RequestTally {
    let spec = try StrategySpec(policy)
    var cache = RequestCache(try #require(spec.makeEvictionPolicy()), keyCount: keyCount)
    var batch = RequestBatch()
    for (key, size) in requests { batch.append((key, size)) }
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
    #expect(tally.misses == Int64(Set(requests.map(\.0)).count) && tally.evictions == 0)
  }

  @Test(arguments: ids) func anEntryLargerThanTheBudgetIsPassedBy(_ id: String) throws {
    let tally = try run("\(id):budget=10B", [(1, 5), (2, 5), (3, 11), (3, 11), (1, 5), (2, 5), (4, 10), (4, 10)])
    #expect(tally.oversize == 2)
    // 1 and 2 are still there; 4 is as large as the budget, and is kept.
    #expect(tally.misses == 5 && tally.evictions == 2)
  }

  @Test(arguments: ids) func aHitWithAnotherSizeIsCountedAndChangesNothing(_ id: String) throws {
    let tally = try run("\(id):budget=10B", [(1, 5), (1, 9), (2, 5), (1, 5), (2, 5)])
    #expect(tally.resized == 1 && tally.misses == 2 && tally.requestedBytes == ByteCount(rawValue: 29))
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
    let ids = RequestTests.ids.filter { $0 != "lru-by-size" } + ["arc:step=entry"]
    let misses = try ids.map { try run("\($0)\($0.contains(":") ? "," : ":")budget=3000B", requests).misses }
    #expect(Set(misses).count == ids.count, "\(misses)")
  }

  /// The definition, word by word.
  private func model(_ keys: [Int32], _ size: (Int32) -> Int64) -> (bytes: Int64, reuse: Int64, repeats: Int64) {
    var (reuse, repeats) = (Int64(0), Int64(0))
    for (place, key) in keys.enumerated() {
      guard let before = keys[..<place].lastIndex(of: key) else { continue }
      repeats += 1
      reuse = max(reuse, Set(keys[before..<place]).reduce(0) { $0 + size($1) })
    }
    return (Set(keys).reduce(0) { $0 + size($1) }, reuse, repeats)
  }

  @Test(arguments: 1...20) func equalsTheDefinition(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let keys = (0..<300).map { _ in Int32(random.next() % UInt64(5 + seed * 4)) }
    func size(_ key: Int32) -> Int64 { Int64(key) * 7 + 1 }
    let (set, model) = (WorkingSet(keys: ContiguousArray(keys), size: size), model(keys, size))
    #expect(set.bytes == model.bytes && set.largestReuseBytes == model.reuse && set.repeats == model.repeats)
  }

  /// What the mark in the picture promises, by the cache itself.
  @Test func anLRUOfTheLargestReuseWindowServesEveryRepeat() throws {
    let replay = try ReplayFixture.shipped("hunt")
    let set = WorkingSet(replay)
    let export = RequestExport(replay)
    func hits(_ budget: Int64) throws -> Int64 {
      let policy = try StrategySpec("lru:budget=\(budget)B")
      var cache = RequestCache(
        try #require(policy.makeEvictionPolicy()), keyCount: Int(export.slots.max() ?? 0) + 1)
      var batch = RequestBatch()
      for slot in export.slots {
        batch.append((slot, UInt32(replay.table.form(ofSlot: slot).size.pixelCount * 4)))
      }
      cache.take(batch)
      return cache.tally.requests - cache.tally.misses
    }
    #expect(try hits(set.largestReuseBytes) == set.repeats && hits(set.largestReuseBytes - 1) < set.repeats)
  }

  @Test func nothingThatReturnsHasNoWindow() {
    let set = WorkingSet(keys: [0, 1, 2], size: { _ in 5 })
    #expect(set.bytes == 15 && set.largestReuseBytes == 0 && set.repeats == 0)
    #expect(WorkingSet(keys: [], size: { _ in 5 }).bytes == 0)
  }

  @Test func theOraclesNextAccessIsTheNextRequestOfTheKey() throws {
    let replay = try ReplayFixture.shipped("hunt")
    let export = RequestExport(replay)
    let folder = TemporaryDirectory()
    try export.write(to: folder.path + "/r.bin", format: .oracleGeneral)
    let bytes = try folder.read("r.bin")
    #expect(Int64(export.slots.count) == replay.run(try StrategySpec("none")).requests.count)
    func number(_ at: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
    }
    let keys = Array(export.slots)
    for index in keys.indices {
      #expect(number(index * 24, 4) == UInt64(index) && number(index * 24 + 4, 8) == UInt64(keys[index]))
      let next = Int64(bitPattern: number(index * 24 + 16, 8))
      // Requests are counted from 1 there.
      let expected = keys[(index + 1)...].firstIndex(of: keys[index]).map { Int64($0) + 1 } ?? -1
      #expect(next == expected)
    }
  }

  private func run(_ requests: [(key: Int32, size: UInt32)], budget: Int, keyCount: Int) throws -> RequestTally {
    let spec = try StrategySpec("belady:budget=\(budget)B")
    var policy = Belady(spec.evictionParameters)
    policy.foresee(RequestFuture(keys: ContiguousArray(requests.map(\.key)), keyCount: keyCount))
    var cache = RequestCache(policy, keyCount: keyCount)
    var batch = RequestBatch()
    for (key, size) in requests { batch.append((key, size)) }
    cache.take(batch)
    return cache.tally
  }

  /// The rule as it is told, looking through the rest of the stream each time.
  private func model(_ requests: [(key: Int32, size: UInt32)], budget: Int) -> (misses: Int64, bytes: Int64) {
    var held: [Int32: Int] = [:]
    var missed: (misses: Int64, bytes: Int64) = (0, 0)
    for (index, (key, size)) in requests.enumerated() where held[key] == nil {
      missed = (missed.misses + 1, missed.bytes + Int64(size))
      if Int(size) > budget { continue }
      while held.values.reduce(0, +) + Int(size) > budget {
        func next(_ key: Int32) -> Int { requests[(index + 1)...].firstIndex { $0.key == key } ?? .max }
        let victim = held.keys.min { (next($1), $0) < (next($0), $1) }
        held[victim ?? -1] = nil
      }
      held[key] = Int(size)
    }
    return missed
  }

  /// The fewest misses that any choice of victims leads to.
  private func fewestMisses(_ keys: [Int32], entries: Int) -> Int64 {
    var states: [Set<Int32>: Int64] = [[]: 0]
    for key in keys {
      var next: [Set<Int32>: Int64] = [:]
      func reach(_ state: Set<Int32>, _ misses: Int64) { next[state] = min(next[state] ?? .max, misses) }
      for (state, misses) in states {
        if state.contains(key) {
          reach(state, misses)
        } else if state.count < entries {
          reach(state.union([key]), misses + 1)
        } else {
          for victim in state { reach(state.subtracting([victim]).union([key]), misses + 1) }
        }
      }
      states = next
    }
    return states.values.min() ?? 0
  }

  @Test func missesAreThoseOfTheRule() throws {
    for seed in 1...8 {
      var random = SplitMix64(seed: UInt64(seed))
      let requests = (0..<400).map { _ in
        let key = Int32(min(random.next() % 50, random.next() % 50))
        return (key: key, size: UInt32(10 + key * 7 % 30))
      }
      for budget in [25, 60, 200, 700] {
        let tally = try run(requests, budget: budget, keyCount: 50)
        let expected = model(requests, budget: budget)
        #expect(tally.misses == expected.misses, "seed \(seed), budget \(budget)")
        #expect(tally.missedBytes.rawValue == expected.bytes, "seed \(seed), budget \(budget)")
      }
    }
  }

  @Test func ofEntriesOfOneSizeNoChoiceOfVictimsMissesLess() throws {
    for seed in 1...20 {
      var random = SplitMix64(seed: UInt64(seed))
      let keys = (0..<60).map { _ in Int32(random.next() % 8) }
      for entries in 1...4 {
        let misses = try run(keys.map { ($0, 1) }, budget: entries, keyCount: 8).misses
        #expect(misses == fewestMisses(keys, entries: entries), "seed \(seed), \(entries) entries")
      }
    }
  }

  @Test func withoutAFutureTheLowestSlotGoes() throws {
    var policy = Belady(try StrategySpec("belady:budget=2B").evictionParameters)
    policy.reset(slotCount: 4, sizeClasses: 1)
    for slot in [3, 1, 2] as [Int32] {
      policy.requested(slot, bytes: ByteCount(rawValue: 1))
      policy.becameResident(slot, bytes: ByteCount(rawValue: 1))
    }
    #expect(policy.victim { _ in true } == 1 && policy.victim { $0 != 1 } == 2)
  }
}
