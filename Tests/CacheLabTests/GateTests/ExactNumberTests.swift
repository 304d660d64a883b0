import LabJudge
import Testing

@Suite struct ExactNumberTests {
  /// Fractions whose sums and products fit 128 bits, so that plain integers say what is right.
  private static let parts: [Int128] = [
    -7_000_000_007, -65_536, -3, -1, 0, 1, 2, 4_294_967_295, 4_294_967_296, 9_999_999_967,
  ]
  private static let wholes: [Int128] = [1, 3, 4_294_967_297, -5]

  @Test(arguments: parts, wholes) func sumsProductsAndOrderAreThoseOfFractions(_ part: Int128, _ whole: Int128) {
    let number = ExactNumber(part, whole)
    for other in ExactNumberTests.parts {
      for below in ExactNumberTests.wholes {
        let right = ExactNumber(other, below)
        let (one, two) = (part * below, other * whole)
        #expect(number + right == ExactNumber(one + two, whole * below))
        #expect(number - right == ExactNumber(one - two, whole * below))
        #expect((number < right) == ((whole * below > 0) == (one < two) && one != two))
        #expect((number == right) == (one == two))
      }
      #expect(number * ExactNumber(other) == ExactNumber(part * other, whole))
    }
  }

  @Test func nothingIsTooLarge() {
    let (most, least) = (ExactNumber(.max), ExactNumber(.min))
    #expect(most * most < most * most + ExactNumber(1, .max))
    #expect(least < most && -least > most && (least * least * least).magnitude == -(least * least * least))
    #expect(most * least - least * most == ExactNumber(0))
    #expect(ExactNumber(.max - 1, .max) < ExactNumber(1))
    #expect(ExactNumber(.min, .min) == ExactNumber(1))
  }

  @Test func aShareOfNothingIsNothing() {
    #expect(ExactNumber(5, 0) == ExactNumber(0) && -ExactNumber(0) == ExactNumber(0, -3))
  }
}
