import Testing

@testable import StrategyKit
@testable import CacheLab

@Suite struct DecimalNumberTests {
  static func read(_ text: String, decimals: Int) throws -> Int64? {
    var reader = JSONReader(Array(text.utf8))
    let number = try reader.decimal()
    try reader.expectEnd()
    return CacheLab.TraceText.scaled(number, decimals: decimals)
  }

  /// round half away from zero of digits x 10^shift, in 128 bits.
  static func expected(_ digits: Int128, _ shift: Int) -> Int64? {
    var power: Int128 = 1
    for _ in 0..<abs(shift) { power *= 10 }
    if shift >= 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: power)
      return overflow ? nil : Int64(exactly: product)
    }
    let magnitude = (digits.magnitude + power.magnitude / 2) / power.magnitude
    return Int64(exactly: digits < 0 ? -Int128(magnitude) : Int128(magnitude))
  }

  @Test(arguments: 1...20)
  func agreesWithExactArithmetic(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var digits = Int128(random.next(below: 10))
      let length = random.next(below: 30)
      for _ in 0..<length { digits = digits * 10 + Int128(random.chance(30) ? 9 : random.next(below: 10)) }
      let written = String(digits)
      let fraction = random.next(below: written.count)
      var text = fraction == 0 ? written : "\(written.dropLast(fraction)).\(written.suffix(fraction))"
      let exponent = random.chance(50) ? 0 : random.next(in: -20...8)
      if exponent != 0 { text += "e\(exponent)" }
      if random.chance(50) {
        text = "-" + text
        digits = -digits
      }
      let decimals = [0, 3, 6][random.next(below: 3)]
      // The denominator of 128 bits has 38 digits.
      let shift = exponent - fraction + decimals
      if shift < -37 { continue }
      let found = try DecimalNumberTests.read(text, decimals: decimals)
      let expected = DecimalNumberTests.expected(digits, shift)
      if expected == .min { continue }
      #expect(found == expected, "seed \(seed): \(text), \(decimals) decimals")
    }
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775807", -Int64.max), ("9223372036854775808", nil),
    ("9223372036854775807.4999999", Int64.max), ("9223372036854775807.5", nil), ("18446744073709551615", nil),
    ("1844674407370955161.5", 1_844_674_407_370_955_162), ("1844674407370955161.49", 1_844_674_407_370_955_161),
    ("184467440737095516159e-1", nil), ("1e19", nil), ("1e18", 1_000_000_000_000_000_000), ("1e-19", 0),
    ("5e-1", 1), ("4.99999999999999999999999999999e-1", 0), ("0.000000000000000000000000000000000000001e39", 1),
    ("99999999999999999999e-19", 10), ("1e99999999999999999999999", nil), ("0e99999999999999999999999", 0),
  ])
  func roundsAndRefusesAtTheEdges(_ text: String, _ value: Int64?) throws {
    #expect(try DecimalNumberTests.read(text, decimals: 0) == value)
  }
}
