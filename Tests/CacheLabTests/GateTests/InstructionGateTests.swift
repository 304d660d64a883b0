import LabBase
import LabRecords
import LabSystem
import Strategies
import Testing

@testable import LabJudge

@Suite struct InstructionGateTests {
  private static let here: [InstructionSurroundings.Fact: String] = [
    .countedBy: "valgrind-3.19.0", .architecture: "x86-64", .codec: "ab", .simd: "avx2", .swift: "6.3",
  ]

  private func count(
    decode: Int64 = 600_000_000, frame: Int64 = 500_000, changed: [InstructionSurroundings.Fact: String] = [:],
    slice: JSON = .array([.array([.integer(0), .integer(3)])])
  ) -> InstructionCount {
    InstructionCount(
      way: .callgrind, surroundings: InstructionSurroundings(InstructionGateTests.here.merging(changed) { $1 }),
      slice: slice,
      parts: [.init(kind: .decode, units: 20, sum: decode), .init(kind: .frame, units: 1_000, sum: frame)])
  }

  private func cell(_ evidence: InstructionEvidence?, trace: String = "aa") throws -> GateEvidence.Cell {
    let tally = GateFixture.tally()
    var cell = try GateFixture.cell(old: tally, new: tally, trace: trace)
    cell.instructions = evidence
    return cell
  }

  private func rows(
    _ evidence: InstructionEvidence?, trace: String = "aa", limits: GateLimits = .standard
  ) throws -> [GateRow] {
    let evidence = GateEvidence(
      cells: [try cell(evidence, trace: trace)])
    return GateJudge(limits: limits).judge(evidence).rows.filter { $0.kind == .instructions }
  }

  private func against(_ new: InstructionCount, isSideBySide: Bool = true) -> InstructionEvidence {
    InstructionEvidence(new: new, old: count(), isSideBySide: isSideBySide)
  }

  @Test(arguments: [
    (Int64(600_000_000), GateVerdict.ok, "="), (602_999_999, .ok, "+0.50%"), (603_000_000, .ok, "+0.50%"),
    (603_000_100, .regressed, "+0.50%"), (606_000_000, .regressed, "+1.00%"), (580_000_000, .improved, "-3.33%"),
    (597_014_926, .ok, "-0.50%"), (597_014_925, .improved, "-0.50%"),
  ])
  func halfAPercentMoreIsTooMuch(_ decode: Int64, _ verdict: GateVerdict, _ change: String) throws {
    let row = try #require(try rows(against(count(decode: decode))).first)
    #expect(row.verdict == verdict && row.change == change && row.limit == "0.5%", "\(row)")
    #expect(row.metric == "decode-instructions (callgrind)" && row.old == "30,000,000")
  }

  @Test func aFewInstructionsMoreAFrameAreNone() throws {
    // 500 a frame, where half a percent is 2.5.
    let frames: [Int64] = [503_000, 504_000, 504_001, 497_000, 496_000, 495_999]
    let verdicts = try frames.map { try rows(against(count(frame: $0)))[1].verdict }
    #expect(verdicts == [.ok, .ok, .regressed, .ok, .ok, .improved])
  }

