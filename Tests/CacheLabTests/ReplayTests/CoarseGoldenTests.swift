import CacheLab
import Strategies
import Testing

/// Digests of replays with a coarse tier, in a file of their own.
@Suite struct CoarseGoldenTests {
  private static let strategies = [
    "none+opportunistic", "preheat2x+opportunistic", "budget-priority+opportunistic",
  ]
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
