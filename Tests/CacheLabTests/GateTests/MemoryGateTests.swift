import CacheLab
import LabJudge
import Testing

@Suite struct MemoryGateTests {
  private func report(_ runs: [Int64], limits: GateLimits = .standard) throws -> GateReport {
    try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(), memory: runs, limits: limits)
  }

  private func row(_ runs: [Int64], limits: GateLimits = .standard) throws -> GateRow? {
    try report(runs, limits: limits).rows.first { $0.kind == .memory }
  }

  @Test(arguments: [
    (Int64(0), GateVerdict.ok), (1_048_576, .withinNoise), (1_048_577, .regressed), (-1_048_576, .withinNoise),
    (-1_048_577, .improved),
  ]) func aMebibyteIsNoise(_ more: Int64, _ verdict: GateVerdict) throws {
    #expect(try row([400_000 + more])?.verdict == verdict)
  }

  @Test func whatMovesMemoryAndIsNotAsItWasIsNamed() throws {
    var cell = try GateFixture.cell(old: nil, new: GateFixture.tally(), memory: [9_000_000])
    cell.baseline = try GateFixture.baseline(GateFixture.tally()) {
      $0["environment"] = .object(["glibc-tunables": .string("arena_max=7"), "kernel": .string("0.1")])
    }
    let row = try #require(GateJudge(limits: .standard).judge([cell]).rows.first { $0.kind == .memory })
    #expect(row.verdict == .regressed && row.detail.hasPrefix("bytes that no bitmap accounts for\n"))
    #expect(row.detail.contains("\nglibc-tunables was \"arena_max=7\", is ") && !row.detail.contains("kernel"))
  }

  @Test func theLeastOfSeveralRunsCounts() throws {
    let found = try #require(try row([9_000_000, 8_000_000, 500_000]))
    #expect(found.verdict == .withinNoise && found.metric.contains("least of 3"))
    #expect(try row([1, 2])?.metric.contains("least of 2") == true && row([1])?.metric.contains("least") == false)
  }

  @Test func theLimitCanBeSet() throws {
    let limits = try GateFixture.limits(#"{"memory": "4MiB"}"#)
    #expect(try row([4_000_000], limits: limits)?.verdict == .withinNoise)
  }

  @Test func whatWasNotMeasuredIsNotJudged() throws {
    #expect(try row([]) == nil)
    var cell = try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally())
    cell.record = try GateFixture.record(GateFixture.tally(), decodes: true)
    let lost = try #require(GateJudge(limits: .standard).judge([cell]).rows.first { $0.kind == .memory })
    #expect(lost.verdict == .notComparable && lost.old == "0.38 MiB" && lost.new == "", "it decoded")
  }

  @Test func aBaselineWithoutMemoryIsNotComparableWhereItWasMeasured() throws {
    var cell = try GateFixture.cell(old: nil, new: GateFixture.tally(), memory: [400_000])
    func rows() -> [GateRow] { GateJudge(limits: .standard).judge([cell]).rows }
    #expect(rows().map(\.kind) == [.exact], "there is no baseline at all")
    cell.baseline = try GateFixture.baseline(GateFixture.tally(), memory: nil)
    let row = try #require(rows().first { $0.kind == .memory })
    #expect(row.verdict == .notComparable && row.detail.contains("baseline accept --strategy preheat2x"), "\(row)")
    #expect(row.detail.hasPrefix("results/baseline/preheat2x-fastscroll.json has no process memory; "))
  }

  @Test func aBaselineOfAnotherAccountingIsNotComparable() throws {
    var cell = try GateFixture.cell(old: nil, new: GateFixture.tally(), memory: [400_000])
    cell.baseline = try GateFixture.baseline(GateFixture.tally()) {
      $0["environment"] = .object(["memory-accounting": .string("physical-footprint")])
    }
    let judge = GateJudge(limits: .standard)
    let row = try #require(judge.judge([cell]).rows.first { $0.kind == .memory })
    #expect(row.verdict == .notComparable)
    #expect(row.detail.hasPrefix("the baseline counts memory as physical-footprint, this run as resident: "))
  }

  @Test func anotherRunIsAskedForOnlyWhereMemoryIsOver() throws {
    let judge = GateJudge(limits: .standard)
    let tally = GateFixture.tally()
    #expect(judge.canBeChance(try GateFixture.cell(old: tally, new: tally, memory: [9_000_000])))
    #expect(!judge.canBeChance(try GateFixture.cell(old: tally, new: tally, memory: [500_000])))
    #expect(!judge.canBeChance(try GateFixture.cell(old: tally, new: tally)))
  }
}