  @Test func theLimitCanBeSet() throws {
    let limits = try GateFixture.limits(#"{"instructions": "5%"}"#)
    #expect(try rows(against(count(decode: 620_000_000)), limits: limits)[0].verdict == .ok)
    #expect(throws: GateError.self) { try GateFixture.limits(#"{"instructions": "5"}"#) }
  }

  @Test(arguments: [
    (InstructionSurroundings.Fact.codec, "cd", "the codec's library was ab, is cd"), (.simd, "sse2", "avx2"),
    (.architecture, "arm64", "arm64"), (.countedBy, "counter", "the count was valgrind-3.19.0"),
  ])
  func otherSurroundingsAreNotComparable(_ fact: InstructionSurroundings.Fact, _ value: String, _ words: String) throws
  {
    for isSideBySide in [true, false] {
      let found = try rows(against(count(changed: [fact: value]), isSideBySide: isSideBySide))
      #expect(found.allSatisfy { $0.verdict == .notComparable && $0.detail.contains(words) }, "\(found)")
      #expect(found[0].detail.contains("lab-run baseline accept") != isSideBySide)
    }
  }

  @Test func anotherSwiftIsPartOfAnotherProgramButNotOfABaseline() throws {
    let new = count(changed: [.swift: "6.4"])
    #expect(try rows(against(new, isSideBySide: true))[0].verdict == .ok)
    #expect(try rows(against(new, isSideBySide: false))[0].verdict == .notComparable)
  }

  @Test func otherPhotosAreNotComparable() throws {
    let found = try rows(against(count(slice: .array([.array([.integer(1), .integer(3)])])), isSideBySide: false))
    #expect(found.map(\.verdict) == [.notComparable, .ok])
  }

  @Test func whatTheBaselineLacksIsNotComparable() throws {
    let found = try rows(InstructionEvidence(new: count(), old: nil, isSideBySide: false))
    #expect(found.map(\.verdict) == [.notComparable, .notComparable])
    #expect(try rows(nil).isEmpty)
    // Another trace: the exact rows say that nothing can be compared.
    #expect(try rows(against(count(), isSideBySide: false), trace: "bb").isEmpty)
  }

  @Test func aRegressionNamesTheFunctionsThatGrewMost() throws {
    func functions(_ counts: [Int64]) -> InstructionCount {
      var count = count()
      count.parts[0].functions = counts.enumerated().map { .init(name: "f\($0)", instructions: $1) }
      count.parts[0].sum += counts.reduce(0, +) * 1000
      return count
    }
    let old = functions([Int64](repeating: 5_000, count: 14))
    let new = functions((0..<14).map { 5_000 + Int64($0 == 13 ? 0 : $0) * 100 })
    var evidence = InstructionEvidence(new: new, old: old, isSideBySide: true)
    #expect(evidence.growths[.decode]?.map(\.name) == (3...12).reversed().map { "f\($0)" })
    evidence.old = count()
    let row = try rows(evidence)[0]
    #expect(row.verdict == .regressed && row.detail.contains("grew most:\n5,000 -> 6,200 f12\n"), "\(row.detail)")
    #expect(row.detail.split(separator: "\n").count == 11)
    evidence.growths = [:]
    #expect(try !rows(evidence)[0].detail.contains("\n"))
  }

  @Test func whatIsNewGrewByAllThatItExecutes() {
    #expect(InstructionEvidence.Growth(name: "f", old: nil, new: 9).change == 9)
    #expect(InstructionEvidence.Growth(name: "f", old: 4, new: 9).change == 5)
  }

  @Test func everyFormatSaysWhatGrewAndWhyNothingWasCounted() throws {
    let evidence = GateEvidence(
      cells: [try cell(against(count(decode: 620_000_000)))], instructionsLack: "no counter")
    let report = GateJudge(limits: .standard).judge(evidence)
    #expect(report.text(showsAll: false).contains("Instructions were not counted: no counter.\n"))
    #expect(report.markdown.contains("Instructions were not counted: no counter.\n"))
    #expect(report.junit.contains("decode-instructions (callgrind)"))
    #expect(report.annotations.contains("::error title=preheat2x fastscroll%3A 1 REGRESSED::decode-instructions"))
  }

  @Test func aBaselineKeepsTheCountsAndReadsWithoutThem() throws {
    var full = count()
    full.parts[0].functions = (0..<100).map { .init(name: "f\($0)", instructions: 100 - $0) }
    let tally = GateFixture.tally()
    func baseline(_ counts: [InstructionCount]) throws -> Baseline {
      Baseline(
        record: try GateFixture.record(tally), words: [], trail: EventTrailMaker(frameCount: 1).finish(),
        memoryOverhead: nil,
        instructions: counts, reason: "a test", recorded: "")
    }
    let again = try Baseline(text: try baseline([full, count()]).text, file: "b.json")
    #expect(again.instructions == [full.keepingFunctions(24), count()])
    let without = try baseline([])
    #expect(without.json["instructions"] == nil && without.instructions.isEmpty)
    let damaged = try baseline([full]).text.replacing("\"callgrind\"", with: "\"guess\"")
    #expect(throws: GateError.self) { try Baseline(text: damaged, file: "b.json") }
  }

  /// The clock says nothing; what was executed does.
  @Test(arguments: [(Int64(600_000_000), true), (620_000_000, false)])
  func instructionsSettleWhatTheClockCannot(_ decode: Int64, _ isSettled: Bool) throws {
    let latency = LatencySample.evidence(pairs: 4)
    var cell = try cell(against(count(decode: decode)))
    cell.name = latency.cell
    let evidence = GateEvidence(cells: [cell], latency: [latency])
    let open = GateJudge(limits: .standard).judge(evidence).rows.filter { $0.verdict == .inconclusive }
    #expect(!open.isEmpty)
    let words = "the code executes what it did (instructions of a decode =); the clock could not be read here"
    #expect(open.allSatisfy { $0.detail.contains(words) == isSettled }, "\(open)")
  }
}
