import Testing

@testable import CacheLab
@testable import LabRecords
@testable import StrategyKit

/// The exact signed-rank test against all sign flips, and against scipy 1.17.1 (`scipy.stats.wilcoxon`,
/// `method='exact'`).
@Suite struct SignedRankTests {
  /// Depression scores of Hollander and Wolfe, table 3.1: first less second visit.
  static let depression = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01]
  /// Darwin's maize, eighths of an inch: crossed less self-fertilised.
  static let maize: [Double] = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

  /// The chance of a statistic at least, and at most, the observed one, by trying every choice of signs.
  private func bruteForce(_ differences: [Double]) -> (greater: Double, less: Double) {
    let magnitudes = differences.filter { $0 != 0 }.map(\.magnitude)
    let ranks = magnitudes.map { value in
      magnitudes.count { $0 < value } * 2 + magnitudes.count { $0 == value } + 1
    }
    let observed = zip(differences.filter { $0 != 0 }, ranks).filter { $0.0 > 0 }.reduce(0) { $0 + $1.1 }
    var (greater, less) = (0, 0)
    for signs in 0..<(1 << ranks.count) {
      let sum = ranks.indices.filter { signs >> $0 & 1 == 1 }.reduce(0) { $0 + ranks[$1] }
      if sum >= observed { greater += 1 }
      if sum <= observed { less += 1 }
    }
    let all = Double(1 << ranks.count)
    return (Double(greater) / all, Double(less) / all)
  }

  @Test(arguments: 1...12) func everySignIsTriedWithTiesAndZeros(_ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for _ in 0..<20 {
      // Few distinct values: ties and zeros are common.
      let differences = (0..<count).map { _ in Double(Int(random.next() % 9) - 4) }
      let test = SignedRankTest(differences)
      let truth = bruteForce(differences)
      #expect(abs(test.greater - truth.greater) < 1e-12 && abs(test.less - truth.less) < 1e-12, "\(differences)")
    }
  }

  @Test func publishedDataGiveThePublishedChances() {
    let depression = SignedRankTest(SignedRankTests.depression)
    #expect(depression.greater == 0.01953125 && depression.less == 0.986328125)
    let maize = SignedRankTest(SignedRankTests.maize)
    #expect(abs(maize.greater - 0.0206298828125) < 1e-15)
    #expect(abs(maize.less - 0.982330322265625) < 1e-15)
    #expect(maize.twoSided == 2 * maize.greater)
  }

  /// Cumulative chances without ties, from the same recursion in numpy 2 (counts over 2^n).
  @Test(arguments: [
    (10, 8, 0.0244140625), (20, 52, 0.02422046661376953), (30, 109, 0.00496575515717268),
    (50, 434, 0.024723203400300875),
  ])
  func longTablesAgree(_ count: Int, _ sum: Int, _ chance: Double) {
    #expect(abs(SignedRankDistribution(count: count).probability(atMost: 2 * sum) - chance) < 1e-14)
  }

  @Test func theLargestSampleKeepsItsTails() {
    let distribution = SignedRankDistribution(count: SignedRankDistribution.countMax)
    let least = distribution.probability(atMost: 0)
    #expect(least > 0 && abs(least * 0x1p200 - 1) < 1e-12)
    #expect(distribution.probability(atLeast: 200 * 201) == least)
    #expect(abs(distribution.probability(atLeast: 0) - 1) < 1e-12)
    #expect(distribution.probability(atMost: -1) == 0 && distribution.probability(atLeast: 200 * 201 + 1) == 0)
  }

  /// So many chances do not add up to one exactly: 60 of them come to more.
  @Test(arguments: [60, 96]) func whatIsCertainHasNoGreaterChanceThanOne(_ count: Int) {
    let below = SignedRankTest((1...count).map { Double(-$0) })
    #expect(below.greater == 1)
    #expect(SignedRankTest((1...count).map(Double.init)).less == 1)
  }

  @Test func zerosAloneSayNothing() {
    let test = SignedRankTest([0, 0, 0])
    #expect(test.greater == 1 && test.less == 1 && test.twoSided == 1)
    #expect(SignedRankTest([2, 2, 2], shift: 2).greater == 1)
  }

  /// Hollander and Wolfe give 0.46 and, at 96.1 %, 0.010 to 0.786; numpy gives the digits.
  @Test func publishedDataGiveThePublishedShiftAndInterval() {
    let depression = HodgesLehmann(SignedRankTests.depression, tail: 0.025)
    #expect(abs(depression.shift - 0.46) < 1e-12)
    #expect(abs(depression.lower - 0.01) < 1e-12 && abs(depression.upper - 0.786) < 1e-12)
    let maize = HodgesLehmann(SignedRankTests.maize.map { $0 / 8 }, tail: 0.025)
    #expect(maize.shift == 3.125 && maize.lower == 0.5 && maize.upper == 5.1875)
  }

  /// A bound lies beyond a shift exactly when the test rejects that shift.
  @Test(arguments: [6, 9, 15, 30]) func theIntervalIsTheTestTurnedRound(_ count: Int) {
    var random = SplitMix64(seed: 7 + UInt64(count))
    for _ in 0..<10 {
      let differences = (0..<count).map { _ in Double(random.next() >> 11) / 0x1p53 - 0.3 }
      let found = HodgesLehmann(differences, tail: 0.05)
      #expect(found.lower <= found.shift && found.shift <= found.upper)
      for shift in stride(from: -0.5, through: 0.9, by: 0.01) {
        let test = SignedRankTest(differences, shift: shift)
        #expect((test.greater <= 0.05) == (found.lower > shift), "\(shift) of \(differences)")
        #expect((test.less <= 0.05) == (found.upper < shift), "\(shift) of \(differences)")
      }
    }
  }

  @Test func tooFewDifferencesHaveNoBounds() {
    let found = HodgesLehmann([1, 2, 3, 4], tail: 0.01)
    #expect(found.shift == 2.5 && found.lower == -.infinity && found.upper == .infinity)
    // 1 in 128: seven differences are the fewest.
    #expect(HodgesLehmann([1, 2, 3, 4, 5, 6], tail: 0.01).lower == -.infinity)
    #expect(HodgesLehmann([1, 2, 3, 4, 5, 6, 7], tail: 0.01).lower == 1)
  }

  @Test func anOutlierMovesLittle() {
    let calm = (1...20).map { Double($0) / 100 }
    let shift = HodgesLehmann(calm, tail: 0.01).shift
    #expect(abs(HodgesLehmann(calm + [1000], tail: 0.01).shift - shift) < 0.01)
  }

  /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` is 0.03 0.06 0.06 0.02.
  @Test func theAdjustedChancesAreRs() {
    let adjusted = HolmAdjustment.adjusted([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) { #expect(abs(found - expected) < 1e-15) }
  }

  @Test func testsThatAreNotGivenCountAsNeverRejected() {
    #expect(
      HolmAdjustment.adjusted([0.01, 0.2], family: 4) == Array(HolmAdjustment.adjusted([0.01, 0.2, 1, 1]).prefix(2)))
    #expect(HolmAdjustment.adjusted([0.01], family: 1) == [0.01] && HolmAdjustment.adjusted([], family: 3) == [])
  }

  @Test func noChanceIsAboveOneAndOrderIsKept() {
    #expect(HolmAdjustment.adjusted([0.9, 0.5, 0.6]) == [1, 1, 1])
    #expect(HolmAdjustment.adjusted([0.02, 0.02]) == [0.04, 0.04])
  }
}
