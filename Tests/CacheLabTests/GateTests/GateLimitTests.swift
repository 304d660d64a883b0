import CacheLab
import LabJudge
import StrategyKit
import Testing

@Suite struct GateLimitTests {
  @Test func aShareABudgetOrBoth() {
    #expect(GateLimit("3%|30MB", unit: .bytes)?.hard == ExactNumber(30_000_000))
    #expect(GateLimit("3%", unit: .bytes)?.hard == nil && GateLimit("30 MB", unit: .bytes)?.soft == nil)
    #expect(GateLimit("16MiB|2.5%", unit: .bytes)?.hard == ExactNumber(16_777_216))
    #expect(GateLimit("3", unit: .bytes)?.hard == ExactNumber(3), "a bare number is bytes")
    #expect(GateLimit("12ms", unit: .nanoseconds)?.hard == ExactNumber(12_000_000))
    #expect(GateLimit("1.5s", unit: .nanoseconds)?.hard == ExactNumber(1_500_000_000))
    #expect(GateLimit("250us", unit: .nanoseconds)?.hard == ExactNumber(250_000))
    #expect(GateLimit("0.05", unit: .ratio)?.hard == ExactNumber(5, 100))
    #expect(GateLimit("5pt", unit: .ratio)?.hard == ExactNumber(5, 100))
    #expect(GateLimit("40", unit: .count)?.hard == ExactNumber(40) && GateLimit("any", unit: .count)?.isAny == true)
    // Up to a hundredfold, and not a part beyond.
    #expect(GateLimit("9999.75%", unit: .bytes)?.soft == Rational(39_999, 400))
    #expect(GateLimit("10000%", unit: .bytes) != nil && GateLimit("10000.5%", unit: .bytes) == nil)
  }

  @Test func sharesAreInPercent() throws {
    let limits = try GateFixture.limits(#"{"latency": "2.5%", "instructions": "1%"}"#)
    #expect(limits.latency == Rational(25, 1000) && limits.instructions == Rational(1, 100))
    #expect(try GateFixture.limits(#"{"memory": "1000000000GB"}"#).memory == 1_000_000_000_000_000_000)
  }

  @Test(arguments: ["", "|", "3%|", "3%|4%", "30MB|40MB", "-3%", "nan%", "3 percent", "1e3MB", "30 Mb", "5000000%"])
  func whatIsNoLimitOfBytesIsRefused(text: String) { #expect(GateLimit(text, unit: .bytes) == nil) }

  @Test(arguments: [
    (#"{"limit": {}}"#, "did you mean \"limits\""), (#"{"limits": {"peak-bitmap-byte": "3%"}}"#, "peak-bitmap-bytes"),
    (#"{"limits": {"hits": "lots"}}"#, "3%|30MB"), (#"{"limits": 3}"#, "not an object"), (#"[]"#, "not a JSON object"),
    (#"{"memory": "1000000001GB"}"#, "amount of memory"), (#"{"memory": "much"}"#, "amount of memory"),
    (#"{"latency": "2"}"#, "share in percent"),
    (#"{"latency": "0%"}"#, "share in percent"), (#"{"policy": "strict"}"#, "no key \"policy\""),
    (#"{"latency": 5}"#, "share in percent"), (#"{"memory": 1048576}"#, "amount of memory"),
    (#"{"cells": "a b"}"#, "not an object"),
    (#"{"limits": {"decodes-p95": "any"}}"#, "no metric"), (#"{"limits": {"peak-breakdown": "any"}}"#, "no metric"),
    (#"{"cells": {"a b": {"hits": "?"}}}"#, "\"hits\": \"?\""),
  ]) func badFilesAreRefusedWithTheCure(text: String, cure: String) {
    let said = #expect(throws: InputError.self) { try GateFixture.limits(text) }?.description ?? ""
    #expect(said.contains("gate.json") && said.contains(cure), "\(said)")
  }

  /// Fractions whose products fit 128 bits, so that plain integers say what is right.
  private static let parts: [Int128] = [
    -7_000_000_007, -65_536, -3, -1, 0, 1, 2, 4_294_967_295, 4_294_967_296, 9_999_999_967,
  ]
  private static let wholes: [Int128] = [1, 3, 4_294_967_297, -5]

  @Test(arguments: parts, wholes) func productsAndOrderAreThoseOfFractions(_ part: Int128, _ whole: Int128) {
    let number = ExactNumber(part, whole)
    for other in GateLimitTests.parts {
      for below in GateLimitTests.wholes {
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
    #expect(ExactNumber(.max, 7) * ExactNumber(7, .max) == ExactNumber(1))
    let product = ExactNumber((1 << 120) + 1, (1 << 110) + 1) * ExactNumber(1_000_000_000_007, 1_000_000_000_000)
    #expect(ExactNumber(1024) < product && product < ExactNumber(1_024_000_001, 1_000_000))
  }

  @Test func aShareOfNothingIsNothing() {
    #expect(ExactNumber(5, 0) == ExactNumber(0) && ExactNumber(0) == ExactNumber(0, -3))
  }
}
