import CacheLab
import Strategies
import Testing

/// Digests of every strategy x trace x cell setting, in a file. `RECORD_GOLDEN=1` rewrites it and fails the test.
@Suite struct GoldenTests {
  /// Those that a line was wanted for with other settings too, or joined.
  private static let chosen = [
    "none", "fixed-window", "preheat2x", "lru", "lru:match=at-least", "lru:budget=60MB", "preheat2x+lru",
    "lru-by-size", "lru:budget=30MB", "lru-by-size:budget=30MB", "sieve", "clock", "s3-fifo", "arc", "arc:step=entry",
    "preheat2x+sieve:budget=20MB",
    "per-row-window", "uikit-prefetch", "texture-ranges", "glide-preloader", "nuke-prefetch", "scroll-aware",
    "skewport", "displayport", "flashlist", "deadline-lookahead",
    "windowed-lead", "budget-priority", "budget-priority:budget=45MB",
  ]

  /// A budget that follows the screen seldom has two sizes to choose from: their lines at 30 MB tell them apart.
  private static let alike: Set = ["lru", "lru-by-size"]

  static let strategies = strategies(of: .all)

  /// The chosen ones, then every strategy of the registry that is not among them as it comes.
  static func strategies(of registry: StrategyRegistry) -> [String] {
    chosen + registry.descriptors.map(\.id).filter { !chosen.contains($0) }
  }

  private static func lines(_ traces: [String], _ strategies: [String]) throws -> [String] {
    try traces.flatMap { trace in
      let replay = try ReplayFixture.shipped(trace)
      return try strategies.flatMap { strategy in
        try CellPolicy.allCases.map { try GoldenFile.line(replay, trace, strategy, $0) }
      }
    }
  }

  @Test func aStrategyThatIsNewHasGoldens() {
    let ids = StrategyRegistry.all.descriptors.map(\.id)
    #expect(ids.allSatisfy { GoldenTests.strategies.contains($0) } && GoldenTests.strategies.count >= ids.count)
    #expect(GoldenTests.strategies(of: RandomRanker.registry).last == "random-ranker")
  }

  @Test func digestsAreThoseOfTheFile() throws {
    try GoldenFile("replay.tsv").expect(try GoldenTests.lines(ShippedTraces.names, GoldenTests.strategies))
  }

  @Test func digestsWithThumbnailsAreThoseOfTheFile() throws {
    let strategies = ["none+opportunistic", "preheat2x+opportunistic", "budget-priority+opportunistic"]
    let traces = ["fastscroll", "ios-hunt", "open-photo", "promotion", "rotation", "scrub", "scroll-to-top", "zoom"]
    try GoldenFile("thumbnails.tsv").expect(try GoldenTests.lines(traces, strategies))
  }

  @Test func everyTwoStrategiesDifferOnSomeTrace() throws {
    var digests: [String: [String]] = [:]
    for line in try GoldenFile("replay.tsv").text().split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      digests[fields[1], default: []].append(fields[5])
    }
    for (index, one) in GoldenTests.strategies.enumerated() {
      for other in GoldenTests.strategies[(index + 1)...] where GoldenTests.alike != [one, other] {
        #expect(digests[one] != digests[other], "\(one) and \(other) cannot be told apart")
      }
    }
  }
}
