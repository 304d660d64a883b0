import LabBase

/// Text made safe for a page.
enum HTMLText {
  /// For element content and for attributes between either kind of quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON that may stand in a script element: no `<` is left that could end it.
  static func script(_ json: JSON) -> String { json.compactText.replacing("<", with: "\\u003c") }

  /// For Markdown, in a table's cell too: nothing of the text is read as a mark.
  static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Percent-encoded but for letters of ASCII, digits and what is `kept` (RFC 3986).
  static func encoded(_ text: String, keeping kept: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      if letter.isASCII && (letter.isLetter || letter.isNumber) || kept.contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
