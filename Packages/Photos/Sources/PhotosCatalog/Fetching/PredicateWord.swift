/// A word of a predicate's text: a name, a number, a sign, a placeholder or a quoted text.
struct PredicateWord {
  enum Kind: Hashable {
    case plain
    case quoted
    /// The placeholder of the argument with this number.
    case argument(Int)
  }

  var text: String
  var kind = Kind.plain
  var offset: Int

  private static let signs = ["==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||"]
  /// The conversions of numbers; `%@` is any value and `%K` a key.
  private static let conversions = [
    "@", "K", "d", "D", "i", "u", "U", "f", "g", "e", "x", "hd", "ld", "li", "lu", "lld", "lli", "llu", "lf", "qi",
    "qu",
    "zd", "zu",
  ]

  static func words(of text: String) throws(CatalogError) -> [PredicateWord] {
    let bytes = Array(text.utf8)
    var words: [PredicateWord] = []
    var (place, arguments) = (0, 0)
    func failure(_ reason: String) -> CatalogError { .badPredicate(text: String(text.prefix(200)), reason: reason) }
    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while place < bytes.count {
      let first = bytes[place]
      var (end, kind) = (place + 1, Kind.plain)
      if first <= UInt8(ascii: " ") {
        place = end
        continue
      }
      if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
        while end < bytes.count, bytes[end] != first { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.count else { throw failure("the quote at character \(place + 1) has no end") }
        words.append(PredicateWord(text: unescaped(slice(place + 1..<end)), kind: .quoted, offset: place))
        place = end + 1
        continue
      } else if first == UInt8(ascii: "%") {
        while end < bytes.count, isWord(bytes[end]) || bytes[end] == UInt8(ascii: "@") { end += 1 }
        guard conversions.contains(slice(place + 1..<end)) else {
          throw failure("'\(slice(place..<end))' at character \(place + 1) is no place for an argument")
        }
        kind = .argument(arguments)
        arguments += 1
      } else if isWord(first) || isNumberStart(bytes, place) {
        while end < bytes.count, isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") || isExponent(bytes, end) {
          end += 1
        }
      } else if end < bytes.count, signs.contains(slice(place..<end + 1)) {
        end += 1
      }
      words.append(PredicateWord(text: slice(place..<end), kind: kind, offset: place))
      place = end
    }
    return words
  }

  private static func unescaped(_ text: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  /// Returns true for a letter, a digit, an underscore and any byte beyond ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 32) >= UInt8(ascii: "a") && (byte | 32) <= UInt8(ascii: "z") || byte >= 128
      || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

  private static func isNumberStart(_ bytes: [UInt8], _ place: Int) -> Bool {
    let isDot = bytes[place] == UInt8(ascii: ".")
    guard isDot || isSign(bytes[place]), place + 1 < bytes.count else { return false }
    return isDigit(bytes[place + 1]) || !isDot && bytes[place + 1] == UInt8(ascii: ".")
  }

  /// Returns true for the sign of an exponent, as in `1e-3`.
  private static func isExponent(_ bytes: [UInt8], _ place: Int) -> Bool {
    place > 1 && isSign(bytes[place]) && bytes[place - 1] | 32 == UInt8(ascii: "e") && isDigit(bytes[place - 2])
  }
}
