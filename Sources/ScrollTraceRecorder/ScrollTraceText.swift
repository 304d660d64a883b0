/// Numbers and texts as a trace writes them.
enum ScrollTraceText {
  /// Rounded; what is too large to be a length is cut.
  static func thousandths(_ value: Double) -> Int64 {
    Int64((min(max(value, -1e9), 1e9) * 1000).rounded())
  }

  /// Thousandths with at most three decimals: 16700 is `16.7`.
  static func decimal(_ thousandths: Int64) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    guard rest != 0 else { return "\(sign)\(whole)" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  static func decimal(_ value: Double) -> String { decimal(thousandths(value.isFinite ? value : 0)) }

  /// `[top, left, bottom, right]` of what lies before the first row and behind the last one.
  static func insets(_ before: Double, _ behind: Double, sideways: Bool) -> String {
    sideways ? "[0,\(decimal(before)),0,\(decimal(behind))]" : "[\(decimal(before)),0,\(decimal(behind)),0]"
  }

  /// A JSON string with its quotes, cut to so many characters; control characters become spaces.
  static func quoted(_ text: String, limit: Int = 200) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
