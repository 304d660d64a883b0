import Foundation
import Testing

@testable import CacheLab

@Suite struct ExactMathTests {
  @Test func expAgreesWithTheCLibrary() {
    for step in -6900...6900 {
      let x = Double(step) / 10 + 0.037
      let (found, expected) = (ExactMath.exp(x), Foundation.exp(x))
      #expect((found / expected - 1).magnitude < 1e-15, "exp(\(x))")
    }
  }

  @Test func logAgreesWithTheCLibrary() {
    for step in 1...20_000 {
      for x in [Double(step) / 10_000, Double(step) / 7, Double(step) * 1e6] {
        #expect(
          (ExactMath.log(x) - Foundation.log(x)).magnitude <= 4e-16 * max(1, Foundation.log(x).magnitude), "log(\(x))")
      }
    }
  }

  @Test func powIsExpOfLog() {
    #expect((ExactMath.pow(2, 10) - 1024).magnitude < 1e-10)
    #expect((ExactMath.pow(5000, 1.967) / Foundation.pow(5000, 1.967) - 1).magnitude < 1e-14)
    #expect(ExactMath.exp(0) == 1 && ExactMath.log(1) == 0)
  }
}
