import Testing

@Suite struct PhoneGridTests {
  /// `scripts/embedded.sh phone` compares the same lines with what they are in Embedded Swift.
  @Test func countsAreThoseOfEmbeddedSwift() {
    #expect(PhoneGrid.counted() == PhoneGrid.expected)
  }
}
