import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct LatencyJudgeTests {
  private let judge = LatencyJudge()

  @Test func theSameBinaryIsWithinNoise() throws {
    let finding = judge.judge([LatencySample.evidence()])
    #expect(finding.unfit == nil && !finding.isOpen)
    let row = try #require(finding.row("decode-cpu-p50"))
    #expect(row.verdict == .withinNoise && row.change == "~" && row.limit == "2%" && row.kind == .latency)
    #expect(row.old.hasPrefix("1.") && row.old.hasSuffix(" ms"))
    let words = /^[+-][\d.]+% \([+-][\d.]+% to [+-][\d.]+%\) over 30 pairs of 200 decodes; the same binary against/
    #expect(row.detail.contains(words), "\(row.detail)")
  }

  @Test func onePairSaysNothingOfTheSameBinary() {
    let comparison = LatencyComparison(LatencySample.evidence(pairs: 1), LatencyStatistic.cpuP50, alpha: 0.05)
    #expect(comparison.selfShift == nil && comparison.selfProbability == 1 && comparison.noise == 0)
  }

  @Test(arguments: [0.03, 0.05, 0.5]) func aSlowerBinaryIsARegression(_ change: Double) throws {
    let finding = judge.judge([LatencySample.evidence(change: change)])
    #expect(finding.verdicts == [.regressed, .regressed])
    let row = try #require(finding.row("decode-cpu-mean"))
    #expect(row.change.hasPrefix("+\(Int(change * 100))") || row.change.hasPrefix("+\(Int(change * 100) - 1)."))
    #expect(row.detail.hasSuffix("p below 0.0001"))
  }

  @Test func aSmallChangeThatShowsIsOk() throws {
    let finding = judge.judge([LatencySample.evidence(change: 0.01)])
    #expect(finding.verdicts == [.ok, .ok])
    #expect(try #require(finding.row("decode-cpu-p50")).change.hasPrefix("+"))
  }

  @Test(arguments: [
    (LatencySample.evidence(change: -0.04), GateVerdict.improved), (LatencySample.evidence(change: -0.01), .ok),
    (LatencySample.evidence(pairs: 10, change: 0.5), .inconclusive),
    // Each arm 0.02 % slower than the one before it: 2.4 % over the job.
    (LatencySample.evidence(drift: 0.0002), .withinNoise),
  ]) func bothFiguresAreJudgedAlike(_ evidence: LatencyEvidence, _ verdict: GateVerdict) {
    let finding = judge.judge([evidence])
    #expect(finding.verdicts == [verdict, verdict] && finding.unfit == nil)
    #expect(finding.isOpen == (verdict == .inconclusive))
  }

  @Test func tooMuchNoiseIsInconclusiveAndAsksForMore() throws {
    let finding = judge.judge([LatencySample.evidence(noise: 0.2)])
    let row = try #require(finding.row("decode-cpu-p50"))
    #expect(row.verdict == .inconclusive && row.detail.hasSuffix("; so many pairs do not decide") && finding.isOpen)
    #expect(!judge.judge([LatencySample.evidence(pairs: 200, noise: 0.06, seed: 3)]).isOpen)
  }

  @Test func allRowsOfAllCellsAreJudgedTogether() throws {
    // A shift of 2.6 % whose test alone gives p < 0.01, and not so among a thousand rows.
    let samples = (1...40).lazy.map { LatencySample.evidence(change: 0.03, noise: 0.1, seed: $0) }
    let evidence = try #require(samples.first { judge.judge([$0]).verdicts.contains(.regressed) })
    #expect(!judge.judge([evidence], family: 1_000_000).verdicts.contains(.regressed))
    let calm = (1...20).map { LatencySample.evidence(seed: $0, cell: "cell \($0)") }
    #expect(judge.judge([evidence] + calm).rows.count == 21 * 2)
  }

  @Test func eachStatisticIsJudgedByItsOwnChance() {
    var evidence = LatencySample.evidence()
    for index in evidence.pairs.indices {
      evidence.pairs[index].head[.cpuMean] = evidence.pairs[index].head[.cpuMean].map { $0 * 105 / 100 }
    }
    #expect(judge.judge([evidence]).verdicts == [.withinNoise, .regressed])
  }

  @Test func aLargerLimitForgives() {
    var loose = LatencyJudge()
    loose.limit = 0.1
    #expect(loose.judge([LatencySample.evidence(change: 0.05)]).verdicts == [.ok, .ok])
  }

  /// A decode that is declared to cost more may take longer, by as much.
  @Test func whereOtherPhotosAreDecodedTimesAreHeldAgainstTheirDeclaredCost() throws {
    var evidence = LatencySample.evidence(change: 0.05)
    evidence.headWork = 1_050_000
    let finding = judge.judge([evidence])
    #expect(finding.verdicts == [.withinNoise, .withinNoise])
    #expect(finding.row("decode-cpu-p50")?.detail.contains("the two decode other photos") == true)
    evidence.headWork = 900_000
    #expect(judge.judge([evidence]).verdicts == [.regressed, .regressed])
  }

  @Test func aRestlessBurnInIsUnfit() throws {
    var evidence = LatencySample.evidence()
    evidence.burnIn = [1_500_000, 1_500_000, 2_000_000, 1_500_000, 1_500_000]
    let finding = judge.judge([evidence])
    #expect(try #require(finding.unfit).hasPrefix("preheat2x on fastscroll: the first processes, all of one binary"))
    #expect(finding.verdicts == [.inconclusive, .inconclusive] && !finding.isOpen)
    #expect(finding.row("decode-cpu-p50")?.detail.hasSuffix("the machine was unfit to measure") == true)
    evidence.burnIn = [1, 1, 1, 4, 1]
    #expect(judge.judge([evidence]).unfit?.contains("differ by 300.0%") == true)
    // The first process finds things cold and does not count.
    evidence.burnIn = [9_000_000] + LatencySample.evidence().burnIn.dropFirst()
    #expect(judge.judge([evidence]).unfit == nil)
  }

  @Test func aHostThatTakesTheMachineAwayIsUnfit() {
    var evidence = LatencySample.evidence()
    evidence.steal = 0.051
    #expect(judge.judge([evidence]).unfit?.contains("the host took 5.1% of the machine away, 5.0% at most") == true)
    evidence.steal = nil
    #expect(judge.judge([evidence]).unfit == nil)
  }

  @Test(arguments: [LatencyStatistic.cpuP50, .cpuMean])
  func aBinaryThatDiffersFromItselfIsUnfit(_ statistic: LatencyStatistic) throws {
    var evidence = LatencySample.evidence()
    // In every other block the later arms of both are slower, in the rest faster: what no drift does.
    for index in evidence.pairs.indices where index % 4 == 1 || index % 4 == 2 {
      evidence.pairs[index].base[statistic] = evidence.pairs[index].base[statistic].map { $0 * 102 / 100 }
      evidence.pairs[index].head[statistic] = evidence.pairs[index].head[statistic].map { $0 * 102 / 100 }
    }
    let unfit = try #require(judge.judge([evidence]).unfit)
    #expect(unfit.contains("in \(statistic.rawValue) the same binary differs from itself by +2."), "\(unfit)")
  }

  @Test func aRegressionFarBeyondEverythingStaysOne() {
    var evidence = LatencySample.evidence(change: 0.05)
    evidence.steal = 0.5
    #expect(judge.judge([evidence]).verdicts == [.inconclusive, .inconclusive])
    evidence = LatencySample.evidence(change: 0.3)
    evidence.steal = 0.5
    let finding = judge.judge([evidence])
    #expect(finding.verdicts == [.regressed, .regressed])
    let report = GateReport(rows: finding.rows, cells: [], unfit: finding.unfit)
    #expect(report.exitCode(isStrict: false) == 2)
  }
}
