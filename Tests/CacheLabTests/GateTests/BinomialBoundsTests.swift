import Testing

@testable import LabRecords

/// Against scipy 1.17.1: `binomtest(k, n).proportion_ci(0.95, 'exact')` and `binom.cdf`.
@Suite struct BinomialBoundsTests {
  @Test(arguments: [
    (0, 300, 0, 0.012220974694296421), (95, 100, 0.887165088894537, 0.9835681208182717),
    (80, 100, 0.7081573109113719, 0.873344447898044), (1, 10, 0.0025285785444625728, 0.44501611702819543),
    (100, 100, 0.9637833073548094, 1), (3, 2000, 0.0003094429490792165, 0.004377320104663236),
  ])
  func theBoundsAreScipys(_ successes: Int, _ trials: Int, _ lower: Double, _ upper: Double) {
    let bounds = BinomialBounds(successes: successes, trials: trials)
    #expect(abs(bounds.lower - lower) < 1e-10 && abs(bounds.upper - upper) < 1e-10, "\(bounds)")
  }

  @Test func theTailIsScipys() {
    #expect(abs(BinomialBounds.probability(atMost: 3, of: 10, chance: 0.2) - 0.8791261183999999) < 1e-14)
    #expect(abs(BinomialBounds.probability(atMost: 20, of: 1000, chance: 0.03) - 0.033280784135194114) < 1e-13)
    #expect(BinomialBounds.probability(atMost: 3, of: 10, chance: 0) == 1)
    #expect(BinomialBounds.probability(atMost: 9, of: 10, chance: 1) == 0)
  }
}
