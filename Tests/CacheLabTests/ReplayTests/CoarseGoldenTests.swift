import CacheLab
import Strategies
import Testing

/// Digests of strategies with a coarse tier, in a file of their own.
@Suite struct CoarseGoldenTests {
  private static let chosen = [
    "none+coarse", "preheat2x+coarse", "preheat2x+lru+coarse:keep=1", "budget-priority+coarse",
    "budget-priority:budget=20MB+coarse:patience=0,lead=1/5",
    "none+opportunistic", "preheat2x+opportunistic", "budget-priority+opportunistic",
  ]
  /// The chosen ones, then every coarse policy of the registry that is in none of them.
  private static let strategies =
    chosen
    + StrategyRegistry.all.coarsePolicies.map { "preheat2x+\($0.descriptor.id)" }.filter { !chosen.contains($0) }
  private static let traces = [
    "fastscroll", "ios-hunt", "open-photo", "promotion", "rotation", "scrub", "scroll-to-top", "zoom",
  ]

  @Test func digestsAreThoseOfTheFile() throws {
    let lines = try CoarseGoldenTests.traces.flatMap { trace in
      let replay = try ReplayFixture.shipped(trace)
      return try CoarseGoldenTests.strategies.flatMap { strategy in
        try CellPolicy.allCases.map { try GoldenFile.line(replay, trace, strategy, $0) }
      }
    }
    try GoldenFile("coarse.tsv").expect(lines)
  }
}
