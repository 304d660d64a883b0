import Testing

@testable import LabRecords

@Suite struct HolmAdjustmentTests {
  /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` is 0.03 0.06 0.06 0.02.
  @Test func theAdjustedChancesAreRs() {
    let adjusted = HolmAdjustment.adjusted([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) { #expect(abs(found - expected) < 1e-15) }
  }

  @Test func testsThatAreNotGivenCountAsNeverRejected() {
    #expect(
      HolmAdjustment.adjusted([0.01, 0.2], family: 4) == Array(HolmAdjustment.adjusted([0.01, 0.2, 1, 1]).prefix(2)))
    #expect(HolmAdjustment.adjusted([0.01], family: 1) == [0.01])
    #expect(HolmAdjustment.adjusted([], family: 3) == [])
  }

  @Test func noChanceIsAboveOneAndOrderIsKept() {
    #expect(HolmAdjustment.adjusted([0.9, 0.5, 0.6]) == [1, 1, 1])
    #expect(HolmAdjustment.adjusted([0.02, 0.02]) == [0.04, 0.04])
  }
}
