import Strategies
import Testing

@testable import LabJudge

@Suite struct ParameterGridTests {
  private static let delta = ParameterSpec(
    key: "delta", kind: .rational(Rational(0)...Rational(100)), defaultValue: .rational(Rational(1, 3)), summary: "")
  private static let match = ParameterSpec(
    key: "match", kind: .choice(["exact", "at-least"]), defaultValue: .choice("exact"), summary: "")

  @Test(arguments: [
    ("1/8..1/2/8", "1/8 5/28 13/56 2/7 19/56 11/28 25/56 1/2"), ("1..2/2", "1 2"), ("0..1/5", "0 1/4 1/2 3/4 1"),
    ("2..1/3", "2 3/2 1"), ("1/2..2/1/2", "1/2 2"), ("0.5,1/3,0.5", "0.5 1/3"), ("0,1/8..1/2/4", "0 1/8 1/4 3/8 1/2"),
  ])
  func rangesOfFractionsAreExactWithBothEnds(_ text: String, _ values: String) throws {
    let word = SweepWord("x:delta=\(text)", at: "--vary")
    #expect(try ParameterGrid.values(text, of: Self.delta, in: word).joined(separator: " ") == values)
  }

  @Test func bytesAreWholeAndRoundedDown() throws {
    let word = SweepWord("lru:budget", at: "--vary")
    #expect(
      try ParameterGrid.values("8MB..64MB/8", of: .budget, in: word)
        == ["8MB", "16MB", "24MB", "32MB", "40MB", "48MB", "56MB", "64MB"])
    #expect(try ParameterGrid.values("1B..2B/3", of: .budget, in: word) == ["1B", "2B"])
  }

  @Test func budgetsInScreensAreExact() throws {
    let word = SweepWord("lru:budget", at: "--vary")
    #expect(
      try ParameterGrid.values("1screens..4screens/7,30MB", of: .budget, in: word)
        == ["1screens", "3/2screens", "2screens", "5/2screens", "3screens", "7/2screens", "4screens", "30MB"])
    #expect(
      try ParameterGrid.values("2.2screens..11/2screens/2", of: .budget, in: word) == ["11/5screens", "11/2screens"])
  }

  @Test(arguments: [
    ("1screens..4MB/3", "bytes or screens at both ends"), ("1..4screens/3", "'1' is no end"),
    ("1MB..4/3", "'4' is no end"),
  ])
  func bothEndsOfABudgetHaveTheSameUnit(_ text: String, _ part: String) {
    let error = #expect(throws: SweepError.self) {
      try ParameterGrid.values(text, of: .budget, in: SweepWord("lru:budget=\(text)", at: "--vary"))
    }
    #expect(error?.description.contains(part) == true, "\(error!)")
  }

  @Test(arguments: [
    ("1/8..1/2/", "does not end in how many values"), ("1/8..x/4", "'x' is no end"), ("1..2/1", "with 2 to 10000"),
    ("1/8..1/2", "may end in 1/2 or in 1: write 1/8..1/2/COUNT, or 1/8..1/1/2"),
    ("1,,2", "empty value"), ("1/999..1/998/9", "more than six digits"),
  ])
  func aWrongRangeSaysWhatIsRight(_ text: String, _ part: String) {
    let word = SweepWord("preheat2x:delta=\(text)", at: "my.sweep:7")
    let error = #expect(throws: SweepError.self) {
      try ParameterGrid.values(text, of: ParameterGridTests.delta, in: word)
    }
    #expect(
      error?.description.hasPrefix("my.sweep:7: ") == true && error?.description.contains(part) == true, "\(error!)")
  }

  @Test func wordsHaveNoRange() {
    #expect(throws: SweepError.self) {
      try ParameterGrid.values("exact..at-least/2", of: Self.match, in: SweepWord("", at: ""))
    }
  }
}
