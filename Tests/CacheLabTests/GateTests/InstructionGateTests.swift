import CacheLab
import LabRecords
import Testing

@testable import LabJudge

@Suite struct InstructionGateTests {
  private typealias Counts = [InstructionKind: InstructionCount]

  private func count(decode: Int64 = 600_000_000, frame: Int64 = 500_000) -> Counts {
    [.decode: InstructionCount(units: 20, sum: decode), .frame: InstructionCount(units: 1_000, sum: frame)]
  }

  private func cell(_ new: Counts, old: Counts? = nil) throws -> GateCell {
    let tally = GateFixture.tally()
    var cell = try GateFixture.cell(old: tally, new: tally)
    cell.instructions = (old: old ?? count(), new: new)
    return cell
  }

  private func rows(_ new: Counts, old: Counts? = nil, limits: GateLimits = .standard) throws -> [GateRow] {
    GateJudge(limits: limits).judge([try cell(new, old: old)]).rows
      .filter { $0.kind == .instructions }
  }

  @Test(arguments: [
    (Int64(600_000_000), GateVerdict.ok, "="), (602_999_999, .ok, "+0.50%"), (603_000_000, .ok, "+0.50%"),
    (603_000_100, .regressed, "+0.50%"), (606_000_000, .regressed, "+1.00%"), (580_000_000, .improved, "-3.33%"),
    (597_014_926, .ok, "-0.50%"), (597_014_925, .improved, "-0.50%"),
  ])
  func halfAPercentMoreIsTooMuch(_ decode: Int64, _ verdict: GateVerdict, _ change: String) throws {
    let row = try #require(try rows(count(decode: decode)).first)
    #expect(row.verdict == verdict && row.change == change && row.limit == "0.5%", "\(row)")
    #expect(row.metric == "decode-instructions" && row.old == "30,000,000")
  }

  @Test func aFewInstructionsMoreAFrameAreNone() throws {
    // 500 a frame, where half a percent is 2.5.
    let frames: [Int64] = [503_000, 504_000, 504_001, 497_000, 496_000, 495_999]
    let verdicts = try frames.map { try rows(count(frame: $0))[1].verdict }
    #expect(verdicts == [.ok, .ok, .regressed, .ok, .ok, .improved])
  }

  @Test func theLimitCanBeSet() throws {
    let limits = try GateFixture.limits(#"{"instructions": "5%"}"#)
    #expect(try rows(count(decode: 620_000_000), limits: limits)[0].verdict == .ok)
    #expect(throws: InputError.self) { try GateFixture.limits(#"{"instructions": "5"}"#) }
  }

  @Test func whatTheOldProgramDidNotCountIsNotComparable() throws {
    let old = count().filter { $0.key == .decode }
    #expect(try rows(count(), old: old).map(\.verdict) == [.ok, .notComparable] && rows([:]).isEmpty)
  }

  @Test func aRegressionNamesTheFunctionsThatGrewMost() throws {
    func functions(_ counts: [Int64]) -> Counts {
      let named = counts.enumerated().map { ("f\($0)", $1) }
      return [
        .decode: InstructionCount(
          units: 20, sum: 600_000_000 + counts.reduce(0, +) * 1000, functions: Dictionary(uniqueKeysWithValues: named))
      ]
    }
    let old = functions([Int64](repeating: 5_000, count: 14))
    var new = functions((0..<14).map { 5_000 + Int64($0 == 13 ? 0 : $0) * 100 })
    func grown() throws -> [Substring] {
      let row = try #require(rows(new, old: old).first)
      #expect(row.verdict == .regressed, "\(row)")
      return row.detail.split(separator: "\n")
    }
    let lines = try grown()
    #expect(lines[0].hasSuffix("; with all that they call, these grew most:"))
    #expect(lines.count == 11 && lines[1] == "5,000 -> 6,200 f12" && lines[10] == "5,000 -> 5,300 f3", "\(lines)")
    new[.decode]?.functions["g"] = 9_000
    #expect(try grown()[1] == "0 -> 9,000 g", "what is new grew by all that it executes")
  }

  @Test func everyFormatSaysWhatGrewAndWhyNothingWasCounted() throws {
    let report = GateJudge(limits: .standard).judge(
      [try cell(count(decode: 620_000_000))], uncountedReason: "no counter")
    #expect(report.text(showsAll: false).contains("Instructions were not counted: no counter.\n"))
    #expect(report.markdown.contains("Instructions were not counted: no counter.\n"))
    #expect(report.junit.contains("decode-instructions"))
    #expect(report.annotations.contains("::error title=preheat2x fastscroll%3A 1 REGRESSED::decode-instructions"))
  }

  /// The clock says nothing; what was executed does.
  @Test(arguments: [(Int64(600_000_000), true), (620_000_000, false)])
  func instructionsSettleWhatTheClockCannot(_ decode: Int64, _ isSettled: Bool) throws {
    let latency = LatencySample.evidence(pairs: 4)
    var cell = try cell(count(decode: decode))
    cell.name = latency.cell
    let rows = GateJudge(limits: .standard).judge([cell], latency: [latency]).rows
    let open = rows.filter { $0.verdict == .inconclusive }
    #expect(!open.isEmpty)
    let words = "the code executes what it did (instructions of a decode =); the clock could not be read here"
    #expect(open.allSatisfy { $0.detail.contains(words) == isSettled }, "\(open)")
  }
}
