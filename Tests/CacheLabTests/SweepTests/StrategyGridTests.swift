import Strategies
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct StrategyGridTests {
  private func texts(
    _ strategies: [String] = [], vary: [String] = [], budgets: [String] = []
  ) throws -> [String] {
    try StrategyGrid.strategies(
      named: strategies.map { SweepWord($0, at: "--strategy") }, varying: vary.map { SweepWord($0, at: "--vary") },
      budgets: budgets.map { SweepWord($0, at: "--budget") }, registry: .all
    ).map(\.shortText)
  }

  @Test func severalVariesOfOneStrategyAreAGrid() throws {
    #expect(
      try texts(vary: ["preheat2x:delta=1/8,1/4", "preheat2x:height=3,2", "fixed-window:screens=1/2"])
        == [
          "preheat2x:height=3,delta=1/8", "preheat2x:delta=1/8", "preheat2x:height=3,delta=1/4", "preheat2x:delta=1/4",
          "fixed-window:screens=1/2",
        ])
  }

  @Test func aStrategyOfTwoIsVariedInEither() throws {
    #expect(
      try texts(vary: ["preheat2x+lru:delta=1/8,1/4", "preheat2x+lru:budget=1MB,2MB"])
        == [
          "preheat2x:delta=1/8+lru:budget=1MB", "preheat2x:delta=1/8+lru:budget=2MB",
          "preheat2x:delta=1/4+lru:budget=1MB", "preheat2x:delta=1/4+lru:budget=2MB",
        ])
    #expect(
      try texts(vary: ["preheat2x:height=3,delta=0,1"]) == ["preheat2x:height=3,delta=0", "preheat2x:height=3,delta=1"])
  }

  @Test func budgetsAreForThoseThatHaveOneAndDoNotSetIt() throws {
    #expect(
      try texts(["none", "lru", "lru:budget=5MB"], vary: ["sieve:budget=1MB"], budgets: ["2MB..4MB/2"])
        == ["none", "lru:budget=2MB", "lru:budget=4MB", "lru:budget=5MB", "sieve:budget=1MB"])
  }

  @Test func equalStrategiesAreOne() throws {
    #expect(try texts(["preheat2x", "preheat2x:delta=1/3", "all"]).count == StrategyRegistry.all.descriptors.count)
  }

  @Test(arguments: [
    (["preheat2x"], "does not say what to vary"), (["preheat2x:dleta=1"], "did you mean 'delta'"),
    (["none:x=1"], "has no parameters"), (["prehaet2x:delta=1"], "did you mean 'preheat2x'"),
    (["preheat2x:delta=1,2", "preheat2x:delta=3"], "varied twice"), (["preheat2x:delta=1000"], "takes 0 to 100"),
    (["preheat2x:delta=1,delta=2"], "set and varied"),
    (["preheat2x:delta=0..1/400", "preheat2x:height=1..2/400"], "more than 100000"),
  ])
  func whatIsWrongSaysWhereAndTheCure(_ vary: [String], _ part: String) {
    let error = #expect(throws: SweepError.self) { try texts(vary: vary) }
    #expect(error?.description.hasPrefix("--vary: ") == true && error?.description.contains(part) == true, "\(error!)")
  }

  /// Parameters are offered where they beat the default, so the default is tried; that of `skewport`, whose budget is for
  /// what it prefetches alone, exceeds the budget of all.
  @Test func recommendTriesEveryStrategyAtItsDefault() throws {
    let found = try RecommendationGrid.strategies(budget: ByteCount(rawValue: 30_000_000), registry: .all)
    let standard = found.filter { strategy in
      StrategyWords(strategy.shortText).parts.flatMap(\.settings).allSatisfy { ByteCount($0.value) != nil }
    }
    for id in StrategyRegistry.all.descriptors.map(\.id) {
      let tried = id == "skewport" ? found : standard
      #expect(tried.contains { StrategyWords($0.shortText).parts.first?.id == id }, "\(id)")
    }
    #expect(found.contains { $0.shortText == "budget-priority:budget=27MB" })
    #expect((50...200).contains(found.count), "\(found.count)")
  }
}
