/// Splits texts outside parentheses: a strategy in `peak(lru:budget=8MB)` has colons, commas and equals signs of its
/// own.
package enum Parentheses {
  /// Returns the places of characters outside parentheses, which are left out.
  package static func outside(_ text: some StringProtocol) -> [String.Index] {
    var depth = 0
    return text.indices.filter { index in
      switch text[index] {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      default: return depth == 0
      }
      return false
    }
  }

  /// Returns the parts between separators outside parentheses, empty ones included.
  package static func split(_ text: some StringProtocol, by separator: Character) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    for index in outside(text) where text[index] == separator {
      parts.append(String(text[start..<index]))
      start = text.index(after: index)
    }
    return parts + [String(text[start...])]
  }

  /// Returns the place of the last matching character outside parentheses.
  package static func last(in text: some StringProtocol, where isWanted: (Character) -> Bool) -> String.Index? {
    outside(text).last { isWanted(text[$0]) }
  }
}
