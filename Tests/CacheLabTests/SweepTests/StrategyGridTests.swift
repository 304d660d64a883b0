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
    (["none:x=1"], "takes no parameters"), (["prehaet2x:delta=1"], "did you mean 'preheat2x'"),
    (["preheat2x:delta=1,2", "preheat2x:delta=3"], "given twice"), (["preheat2x:delta=1000"], "takes 0 to 100"),
    (["preheat2x:delta=1,delta=2"], "given twice"),
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

  private static let delta = ParameterSpec(
    key: "delta", kind: .rational(Rational(0)...Rational(100)), defaultValue: .rational(Rational(1, 3)), summary: "")
  private static let match = ParameterSpec(
    key: "match", kind: .choice(["exact", "at-least"]), defaultValue: .choice("exact"), summary: "")

  @Test(arguments: [
    (delta, "1/8..1/2/8", "1/8 5/28 13/56 2/7 19/56 11/28 25/56 1/2"), (delta, "1..2/2", "1 2"),
    (delta, "0..1/5", "0 1/4 1/2 3/4 1"), (delta, "2..1/3", "2 3/2 1"), (delta, "1/2..2/1/2", "1/2 2"),
    (delta, "0.5,1/3,0.5", "0.5 1/3"), (delta, "0,1/8..1/2/4", "0 1/8 1/4 3/8 1/2"),
    (.budget, "8MB..64MB/8", "8MB 16MB 24MB 32MB 40MB 48MB 56MB 64MB"), (.budget, "1B..2B/3", "1B 2B"),
    (
      .budget, "1screens..4screens/7,30MB",
      "1screens 3/2screens 2screens 5/2screens 3screens 7/2screens 4screens 30MB"
    ),
    (.budget, "2.2screens..11/2screens/2", "11/5screens 11/2screens"),
  ])
  func rangesAreExactWithBothEndsAndBytesRoundedDown(_ spec: ParameterSpec, _ text: String, _ values: String) throws {
    let word = SweepWord("x:\(spec.key)=\(text)", at: "--vary")
    #expect(try ParameterGrid.values(text, of: spec, in: word).joined(separator: " ") == values)
  }

  @Test(arguments: [
    (delta, "1/8..1/2/", "does not end in how many values"), (delta, "1/8..x/4", "'x' is no end"),
    (delta, "1..2/1", "with 2 to 10000"),
    (delta, "1/8..1/2", "may end in 1/2 or in 1; write 1/8..1/2/COUNT, or 1/8..1/1/2"),
    (delta, "1,,2", "empty value"), (delta, "1/999..1/998/9", "more than six digits"),
    (.budget, "1screens..4MB/3", "bytes or screens at both ends"), (.budget, "1..4screens/3", "'1' is no end"),
    (.budget, "1MB..4/3", "'4' is no end"), (match, "exact..at-least/2", "'match' takes words"),
  ])
  func aWrongRangeSaysWhatIsRight(_ spec: ParameterSpec, _ text: String, _ part: String) {
    let word = SweepWord("preheat2x:\(spec.key)=\(text)", at: "my.sweep:7")
    let error = #expect(throws: SweepError.self) { try ParameterGrid.values(text, of: spec, in: word) }
    #expect(
      error?.description.hasPrefix("my.sweep:7: ") == true && error?.description.contains(part) == true, "\(error!)")
  }

  private func spec(_ text: String) throws -> PeakSpec { try PeakSpec(text, registry: .all) }

  @Test func bytesTakeThePlaceOfPeaks() throws {
    let spec = try spec("lru:budget=0.8*peak(preheat2x:height=3+lru:budget=8MB),match=at-least+preheat2x")
    #expect(spec.budgets.map(\.strategy.shortText) == ["preheat2x:height=3+lru:budget=8MB"])
    let bytes = spec.budgets[0].bytes(ofPeak: 99)
    #expect(bytes.rawValue == 79, "rounded down")
    #expect(spec.spec([bytes]).shortText == "preheat2x+lru:budget=79B,match=at-least")
    #expect(spec.shortText == "preheat2x+lru:budget=4/5*peak(preheat2x:height=3+lru:budget=8MB),match=at-least")
    #expect(try self.spec(spec.canonicalText).canonicalText == spec.canonicalText)
    #expect(PeakSpec.budgetCount(of: spec.canonicalText) == 1 && PeakSpec.budgetCount(of: "lru:budget=8MB") == 0)
  }

  @Test func whatHasNoPeakIsAnyStrategy() throws {
    let spec = try spec("preheat2x:height=3")
    let plain = try StrategySpec("preheat2x:height=3")
    #expect(spec.budgets.isEmpty && spec.spec([]).canonicalText == plain.canonicalText)
    #expect(spec.canonicalText == spec.sample.canonicalText && spec.shortText == "preheat2x:height=3")
  }

  @Test(arguments: [[0, 1], [1, 1], [2_000_000_000_000, 1_000_000_000_000], [Int64.max, 1_000_000_000_000]])
  func aBudgetIsOneThatStrategiesTake(_ pair: [Int64]) throws {
    let spec = try spec("lru:budget=peak(none)")
    let budget = spec.budgets[0].bytes(ofPeak: pair[0])
    #expect(budget.rawValue == pair[1] && spec.spec([budget]).evictionParameters.budget("budget") == .bytes(budget))
  }

  @Test(arguments: [
    ("lru:budget=peak(none", "opens a parenthesis"), ("lru:budget=2peak(none)", "no share of one"),
    ("lru:budget=0*peak(none)", "no share of one"), ("lru:budget=peak(none)..3MB/4", "no share of one"),
    ("preheat2x:delta=peak(none)", "'delta' is no budget"), ("lru:budget=peak(nnoe)", "did you mean 'none'"),
    ("lur:budget=peak(none)", "did you mean 'lru'"), ("lru:budget=peak(lru:budget=peak(none))", "not a value"),
  ])
  func whatIsWrongIsSaidWithItsCure(_ text: String, _ part: String) {
    let error = #expect(throws: (any Error).self) { try spec(text) }
    #expect("\(error!)".contains(part), "\(error!)")
  }

  @Test func gridsTakePeaksAsValues() throws {
    func texts(_ vary: String...) throws -> [String] {
      try StrategyGrid.strategies(
        named: [], varying: vary.map { SweepWord($0, at: "--vary") },
        budgets: [SweepWord("peak(lru:budget=8MB,match=at-least),1MB", at: "--budget")], registry: .all
      ).map(\.shortText)
    }
    #expect(
      try texts("preheat2x+lru:delta=0,1/8")
        == ["0", "1/8"].flatMap { delta in
          ["peak(lru:budget=8MB,match=at-least)", "1MB"].map { "preheat2x:delta=\(delta)+lru:budget=\($0)" }
        })
    #expect(
      try texts("lru:budget=peak(none),1MB..2MB/2")
        == ["lru:budget=peak(none)", "lru:budget=1MB", "lru:budget=2MB"])
    #expect(
      try texts("lru:budget=peak(lru:budget=8MB):match=exact,at-least".replacing("):match", with: "),match"))
        == ["lru:budget=peak(lru:budget=8MB)", "lru:budget=peak(lru:budget=8MB),match=at-least"])
  }
}
