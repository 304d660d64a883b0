import CacheLab
import Strategies
import Testing

/// The farthest next request goes first: against a model of the rule, and for entries of one size against the optimum.
@Suite struct BeladyTests {
  private func run(_ requests: [(key: Int32, size: UInt32)], budget: Int, keyCount: Int) throws -> RequestTally {
    let spec = try StrategySpec("belady:budget=\(budget)B")
    var policy = Belady(spec.evictionParameters)
    policy.foresee(RequestFuture(keys: ContiguousArray(requests.map(\.key)), keyCount: keyCount))
    var cache = RequestCache(policy, keyCount: keyCount)
    var batch = RequestBatch()
    for (key, size) in requests { batch.append(key, size: size) }
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
    policy.reset(slotCount: 4)
    for slot in [3, 1, 2] as [Int32] {
      policy.requested(slot, bytes: ByteCount(rawValue: 1))
      policy.becameResident(slot, bytes: ByteCount(rawValue: 1))
    }
    #expect(policy.victim { _ in true } == 1)
    #expect(policy.victim { $0 != 1 } == 2)
  }
}
