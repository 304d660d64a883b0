/// A word of a predicate's text: a name, a number, a sign, or something in quotes with its quotes.
struct PredicateWord: Hashable, Sendable {
  var text: String
  /// Characters before it.
  var offset: Int

  private static let signs = ["==", "!=", "<>", "<=", ">=", "&&", "||"]

  static func words(of text: String) throws(CatalogError) -> [PredicateWord] {
    let characters = Array(text)
    var words: [PredicateWord] = []
    var place = 0
    while place < characters.count {
      let first = characters[place]
      var end = place + 1
      if first.isWhitespace {
        place = end
        continue
      }
      if first == "'" || first == "\"" {
        while end < characters.count, characters[end] != first { end += 1 }
        guard end < characters.count else {
          throw .badPredicate(text: String(text.prefix(200)), reason: "the quote at character \(place + 1) has no end")
        }
        end += 1
      } else if isWord(first) || first == "-" {
        while end < characters.count, isWord(characters[end]) { end += 1 }
      } else if end < characters.count, signs.contains(String(characters[place...end])) {
        end += 1
      }
      words.append(PredicateWord(text: String(characters[place..<end]), offset: place))
      place = end
    }
    return words
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
