import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct LatencyJudgeTests {
  private let judge = LatencyJudge()

  @Test func theSameBinaryIsWithinNoise() throws {
    let finding = judge.judge([LatencySample.evidence()])
    #expect(finding.unfit == nil && finding.pairsToDecide.isEmpty)
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

  @Test func tailsArePrintedAndNeverGated() {
    let finding = judge.judge([LatencySample.evidence(change: 0.5)])
    for metric in ["decode-cpu-p99", "decode-wall-p99"] {
      #expect(finding.row(metric)?.verdict == .notGated)
      #expect(finding.row(metric)?.change.hasPrefix("+") == true && finding.row(metric)?.limit == "")
    }
  }

  @Test func tooMuchNoiseIsInconclusiveAndHasAPrice() throws {
    let evidence = LatencySample.evidence(noise: 0.08)
    let finding = judge.judge([evidence])
    let row = try #require(finding.row("decode-cpu-p50"))
    #expect(row.verdict == .inconclusive)
    let match = try #require(row.detail.firstMatch(of: /; (\d+) further pairs \(about (\d+) s\) would decide/))
    // A pair takes a second here.
    #expect(match.output.1 == match.output.2)
    #expect(try #require(finding.pairsToDecide[evidence.cell]) >= 30 + (Int(match.output.1) ?? .max))
  }

  @Test func asManyPairsAsWereAskedForDecide() throws {
    let evidence = LatencySample.evidence(noise: 0.06, seed: 3)
    let needed = try #require(judge.judge([evidence]).pairsToDecide[evidence.cell])
    #expect(needed > 30 && needed % 2 == 0 && needed <= 150)
    // The guess is one of the median: twice as many are enough.
    let more = LatencySample.evidence(pairs: min(2 * needed, 200), noise: 0.06, seed: 3)
    #expect(!judge.judge([more]).verdicts.contains(.inconclusive))
  }

  @Test func fewPairsDecideNothing() throws {
    let finding = judge.judge([LatencySample.evidence(pairs: 10, change: 0.5)])
    #expect(finding.verdicts == [.inconclusive, .inconclusive])
    #expect(finding.pairsToDecide.values.first == 30)
    let two = try #require(judge.judge([LatencySample.evidence(pairs: 2)]).row("decode-cpu-p50"))
    #expect(two.detail.contains("28 further pairs (about 28 s) would decide"), "\(two.detail)")
  }

  @Test func whatIsAskedForIsAQuarterMoreAtLeast() {
    let comparison = LatencyComparison(LatencySample.evidence(pairs: 40), .cpuP50, alpha: 0.05)
    #expect(comparison.pairsToDecide(LatencySettings()) == 50)
  }

  @Test(arguments: [(29, true), (30, false)]) func moreThanTheBoundIsPastIt(_ bound: Int, _ isPast: Bool) throws {
    var settings = LatencySettings()
    settings.pairsMax = bound
    let finding = LatencyJudge(settings: settings).judge([LatencySample.evidence(pairs: 10, change: 0.5)])
    let row = try #require(finding.row("decode-cpu-p50"))
    #expect(row.detail.contains("would decide") && row.detail.contains("past the bound of") == isPast, "\(row.detail)")
  }

  @Test func aChangeOnTheLimitSaysThatPairsDoNotHelp() {
    let finding = judge.judge([LatencySample.evidence(change: 0.0199)])
    #expect(finding.verdicts.contains(.inconclusive))
    #expect(finding.rows.contains { $0.detail.contains("past the bound of 90") || $0.detail.contains("no number of") })
  }

  @Test func driftHitsBothSidesAlike() {
    // Each arm 0.02 % slower than the one before it: 2.4 % over the job.
    let finding = judge.judge([LatencySample.evidence(drift: 0.0002)])
    #expect(finding.verdicts == [.withinNoise, .withinNoise] && finding.unfit == nil)
  }

  @Test func allRowsOfAllCellsAreJudgedTogether() {
    // A shift of 2.6 % whose test alone gives p < 0.01, and not so among a thousand rows.
    let evidence = (1...40).lazy.map { LatencySample.evidence(change: 0.03, noise: 0.1, seed: $0) }.first {
      let alone = judge.judge([$0]).verdicts
      return alone.contains(.regressed)
    }
    guard let evidence else {
      Issue.record("no seed gives a regression that one row alone would show")
      return
    }
    #expect(!judge.judge([evidence], family: 1_000_000).verdicts.contains(.regressed))
    let calm = (1...20).map { LatencySample.evidence(seed: $0, cell: "cell \($0)") }
    #expect(judge.judge([evidence] + calm).rows.count == 21 * 4)
  }

  @Test func eachStatisticIsJudgedByItsOwnChance() {
    var evidence = LatencySample.evidence()
    for index in evidence.pairs.indices {
      evidence.pairs[index].head[.cpuMean] = evidence.pairs[index].head[.cpuMean] * 105 / 100
    }
    #expect(judge.judge([evidence]).verdicts == [.withinNoise, .regressed])
  }

  /// The end of the interval that must pass comes nearer with the root of the number of pairs.
  @Test(arguments: [0.001, 0.012, 0.024, 0.03]) func soManyPairsWouldDecide(_ change: Double) throws {
    var evidence = LatencySample.evidence(change: change, noise: 0.06)
    // The same binary differs from itself: as in `aBinaryThatDiffersFromItselfIsUnfit`.
    for index in evidence.pairs.indices where index % 4 == 1 || index % 4 == 2 {
      evidence.pairs[index].base[.cpuP50] = evidence.pairs[index].base[.cpuP50] * 101 / 100
      evidence.pairs[index].head[.cpuP50] = evidence.pairs[index].head[.cpuP50] * 101 / 100
    }
    let found = LatencyComparison(evidence, .cpuP50, alpha: 0.01)
    #expect(found.noise > 0.004)
    #expect(found.selfMax == evidence.sameBinaryLogRatios(.cpuP50).map(\.magnitude).max())
    let (shift, limit) = (found.shift, Double.log(1 + LatencySettings().limit))
    let shrinks =
      shift.shift >= limit
      ? (shift.shift - shift.lower) / (shift.shift - found.noise) : (shift.upper - shift.shift) / (limit - shift.shift)
    let least = max(37, Int((30 * shrinks * shrinks).rounded(.up)))
    #expect(found.pairsToDecide(LatencySettings()) == least + least % 2, "\(shrinks)")
  }

  /// An arm alone says nothing of the same binary against itself.
  @Test func onePairHasNoNoise() {
    let evidence = LatencySample.evidence(pairs: 1)
    #expect(LatencyComparison(evidence, .cpuP50, alpha: 0.01).noise == 0)
  }

  @Test func workThatCannotBeHadNoShare() throws {
    var evidence = LatencySample.evidence()
    (evidence.headList, evidence.baseWork) = ("b", 0)
    #expect(try #require(judge.judge([evidence]).row("decode-work")).change == "=")
  }

  @Test func aLargerLimitForgives() {
    let loose = LatencyJudge(settings: LatencySettings(limit: 0.1))
    #expect(loose.judge([LatencySample.evidence(change: 0.05)]).verdicts == [.ok, .ok])
  }

  @Test(arguments: [
    (Int64(1_000_001), GateVerdict.regressed), (999_999, .improved), (1_000_000, .ok),
  ])
  func otherDecodesAreGatedByTheirDeclaredCost(_ work: Int64, _ verdict: GateVerdict) throws {
    var evidence = LatencySample.evidence()
    #expect(judge.judge([evidence]).row("decode-work") == nil)
    evidence.headList = "b"
    evidence.headWork = work
    let row = try #require(judge.judge([evidence]).row("decode-work"))
    #expect(row.verdict == verdict && row.limit == "=" && row.detail.hasPrefix("the two binaries decode other photos"))
  }
}
