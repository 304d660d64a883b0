import Strategies
import Testing

@testable import CacheLab

@Suite struct WorkingSetTests {
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
        policy.evictionPolicy.init(policy.evictionParameters), keyCount: Int(export.slots.max() ?? 0) + 1)
      var batch = RequestBatch()
      for slot in export.slots {
        batch.append(slot, size: UInt32(replay.table.form(ofSlot: slot).size.pixelCount * 4))
      }
      cache.take(batch)
      return cache.tally.requests - cache.tally.misses
    }
    #expect(try hits(set.largestReuseBytes) == set.repeats)
    #expect(try hits(set.largestReuseBytes - 1) < set.repeats)
  }

  @Test func nothingThatReturnsHasNoWindow() {
    let set = WorkingSet(keys: [0, 1, 2], size: { _ in 5 })
    #expect(set.bytes == 15 && set.largestReuseBytes == 0 && set.repeats == 0)
    #expect(WorkingSet(keys: [], size: { _ in 5 }).bytes == 0)
  }
}
