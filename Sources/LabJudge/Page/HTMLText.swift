import CacheLab

enum HTMLText {
  /// Returns JSON for a script element: without a `<`, which could end it.
  static func script(_ json: JSON) -> String { json.compactText.replacing(each: "<", with: "\\u003c") }

  /// Returns `text` as HTML in which the names of strategies break into lines between their parts only.
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

  /// Percent-encodes a text, except for ASCII letters, digits and the characters of `kept` (RFC 3986).
  static func encoded(_ text: String, keeping kept: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      if letter.isASCII && (letter.isLetter || letter.isNumber) || kept.contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
