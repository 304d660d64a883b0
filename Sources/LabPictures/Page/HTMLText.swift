import LabBase

/// Text made safe for a page.
enum HTMLText {
  private static let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
  private static let inMarkup = entities.merging(["\"": "&quot;", "'": "&#39;", "\n": "\n", "\t": "\t"]) { $1 }
  private static let inMarkdown = "\\`*_[]|~#".unicodeScalars.reduce(into: entities) { $0[$1] = "\\\($1)" }

  /// For element content and for attributes between either kind of quotes.
  static func escaped(_ text: String) -> String { written(text, inMarkup, control: "\u{FFFD}") }

  /// For Markdown, in a table's cell too: nothing of the text is read as a mark.
  static func markdown(_ text: String) -> String { written(text, inMarkdown, control: " ") }

  private static func written(_ text: String, _ words: [Unicode.Scalar: String], control: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result += words[scalar] ?? (scalar.value < 0x20 || scalar.value == 0x7F ? control : String(scalar))
    }
  }

  /// JSON that may stand in a script element: no `<` is left that could end it.
  static func script(_ json: JSON) -> String { json.compactText.replacing("<", with: "\\u003c") }

  /// Percent-encoded but for letters of ASCII, digits and what is `kept` (RFC 3986).
  static func encoded(_ text: String, keeping kept: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      if letter.isASCII && (letter.isLetter || letter.isNumber) || kept.contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
