package enum TraceText {
  /// Returns a number as JSON writes it times 10^`decimals`, rounded half away from zero; nil if it does not fit 63 bits.
  package static func scaled(_ number: String, decimals: Int) -> Int64? {
    let parts = number.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let places = parts[0].split(separator: UInt8(ascii: ".")).map { $0.drop { $0 == UInt8(ascii: "-") } }
    let fraction = places.count > 1 ? places[1] : places[0].suffix(0)
    let digits = (Array(places[0]) + fraction).drop { $0 == UInt8(ascii: "0") }
    if digits.isEmpty { return 0 }
    var shift = decimals - fraction.count
    if parts.count > 1 {
      let exponent = parts[1].drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      // Far beyond any line's digits, and far from overflow.
      let magnitude = exponent.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 10_000_000) }
      shift += parts[1].first == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    guard digits.count + shift <= 19 else { return nil }
    let kept = digits.prefix(max(0, digits.count + shift))
    var value = kept.reduce(0 as UInt64) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    for _ in 0..<max(0, shift) { value *= 10 }
    if digits.count + shift >= 0, kept.count < digits.count, digits[kept.endIndex] >= UInt8(ascii: "5") { value += 1 }
    guard value <= UInt64(Int64.max) else { return nil }
    return number.utf8.first == UInt8(ascii: "-") ? -Int64(value) : Int64(value)
  }

  package static func milliseconds(_ time: Int64) -> String { time.decimal(over: 1_000_000) }

  package static func quoted(_ text: String) -> String {
    // Most texts need nothing: long ones are packed numbers.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) { return "\"" + text + "\"" }
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      default: scalar.isUnseen ? scalar.escape : nil
      }
    }
    return "\"\(escaped)\""
  }
}
