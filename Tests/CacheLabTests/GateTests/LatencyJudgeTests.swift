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

  @Test func aFasterBinaryIsTheMirrorImage() {
    #expect(judge.judge([LatencySample.evidence(change: -0.04)]).verdicts == [.improved, .improved])
  }

  @Test func aSmallChangeThatShowsIsOk() throws {
    let finding = judge.judge([LatencySample.evidence(change: 0.01)])
    #expect(finding.verdicts == [.ok, .ok])
    #expect(try #require(finding.row("decode-cpu-p50")).change.hasPrefix("+"))
    #expect(judge.judge([LatencySample.evidence(change: -0.01)]).verdicts == [.ok, .ok])
  }

  @Test func tooMuchNoiseIsInconclusiveAndAsksForMore() throws {
    let finding = judge.judge([LatencySample.evidence(noise: 0.2)])
    let row = try #require(finding.row("decode-cpu-p50"))
    #expect(row.verdict == .inconclusive && row.detail.hasSuffix("; so many pairs do not decide") && finding.isOpen)
    #expect(!judge.judge([LatencySample.evidence(pairs: 200, noise: 0.06, seed: 3)]).isOpen)
  }

  @Test func fewPairsDecideNothing() {
    let finding = judge.judge([LatencySample.evidence(pairs: 10, change: 0.5)])
    #expect(finding.verdicts == [.inconclusive, .inconclusive] && finding.isOpen)
  }

  @Test func driftHitsBothSidesAlike() {
    // Each arm 0.02 % slower than the one before it: 2.4 % over the job.
    let finding = judge.judge([LatencySample.evidence(drift: 0.0002)])
    #expect(finding.verdicts == [.withinNoise, .withinNoise] && finding.unfit == nil)
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
      evidence.pairs[index].head[.cpuMean] = evidence.pairs[index].head[.cpuMean] * 105 / 100
    }
    #expect(judge.judge([evidence]).verdicts == [.withinNoise, .regressed])
  }

  @Test func aLargerLimitForgives() {
    let loose = LatencyJudge(settings: LatencySettings(limit: 0.1))
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
}
