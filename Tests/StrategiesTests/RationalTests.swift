import Strategies
import Testing

@Suite struct RationalTests {
  @Test func readsWholeDecimalAndFraction() {
    #expect(Rational("2") == Rational(2))
    #expect(Rational("0.4") == Rational(2, 5))
    #expect(Rational("1/3") == Rational(1, 3))
  }

  @Test(arguments: ["", "1/0", "-1", "1e3", "1.", ".5", "1/2/3", "0.1234567890", "1/1234567", "12345.67"])
  func refuses(_ text: String) {
    #expect(Rational(text) == nil)
  }
}
