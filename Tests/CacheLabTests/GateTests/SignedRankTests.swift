import Testing

@testable import StrategyKit
@testable import CacheLab
@testable import LabRecords

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
    #expect(depression.doubledStatistic == 80)
    #expect(depression.greater == 0.01953125 && depression.less == 0.986328125)
    let maize = SignedRankTest(SignedRankTests.maize)
    #expect(maize.doubledStatistic == 192)
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
    #expect(below.doubledStatistic == 0 && below.greater == 1)
    #expect(SignedRankTest((1...count).map(Double.init)).less == 1)
  }

  @Test func zerosAloneSayNothing() {
    let test = SignedRankTest([0, 0, 0])
    #expect(test.greater == 1 && test.less == 1 && test.twoSided == 1)
    #expect(SignedRankTest([2, 2, 2], shift: 2).greater == 1)
  }
}
