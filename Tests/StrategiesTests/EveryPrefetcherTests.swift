import Strategies
import Testing

/// The duties of every prefetcher, whatever its rule.
@Suite struct EveryPrefetcherTests {
  static let ids = StrategyRegistry.all.prefetchers.map { $0.descriptor.id }

  private struct Runner {
    var strategy: any CacheStrategy
    var layout: GridLayout
    var started: Set<Int32> = []
    var steps: [Plan.Step] = []

    mutating func scroll(to offset: Int64, at time: Int64) {
      var plan = Plan()
      strategy.viewportChanged(
        FrameContext(
          time: Nanoseconds(rawValue: time), offset: MilliPoints(rawValue: offset), layout: layout,
          meanDecodeTime: .milliseconds(12)), plan: &plan)
      steps = Array(plan.steps)
      for step in plan.steps {
        switch step {
        case .start(let items): started.formUnion(items.lower..<items.upper)
        case .stop(let items): started.subtract(items.lower..<items.upper)
        }
      }
    }
  }

  private func runner(_ id: String, _ layout: GridLayout) throws -> Runner {
    let spec = try StrategySpec(id)
    return Runner(strategy: spec.prefetcher.init(spec.prefetcherParameters), layout: layout)
  }

  /// Jumps, flings and pulls beyond both ends: nothing outside the grid is ever started, and what stays started never
  /// passes nine screens.
  @Test(arguments: ids) func whatIsStartedLiesInTheGridAndIsBounded(_ id: String) throws {
    for count in [0, 1, 7, 400, 4000] as [Int32] {
      var runner = try runner(id, GridLayoutTests.layout(count: count))
      var random = SplitMix(seed: UInt64(count) + 1)
      var offset: Int64 = 0
      for frame in 0..<400 as Range<Int64> {
        offset += Int64(random.below(600_000)) - 300_000
        if random.below(30) == 0 { offset = Int64(random.below(90_000_000)) - 1_000_000 }
        runner.scroll(to: offset, at: frame * 16_000_000)
        #expect(runner.started.allSatisfy { $0 >= 0 && $0 < count }, "frame \(frame)")
        let screen =
          Int64(runner.layout.columns) * (runner.layout.viewportHeight.rawValue / runner.layout.pitch.rawValue + 2)
        #expect(runner.started.count <= 9 * Int(screen), "frame \(frame)")
      }
    }
  }

  /// A layout change forgets: what follows is what a new value of the strategy does.
  @Test(arguments: ids) func aLayoutChangeForgetsTheGeometry(_ id: String) throws {
    let layout = GridLayoutTests.layout(count: 4000)
    var used = try runner(id, layout)
    for frame in 0..<50 as Range<Int64> { used.scroll(to: frame * 90_000, at: frame * 16_000_000) }
    used.strategy.layoutChanged(to: layout, at: .zero)
    used.started = []
    var fresh = try runner(id, layout)
    for frame in 0..<50 as Range<Int64> {
      let offset = 9_000_000 - frame * 70_000
      // The bucket of a rate limiter is a matter of time, not of geometry: it has filled by then.
      used.scroll(to: offset, at: (frame + 200) * 16_000_000)
      fresh.scroll(to: offset, at: (frame + 200) * 16_000_000)
      #expect(used.steps == fresh.steps, "frame \(frame)")
    }
  }

  /// A scroll that rests comes to rest: no plan is written over and over.
  @Test(arguments: ids) func restingPlansNothing(_ id: String) throws {
    var runner = try runner(id, GridLayoutTests.layout(count: 4000))
    for frame in 0..<40 as Range<Int64> { runner.scroll(to: frame * 100_000, at: frame * 16_000_000) }
    for frame in 40..<60 as Range<Int64> { runner.scroll(to: 3_900_000, at: frame * 16_000_000) }
    for frame in 60..<80 as Range<Int64> {
      runner.scroll(to: 3_900_000, at: frame * 16_000_000)
      #expect(runner.steps.isEmpty, "frame \(frame)")
    }
  }
}
