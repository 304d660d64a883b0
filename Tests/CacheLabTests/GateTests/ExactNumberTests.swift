import LabJudge
import Testing

@Suite struct ExactNumberTests {
  /// Fractions whose products fit 128 bits, so that plain integers say what is right.
  private static let parts: [Int128] = [
    -7_000_000_007, -65_536, -3, -1, 0, 1, 2, 4_294_967_295, 4_294_967_296, 9_999_999_967,
  ]
  private static let wholes: [Int128] = [1, 3, 4_294_967_297, -5]

  @Test(arguments: parts, wholes) func productsAndOrderAreThoseOfFractions(_ part: Int128, _ whole: Int128) {
    let number = ExactNumber(part, whole)
    for other in ExactNumberTests.parts {
      for below in ExactNumberTests.wholes {
        let right = ExactNumber(other, below)
        let (one, two) = (part * below, other * whole)
        #expect((number < right) == ((whole * below > 0) == (one < two) && one != two))
        #expect((number == right) == (one == two))
        #expect(number * right == ExactNumber(part * other, whole * below))
      }
    }
  }

  @Test func noOrderIsTooFine() {
    let (most, least) = (ExactNumber(.max), ExactNumber(.min))
    #expect(least < most && most == most && ExactNumber(.max, 2) < most)
    #expect(ExactNumber(.max - 1, .max) < ExactNumber(1) && ExactNumber(.min, .min) == ExactNumber(1))
    #expect(ExactNumber(.max - 2, .max) < ExactNumber(.max - 1, .max))
    #expect(ExactNumber(.max / 3, .max / 5) < ExactNumber(.max / 3 + 1, .max / 5))
  }

  @Test func aProductThatIsTooLargeLosesItsLowestDigitsAlone() {
    #expect(ExactNumber(.max, 7) * ExactNumber(7, .max) == ExactNumber(1), "common factors go first")
    let product = ExactNumber((1 << 120) + 1, (1 << 110) + 1) * ExactNumber(1_000_000_000_007, 1_000_000_000_000)
    #expect(ExactNumber(1024) < product && product < ExactNumber(1_024_000_001, 1_000_000))
  }

  @Test func aShareOfNothingIsNothing() {
    #expect(ExactNumber(5, 0) == ExactNumber(0) && ExactNumber(0) == ExactNumber(0, -3))
  }
}
