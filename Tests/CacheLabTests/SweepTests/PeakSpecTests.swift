import Strategies
import Testing

@testable import LabJudge

@Suite struct PeakSpecTests {
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
