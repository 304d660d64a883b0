import FoundationEssentials
import CacheLab
import LabRecords
import Strategies
import Testing

@testable import LabJudge

@Suite struct RecommendationTests {
  private let budget = ByteCount(rawValue: 30_000_000)

  /// Blank in percent, hits in percent, peak in megabytes, for none, preheat2x, lru and budget-priority.
  private func table(
    _ cells: [[(Int, Int, Int)]], traces: [String]? = nil, screens: [ScreenChoice] = [.recorded],
    load: (Int) -> Double = { _ in 0.5 }
  ) throws -> SweepTable {
    SweepFixture.table(
      try SweepFixture.specs("none", "preheat2x", "lru", "budget-priority"),
      traces: traces ?? (0..<(cells.count / screens.count)).map { "t\($0)" }, screens: screens, load: load, cells)
  }

  private func recommendation(_ cells: [[(Int, Int, Int)]], traces: [String]? = nil) throws -> Recommendation {
    Recommendation(try table(cells, traces: traces), budget: budget)
  }

  @Test func whatPassesTheBudgetOnOneTraceIsNoAnswer() throws {
    let found = try recommendation([
      Self.fits, [(40, 0, 20), (10, 60, 29), (39, 5, 30), (5, 80, 31)], Self.fits, Self.fits,
    ])
    #expect(found.answer == 1 && found.judged == [0, 1, 2, 3] && found.photosBest == nil)
  }

