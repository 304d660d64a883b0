/// A decimal number as it is written: digits x 10^exponent, exact.
package struct DecimalNumber: Sendable {
  package var isNegative = false
  /// The first 19 digits or so, leading zeros left out.
  private(set) var digits: UInt64 = 0
  var exponent = 0
  /// True if digits were cut off of which the first was 5 or more.
  private var isCutAtHalf = false
  private var isCut = false

  package init() {}

  /// Creates the number that a JSON number says.
  init(_ text: Substring.UTF8View) {
    var isFraction = false
    for (place, byte) in zip(text.indices, text) {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // Far beyond any line's digits, and far from overflow.
        let written = text[text.index(after: place)...]
        let digits = written.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        let magnitude = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 100_000) }
        exponent += written.first == UInt8(ascii: "-") ? -magnitude : magnitude
        return
      default: append(byte - UInt8(ascii: "0"), fraction: isFraction)
      }
    }
  }

  /// Takes the next digit, which is cut off if there is no room.
  package mutating func append(_ digit: UInt8, fraction: Bool) {
    if !isCut && digits <= (UInt64.max - 9) / 10 {
      digits = digits * 10 + UInt64(digit)
      if fraction { exponent -= 1 }
      return
    }
    if !isCut { isCutAtHalf = digit >= 5 }
    isCut = true
    if !fraction { exponent += 1 }
  }

  /// Returns the number times 10^`decimals`, rounded half away from zero; nil if it does not fit 63 bits.
  package func scaled(decimals: Int) -> Int64? {
    if digits == 0 { return 0 }
    var shift = exponent + decimals
    var value = digits
    if shift >= 0 {
      guard shift < 19 else { return nil }
      // Cut digits that would count now lie beyond 64 bits; the one after the point rounds.
      guard !isCut || shift == 0 else { return nil }
      while shift > 0 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
        shift -= 1
      }
      if isCutAtHalf { value += 1 }
    } else {
      guard shift >= -19 else { return 0 }
      var divisor: UInt64 = 1
      for _ in 0..<(-shift) { divisor *= 10 }
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      value = remainder >= divisor / 2 ? quotient + 1 : quotient
    }
    guard value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }
}
