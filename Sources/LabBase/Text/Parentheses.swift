/// What stands outside parentheses: a strategy in `peak(lru:budget=8MB)` has colons, commas and equals signs of its own.
package enum Parentheses {
  /// The places of characters outside parentheses, these left out.
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

  /// The parts between separators outside parentheses, empty ones among them.
  package static func split(_ text: some StringProtocol, by separator: Character) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    for index in outside(text) where text[index] == separator {
      parts.append(String(text[start..<index]))
      start = text.index(after: index)
    }
    return parts + [String(text[start...])]
  }

  /// The last character outside parentheses that is wanted.
  package static func last(in text: some StringProtocol, where isWanted: (Character) -> Bool) -> String.Index? {
    outside(text).last { isWanted(text[$0]) }
  }
}
