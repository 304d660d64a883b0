import CacheLab
import Strategies

/// The bounds over every strategy, shipped trace and declared device: none may be passed; and how near the clairvoyant
/// comes to them.
enum BoundsBench {
  private static let traces = [
    "browse", "fastscroll", "flicks", "hunt", "interrupted", "ios-browse", "ios-fastscroll", "ios-flicks", "ios-hunt",
    "ios-overscroll", "open-photo", "promotion", "rotation", "scroll-to-top", "scrub", "tablet", "ten-minutes", "zoom",
  ]
  private static let devices = ["decode-4ms", "decode-12ms", "decode-30ms"]

  static func measure() throws -> [Figure] {
    var (passed, runs) = (0, 0)
    var (hits, hitBounds): (Int64, Int64) = (0, 0)
    for trace in traces {
      for device in DeviceProfile.all where devices.contains(device.name) {
        let replay = try Setting(trace: trace, device: device).replay
        let offline = try OfflineBounds(replay, cells: .cancel, registry: .all)
        hits += offline.clairvoyant.hits
        hitBounds += offline.bound.hits
        let judge = BoundsJudge(replay)
        for strategy in try strategies(peak: offline.budget)
        where OfflineBoundsReading.lack(for: strategy, over: replay, ReplaySettings()) == nil {
          runs += 1
          if let sentence = judge.complaint(strategy) {
            passed += 1
            print("     \(trace) on \(device.name): \(sentence)")
          }
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
    return try (registry.descriptors.map(\.id) + registry.boundDescriptors.map(\.id) + more).map {
      try StrategySpec($0)
    }
  }
}

/// Judges strategies over one replay by the bounds at their own peaks.
private final class BoundsJudge {
  private let replay: Replay
  private let bounds: (hits: HitBound, blank: BlankBound, priced: PricedBound)
  /// By memory, in steps.
  private var known: [Int64: (hits: Int64, blank: Int128)] = [:]
  private static let step: Int64 = 4_000_000
  /// Prices need not be good to be judged.
  private static let stepsMax = 3_000_000

  init(_ replay: Replay) {
    self.replay = replay
    bounds = (HitBound(replay), BlankBound(replay), PricedBound(replay))
  }

  /// What is wrong with the bounds, if anything is.
  func complaint(_ strategy: StrategySpec) -> String? {
    let tally = replay.run(strategy, cells: .cancel)
    let (hits, blank) = (tally.warmRequests.hits, Int128(tally.warmBlank.part))
    // Less memory bounds tighter: most are judged by what is known already.
    let rounded = bound(tally.peak.bytes / BoundsJudge.step * BoundsJudge.step)
    if hits <= rounded.hits && blank >= rounded.blank { return nil }
    let exact = bound(tally.peak.bytes)
    if hits <= exact.hits && blank >= exact.blank { return nil }
    return "\(strategy.shortText) has \(hits) hits and \(blank) blank, bound \(exact.hits) and \(exact.blank)"
  }

  private func bound(_ memory: Int64) -> (hits: Int64, blank: Int128) {
    if let found = known[memory] { return found }
    let (hits, blank, priced) = bounds
    let found = (
      hits.hits(memory: memory),
      max(blank.warmBlank(memory: memory), priced.warmBlank(memory: memory, stepsMax: BoundsJudge.stepsMax))
    )
    known[memory] = found
    return found
  }
}
