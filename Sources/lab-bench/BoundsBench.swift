import CacheLab
import LabRecords
import Strategies

/// The bounds over every strategy, shipped trace and declared device: none may be exceeded; and the distance of the
/// clairvoyant. Bounds are computed only for grids that keep their photos.
enum BoundsBench {
  /// The steps of memory for which bounds are computed.
  private static let step: Int64 = 4_000_000
  /// The limit of the search for prices, which need not be good to be judged.
  private static let stepsMax = 3_000_000

  static func measure() throws -> [Figure] {
    var (passed, runs) = (0, 0)
    var (hits, hitBounds): (Int64, Int64) = (0, 0)
    for trace in TraceSet.stress.names {
      for device in DeviceProfile.all where device.fixed > .zero {
        let replay = try Setting(trace: trace, device: device).replay
        guard !replay.script.changesContent else { continue }
        let peak = max(1, replay.run(try StrategySpec("preheat2x")).peak.bytes)
        let (hit, priced) = (HitBound(replay), PricedBound(replay))
        hits += replay.run(try StrategySpec("clairvoyant:budget=\(peak)B")).warmRequests.hits
        hitBounds += hit.hits(memory: peak)
        var known: [Int64: (hits: Int64, blank: Int128)] = [:]
        func isPassed(by tally: ReplayTally, memory: Int64) -> Bool {
          let bound =
            known[memory]
            ?? (hits: hit.hits(memory: memory), blank: priced.warmBlank(memory: memory, stepsMax: stepsMax))
          known[memory] = bound
          return tally.warmRequests.hits > bound.hits || Int128(tally.warmBlank.part) < bound.blank
        }
        for strategy in try strategies(peak: ByteCount(rawValue: peak))
        where OfflineBound.lack(for: strategy, over: replay) == nil {
          runs += 1
          let tally = replay.run(strategy)
          let peak = tally.peak.bytes
          // Less memory bounds tighter: most are judged by what is known already.
          guard isPassed(by: tally, memory: peak / step * step), isPassed(by: tally, memory: peak) else { continue }
          passed += 1
          print("     \(trace) on \(device.name): \(strategy.shortText) passes a bound with \(peak) bytes")
        }
      }
    }
    return [
      Figure(
        name: "replays of \(runs) that pass a bound at their own peak", value: Double(passed), unit: "replays",
        limit: 0...0, decimals: 0),
      Figure(
        name: "hits of the clairvoyant at preheat2x's peak to the bound, all requests pooled",
        value: Double(hits) / Double(max(1, hitBounds)), unit: "of the bound"),
    ]
  }

  private static func strategies(peak: ByteCount) throws -> [StrategySpec] {
    let registry = StrategyRegistry.all
    let more = [
      "preheat2x+lru", "lru:match=at-least", "preheat2x+belady", "preheat2x+unbounded", "budget-priority:budget=15MB",
      "budget-priority:budget=\(peak.rawValue)B", "clairvoyant:budget=\(peak.rawValue)B",
    ]
    return try (registry.descriptors.map(\.id) + registry.oracleDescriptors.map(\.id) + more).map {
      try StrategySpec($0)
    }
  }
}