  @Test func aTraceThatNothingFitsIsSetAsideAndSaid() throws {
    let found = try recommendation([Self.fits, Self.misses])
    #expect(found.answer == 3 && found.judged == [0] && found.aside.map(\.trace) == [1])
    #expect(found.photosBest == 1 && found.verdict.hasSuffix("of bitmaps, and it needs GridDriver in an app."))
    #expect(
      found.reservation == "Set aside, because nothing that was tried stays within 30MB there: t1 (35.0 MB).")
    #expect(
      found.confidence == "One trace says nothing about another: name several, or leave out --trace for all that ship.")
  }

  @Test func nothingThatFitsSaysTheSmallestThatWould() throws {
    let found = try recommendation([[(40, 0, 33), (10, 60, 45), (39, 5, 34), (5, 80, 34)]])
    #expect(found.answer == nil)
    #expect(
      found.verdict.hasPrefix(
        "No answer: nothing that was tried stays within 30MB on 1 of 1 trace. The smallest budget with an answer is "
          + "33.0MB: none. "
      ))
    #expect(found.parts().text == found.verdict.wrapped(width: 100).joined(separator: "\n") + "\n")
  }

  /// Waits that differ by one of 1,000 cells are equal.
  @Test(arguments: [("1", "0.9", 9, 9, "preheat2x"), ("0.9", "0.9", 9, 8, "preheat2x"), ("0.9", "1", 9, 8, "none")])
  func ofEqualWaitsFewerDecodesWinThenLessMemory(
    _ work: String, _ other: String, _ peak: Int, _ otherPeak: Int, _ answer: String
  ) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x"))
    let rows = (0..<4).map { number in
      let isFirst = number % 2 == 0
      return SweepFixture.row(
        number,
        [
          "noticed-waits": isFirst ? "0.01" : "0.0109", "decodes-per-request": isFirst ? work : other,
          "peak-bitmap-bytes": "\(isFirst ? peak : otherPeak)",
        ])
    }
    let found = Recommendation(SweepTable(plan: plan, rows: rows), budget: budget)
    #expect(found.answer.map { plan.strategies[$0].text } == answer)
  }

  @Test func whatTheAppDoesTodayIsShownAndNeverTheAnswer() throws {
    let table = try table([Self.fits, Self.fits])
    // budget-priority is the best, and not among those that are chosen from.
    let found = Recommendation(table, budget: budget, today: 3, candidates: Array(0..<3))
    #expect(found.answer == 1)
    #expect(
      found.verdict.contains(
        "From budget-priority, as today: 1.0 MB less; 50.0 more noticed waits of 1,000 and as many decodes."),
      "\(found.verdict)")
    #expect(found.parts().text.contains("today"))
    #expect(found.json(code: nil)["today"]?["strategy"]?.string == "budget-priority")
    let same = Recommendation(table, budget: budget, today: 3)
    #expect(same.answer == 3 && same.verdict.contains("That is what the app does today."))
    #expect(Recommendation(table, budget: budget).json(code: nil)["today"] == .null)
  }

  @Test func leavingOutATraceSaysWhatTheOthersWouldHaveChosen() throws {
    // Without t2 preheat2x is best; on t2 it keeps people waiting in 30 % more cells than the best and takes more than the budget.
    let found = try recommendation([
      [(40, 0, 20), (4, 60, 29), (39, 5, 30), (5, 80, 30)], [(40, 0, 20), (4, 60, 29), (39, 5, 30), (5, 80, 30)],
      [(40, 0, 20), (35, 60, 31), (39, 5, 30), (5, 80, 30)],
    ])
    #expect(found.answer == 3)
    let folds = found.folds
    #expect(folds.map(\.strategy) == [3, 3, 1] && folds.map(\.isWithin) == [true, true, false])
    #expect(abs(folds[2].regret - 0.3) < 1e-12 && abs(folds[0].regret - 0.01) < 1e-12)
    #expect(
      found.confidence
        == "Without each trace in turn the answer is the same 2 of 3 times; on the trace left out it has at most 300.0 "
        + "more noticed waits of 1,000 than the best there (t2), and takes more than the budget on t2.")
  }

  @Test func duelsAreWonAndLostByTrace() throws {
    let found = try recommendation([
      [(40, 0, 20), (12, 60, 29), (39, 5, 30), (5, 80, 30)], [(40, 0, 20), (4, 60, 29), (39, 5, 30), (5, 80, 30)],
      [(40, 0, 20), (15, 60, 29), (39, 5, 30), (5, 80, 30)], [(0, 0, 20), (0, 60, 29), (0, 5, 30), (0, 60, 30)],
    ])
    #expect(found.answer == 3 && found.runnerUp == 1)
    #expect((0..<4).map { found.duel(3, 1, on: $0) } == ["won", "lost", "won", "equal"])
    for line in found.parts().text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    #expect(found.parts().markdown.contains("| t1 |"))
    #expect(found.json(code: nil)["answer"]?["strategy"]?.string == "budget-priority")
  }

  /// Traces may be set aside at it: on half of them something fits far below what all of them take.
  @Test func theSmallestBudgetIsTheFirstWithAnAnswer() throws {
    let cells = [
      [(40, 0, 33), (10, 60, 45), (39, 5, 34), (5, 80, 34)], [(40, 0, 52), (10, 60, 60), (39, 5, 51), (5, 80, 53)],
      [(40, 0, 36), (10, 60, 45), (39, 5, 35), (5, 80, 35)], [(40, 0, 73), (10, 60, 73), (39, 5, 73), (5, 80, 73)],
    ]
    let found = try recommendation(cells)
    #expect(found.answer == nil && found.judged.isEmpty)
    #expect(
      found.verdict.hasPrefix(
        "No answer: nothing that was tried stays within 30MB on 4 of 4 traces. The smallest budget with an answer is "
          + "35.0MB: budget-priority, with 2 of 4 traces set aside."))
    let offer = try #require(found.offer)
    let table = try table(cells)
    #expect(Recommendation(table, budget: offer.budget).offered == offer)
    let below = ByteCount(rawValue: offer.budget.rawValue - Recommendation.Offer.step)
    #expect(Recommendation(table, budget: below).answer == nil)
  }

  /// A trace that all fit, and one that nothing does.
  private static let fits = [(40, 0, 20), (10, 60, 29), (39, 5, 30), (5, 80, 30)]
  private static let misses = [(1, 0, 35), (1, 60, 50), (1, 5, 36), (1, 80, 35)]

  @Test(arguments: [(4, 0, ""), (3, 1, ""), (2, 1, "1 of 3 traces is"), (4, 2, "2 of 6 traces are")])
  func aThirdSetAsideMakesItWeak(_ fitting: Int, _ missing: Int, _ words: String) throws {
    let cells = Array(repeating: Self.fits, count: fitting) + Array(repeating: Self.misses, count: missing)
    let found = try recommendation(cells)
    #expect(found.answer == 3 && !found.isRefused)
    #expect(
      found.verdict.hasPrefix(words.isEmpty ? "Ship budget-priority. " : "Weak: \(words) set aside. Ship budget-"))
    #expect((found.json(code: nil)["weak"]?.array?.isEmpty == true) == words.isEmpty)
  }

  @Test func moreTracesSetAsideThanJudgedAreNoAnswer() throws {
    let found = try recommendation([Self.fits] + Array(repeating: Self.misses, count: 2))
    #expect(found.answer == nil && found.isRefused && found.judged == [0])
    #expect(
      found.verdict.hasPrefix(
        "No answer: nothing that was tried stays within 30MB on 2 of 3 traces."))
    #expect(found.verdict.contains(" The smallest budget with an answer is 35.0MB: none. Raise"))
    #expect(found.verdict.contains("or try --fit crop"))
    #expect(found.reservation.isEmpty && found.confidence.isEmpty && found.json(code: nil)["answer"] == .null)
  }

  @Test(arguments: [
    (20, 20, "Ship preheat2x. "),
    (22, 21, "Weak: even the best keeps people waiting in 210.0 of 1,000 cells. Ship budget-"),
  ])
  func moreThanAFifthBlankMakesItWeak(_ one: Int, _ other: Int, _ words: String) throws {
    let cells = [(40, 0, 20), (one, 60, 29), (39, 5, 30), (other, 80, 30)]
    #expect(try recommendation(Array(repeating: cells, count: 2)).verdict.hasPrefix(words))
  }

  @Test(arguments: [(1, false), (2, false), (3, true)])
  func moreThanTheWorkersCanDoOnMostTracesMakesItWeak(_ overloaded: Int, _ isWeak: Bool) throws {
    let table = try table(Array(repeating: Self.fits, count: 4), load: { $0 < overloaded ? 1.01 : 1 })
    let verdict = Recommendation(table, budget: budget).verdict
    let words = "Weak: on 3 of 4 traces the cells ask for more than the workers can decode. Ship budget-priority. "
    #expect(verdict.hasPrefix(isWeak ? words : "Ship budget-priority. "), "\(verdict)")
  }

  /// Two traces on each of two screens.
  private func onScreens(_ small: [(Int, Int, Int)], _ large: [(Int, Int, Int)]) throws -> Recommendation {
    let screens = try ["375x667@2", "440x956@3"].map { try ScreenChoice($0) }
    return Recommendation(try table([small, large, small, large], screens: screens), budget: budget)
  }

  @Test func oneAnswerHoldsOnAllScreensAndWhereAnotherIsBetterIsSaid() throws {
    let same = try onScreens(Self.fits, Self.fits)
    #expect(same.verdict.hasPrefix("Ship budget-priority on all 2 screens. "))
    // It passes the budget on the large one, so preheat2x is the answer; on the small one it would be better.
    let large = [(40, 0, 20), (10, 60, 29), (39, 5, 30), (5, 80, 31)]
    let mixed = try onScreens(Self.fits, large)
    #expect(mixed.verdict.hasPrefix("Ship preheat2x on all 2 screens. "))
    let text = mixed.parts().text
    #expect(text.contains("BY SCREEN") && text.contains("the answer"))
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let json = mixed.json(code: nil)["screens"]?.array
    #expect(json?.map { $0["the best there"]?.string } == ["budget-priority", "the answer"])
    #expect(mixed.parts().markdown.contains("| 440x956@3 |"))
  }

  @Test func whereAllScreensHaveNoAnswerEachHasItsOwn() throws {
    let small = [(40, 0, 31), (10, 60, 31), (39, 5, 31), (5, 80, 30)]
    let large = [(40, 0, 31), (10, 60, 29), (39, 5, 31), (5, 80, 31)]
    let found = try onScreens(small, large)
    #expect(found.answer == nil)
    let best = found.json(code: nil)["screens"]?.array?.map { $0["the best there"]?.string }
    #expect(best == ["budget-priority", "preheat2x"])
    #expect(found.parts().text.contains("BY SCREEN"))
  }

  /// Parameters that are better than the default with these photos alone are not the answer.
  @Test(arguments: [(2, 1), (12, 0)])
  func parametersHaveToBeBetterWithOtherPhotosToo(_ waits: Int, _ answer: Int) throws {
    let specs = try SweepFixture.specs("preheat2x", "preheat2x:height=5/4")
    let table = SweepFixture.table(specs, Array(repeating: [(10, 60, 29), (5, 80, 29)], count: 2))
    let found = Recommendation(table, budget: budget) { finalists in
      let cells = finalists.map { $0 == 1 ? (waits, 80, 29) : (10, 60, 29) }
      return [SweepFixture.table(finalists.map { specs[$0] }, Array(repeating: cells, count: 2))]
    }
    #expect(found.answer == answer && found.rejected == (answer == 1 ? nil : 1) && found.photoAnswers == [answer])
    #expect(found.confidence.contains("is the same 2 of 2 times, with other photos 1 of 1 times; "))
    #expect(found.parts().text.contains("not offered") == (answer == 0))
    #expect(Recommendation(table, budget: budget).answer == 1)
  }

  /// So are those that a single trace makes better: without it the default would have been chosen.
  @Test func parametersHaveToBeBetterOnOtherTracesToo() throws {
    let work = ["1", "0.1", "1", "1.1", "1", "1.1"]
    func answer(traces: Int) throws -> Recommendation {
      let plan = SweepFixture.plan(
        try SweepFixture.specs("preheat2x", "preheat2x:height=5/4"), traces: (0..<traces).map { "t\($0)" })
      let rows = (0..<traces * 2).map {
        SweepFixture.row($0, ["noticed-waits": "0.01", "peak-bitmap-bytes": "9", "decodes-per-request": work[$0]])
      }
      return Recommendation(SweepTable(plan: plan, rows: rows), budget: budget)
    }
    let found = try answer(traces: 3)
    #expect(found.answer == 0 && found.rejected == 1 && found.folds.map(\.strategy) == [0, 0, 0])
    #expect(found.parts().text.contains("not offered"))
    // There is no other trace.
    let one = try answer(traces: 1)
    #expect(one.answer == 0 && one.rejected == 1)
  }

  @Test func theManualListsWhatIsTried() throws {
    let text = try String(contentsOfFile: ShippedTraces.root + "/docs/sweeps.md", encoding: .utf8)
    for line in RecommendationGrid.lines { #expect(text.contains("    \(line)\n"), "docs/sweeps.md lacks: \(line)") }
  }

  @Test func peopleDecideBeforeStressAndWhatIsAsGoodThereHasToHoldUnderStress() throws {
    let names = ["hunt", "scrub", "looker-ios-60", "reader-ios-60"]
    // preheat2x is a little better under stress, and worse for people.
    let found = try recommendation(
      [
        [(40, 0, 20), (10, 60, 29), (39, 5, 30), (12, 80, 30)], [(40, 0, 20), (10, 60, 29), (39, 5, 30), (12, 80, 30)],
        [(9, 0, 20), (4, 60, 29), (9, 5, 30), (2, 80, 30)], [(9, 0, 20), (4, 60, 29), (9, 5, 30), (2, 80, 30)],
      ], traces: names)
    #expect(found.answer == 3 && found.groups.map(\.name) == ["people", "stress"])
    // All that decode ahead are as good for people.
    let equal = try recommendation(
      [
        [(40, 0, 20), (10, 60, 29), (39, 5, 30), (12, 80, 30)], [(40, 0, 20), (10, 60, 29), (39, 5, 30), (12, 80, 30)],
        [(9, 0, 20), (2, 80, 29), (9, 5, 30), (2, 80, 30)], [(9, 0, 20), (2, 80, 29), (9, 5, 30), (2, 80, 30)],
      ], traces: names)
    #expect(equal.answer == 1)
  }

  /// A difference on one of n traces is one standard error of their mean, whatever it is.
  @Test(arguments: [([4], 0.09, "none"), ([2, 4], 0.09, "preheat2x"), ([2, 4], 0.0214, "none")])
  func aLossOnOneTraceAloneIsNoise(_ numbers: [Int], _ waits: Double, _ answer: String) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x"), traces: ["a", "b", "c"])
    let rows = (0..<6).map { number in
      SweepFixture.row(
        number,
        [
          "noticed-waits": "\(numbers.contains(number) ? waits : 0.02)", "peak-bitmap-bytes": "9",
          "decodes-per-request": number % 2 == 0 ? "0.5" : "1",
        ])
    }
    let found = Recommendation(SweepTable(plan: plan, rows: rows), budget: budget)
    #expect(found.answer.map { plan.strategies[$0].text } == answer)
  }
}
