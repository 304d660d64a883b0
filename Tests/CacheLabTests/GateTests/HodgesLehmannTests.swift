import Testing

@testable import StrategyKit
@testable import CacheLab
@testable import LabRecords

@Suite struct HodgesLehmannTests {
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
}
