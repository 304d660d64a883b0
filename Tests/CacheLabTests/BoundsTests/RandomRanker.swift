import CacheLab
import Strategies

/// Decodes and lets go at random within its budget: any schedule that a strategy could come to.
struct RandomRanker: RankingStrategy {
  static let descriptor = PolicyDescriptor(
    id: "random-ranker", summary: "decodes and lets go at random",
    parameters: [
      .budget,
      ParameterSpec(
        key: "seed", kind: .rational(Rational(0)...Rational(100_000)), defaultValue: .rational(Rational(0)),
        summary: "of its choices"),
    ])
  static let registry = StrategyRegistry(prefetchers: [RandomRanker.registered], evictionPolicies: [])

  let budget: ByteCount
  private var random: SplitMix64
  private var count: Int32 = 0

  init(_ parameters: ParameterValues) {
    budget = BudgetInForce(parameters.budget("budget")).bytes
    random = SplitMix64(seed: UInt64(parameters.rational("seed").numerator))
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    count = frame.layout.count
    // Stopped first, so that what went is started again.
    plan.stop(ItemRange(lower: 0, upper: count))
    plan.start(ItemRange(lower: 0, upper: count))
  }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    let fitting = all.filter { item in
      jobs.state(of: item) == .queued
        && jobs.live.rawValue + jobs.bytes(of: item).rawValue - evictable(jobs) <= budget.rawValue
    }
    return fitting.isEmpty ? nil : fitting[Int(random.next() % UInt64(fitting.count))]
  }

  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
    let idle = all.filter { jobs.state(of: $0) == .kept }
    return idle.isEmpty ? nil : idle[Int(random.next() % UInt64(idle.count))]
  }

  private var all: [ItemID] { (0..<count).map { ItemID(rawValue: $0) } }

  private func evictable(_ jobs: JobView) -> Int64 {
    all.filter { jobs.state(of: $0) == .kept }.reduce(0) { $0 + jobs.bytes(of: $1).rawValue }
  }
}
