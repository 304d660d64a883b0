/// Formats numbers and texts as in a trace.
package enum TraceText {
  /// Returns `value` / 10^`decimals` without needless zeros: 16700 with 3 is `16.7`.
  package static func decimal(_ value: Int64, decimals: Int) -> String {
    var digits = Array(String(value.magnitude).utf8)
    if digits.count <= decimals {
      digits.insert(contentsOf: Array(repeating: UInt8(ascii: "0"), count: decimals + 1 - digits.count), at: 0)
    }
    var fraction = digits.suffix(decimals)
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    var text = value < 0 ? [UInt8(ascii: "-")] : []
    text += digits.dropLast(decimals)
    if !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns nanoseconds as milliseconds.
  package static func milliseconds(_ time: Int64) -> String { decimal(time, decimals: 6) }

  /// Returns a JSON string with its quotes.
  package static func quoted(_ text: String) -> String {
    // Most texts need nothing: long ones are packed numbers.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) { return "\"" + text + "\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.isUnseen: result += "\\u" + NumberText.hexadecimal(UInt64(scalar.value), digits: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
