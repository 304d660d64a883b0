import Testing

@testable import LabRecords

@Suite struct MedianIntervalTests {
  /// Against scipy 1.17.1: `binom.cdf`.
  @Test func theTailIsScipys() {
    #expect(abs(MedianInterval.probability(atMost: 3, of: 10, chance: 0.2) - 0.8791261183999999) < 1e-14)
    #expect(abs(MedianInterval.probability(atMost: 20, of: 1000, chance: 0.03) - 0.033280784135194114) < 1e-13)
    #expect(MedianInterval.probability(atMost: 3, of: 10, chance: 0) == 1)
    #expect(MedianInterval.probability(atMost: 9, of: 10, chance: 1) == 0)
  }
}
