/// A command line as a person could paste it into a shell.
public enum ShellWords {
  /// Words joined, each quoted where it has to be.
  public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        let letter = Character(Unicode.Scalar(byte))
        return letter.isASCII && (letter.isLetter || letter.isNumber) || "-_=:,./+@%".contains(letter)
      }
    return isPlain ? word : "'" + word.replacing(each: "'", with: "'\\''") + "'"
  }
}
