import Strategies
import Testing

@testable import LabJudge

@Suite struct ParameterGridTests {
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
    (delta, "1/8..1/2", "may end in 1/2 or in 1: write 1/8..1/2/COUNT, or 1/8..1/1/2"),
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
}
