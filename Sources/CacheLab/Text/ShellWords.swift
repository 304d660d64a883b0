/// A command line that can be pasted into a shell.
public enum ShellWords {
  /// Joins words, each quoted if necessary.
  public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// Returns an option with its value, in one word if the value begins with a dash, which would be another option.
  public static func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["--\(name)=\(value)"] : ["--\(name)", value]
  }

  private static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: { $0.isUnseen }) {
      return "$'" + word.replacingScalars(escaped) + "'"
    }
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_=:,./+@%".contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing(each: "'", with: "'\\''") + "'"
  }

  /// Returns a scalar for use between `$'` and `'`, where bash and zsh read escapes: an invisible one is written byte
  /// by byte in octal, so that a line remains one.
  private static func escaped(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "'", "\\": "\\\(scalar)"
    case _ where scalar.isUnseen:
      String(scalar).utf8.map { "\\" + NumberText.padded($0, digits: 3, radix: 8) }.joined()
    default: nil
    }
  }
}

package enum NameList {
  /// Returns `lru`, `lru and arc`, `lru, sieve and arc`; of more than `most` the `first` ones and the number of others.
  package static func text(_ names: [String], most: Int = 8, first: Int = 3, rest: String = "others") -> String {
    let shown = names.count > most ? names.prefix(first) + ["\(names.count - first) \(rest)"] : names[...]
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
