import LabBase

/// Text made safe for a script or an address in a page.
enum HTMLText {
  /// JSON that may stand in a script element: no `<` is left that could end it.
  static func script(_ json: JSON) -> String { json.compactText.replacing(each: "<", with: "\\u003c") }

  /// Text with the names of strategies in it, which may go on in another line where their parts begin, and not within a
  /// word.
  static func name(_ text: String) -> String {
    var parts = [""]
    var last: Character?
    for character in text {
      if character == "+" || (last == ":" || last == ",") && character.isLetter { parts.append("") }
      parts[parts.count - 1].append(character)
      last = character
    }
    return parts.map(Markup.escaped).joined(separator: "<wbr>")
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
