import CacheLab
import StrategyKit
import Testing

/// What stands for `Int128` where an app counts.
@Suite struct WideSumTests {
  private static let numbers: [Int64] = [0, 1, -1, 999_999_937, 1 << 32, -(1 << 40), .max, .min + 1, .min]

  @Test(arguments: numbers, numbers) func sumsAreThoseOf128Bits(_ value: Int64, _ factor: Int64) {
    var sum: WideSum = 0
    var exact: Int128 = 0
    for start in WideSumTests.numbers {
      sum.add(value, times: factor)
      sum = sum - WideSum(start)
      exact &+= Int128(value) * Int128(factor) &- Int128(start)
      #expect(Int128(sum) == exact)
      #expect((sum < WideSum(start)) == (exact < Int128(start)))
      #expect(sum.divided(by: 1_000_000) == min(max(exact / 1_000_000, -Int128(Int64.max)), Int128(Int64.max)))
      #expect(abs(Double(sum) - Double(exact)) <= Double(exact).magnitude.ulp)
    }
  }

  @Test(arguments: numbers, numbers) func aNumberTimesAFractionIsClamped(_ value: Int64, _ factor: Int64) {
    for divisor in WideSumTests.numbers where divisor > 0 {
      let exact = Int128(value) * Int128(factor) / Int128(divisor)
      #expect(value.scaled(by: factor, over: divisor) == min(max(exact, -Int128(Int64.max)), Int128(Int64.max)))
    }
  }
}
