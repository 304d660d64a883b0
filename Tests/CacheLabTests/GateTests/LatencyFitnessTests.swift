import Testing

@testable import LabJudge

@Suite struct LatencyFitnessTests {
  private let judge = LatencyJudge()

  @Test func aRestlessBurnInIsUnfit() throws {
    var evidence = LatencySample.evidence()
    evidence.burnIn = [1_500_000, 1_500_000, 2_000_000, 1_500_000, 1_500_000]
    let finding = judge.judge([evidence])
    #expect(try #require(finding.unfit).hasPrefix("preheat2x on fastscroll: the first processes, all of one binary"))
    #expect(finding.verdicts == [.inconclusive, .inconclusive] && !finding.isOpen)
    #expect(finding.row("decode-cpu-p50")?.detail.hasSuffix("the machine was unfit to measure") == true)
  }

  @Test func aBurnInOfANanosecondIsOne() {
    var evidence = LatencySample.evidence()
    evidence.burnIn = [1, 1, 1, 4, 1]
    #expect(judge.judge([evidence]).unfit?.contains("differ by 300.0%") == true)
  }

  @Test func theFirstProcessFindsThingsColdAndDoesNotCount() {
    var evidence = LatencySample.evidence()
    evidence.burnIn[0] = 9_000_000
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
      evidence.pairs[index].base[statistic] = evidence.pairs[index].base[statistic] * 102 / 100
      evidence.pairs[index].head[statistic] = evidence.pairs[index].head[statistic] * 102 / 100
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
