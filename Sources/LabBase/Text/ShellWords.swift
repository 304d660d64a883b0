/// A command line as a person could paste it into a shell.
public enum ShellWords {
  /// Words joined, each quoted where it has to be.
  public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// An option with its value; in one word where the value begins with a dash, which would be another option.
  public static func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["--\(name)=\(value)"] : ["--\(name)", value]
  }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "=", ":", ",", ".", "/", "+", "@", "%": true
        default: false
        }
      }
    return isPlain ? word : "'" + word.replacing(each: "'", with: "'\\''") + "'"
  }
}

/// Names in a sentence.
package enum NameList {
  /// `lru`, `lru and arc`, `lru, sieve and arc`; of many the first and how many more.
  ///
  /// - Parameters:
  ///   - most: Names that the sentence holds.
  ///   - first: Those that it names where there are more.
  package static func text(_ names: [String], most: Int = 8, first: Int = 3, rest: String = "others") -> String {
    let shown = names.count > most ? names.prefix(first) + ["\(names.count - first) \(rest)"] : names[...]
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
