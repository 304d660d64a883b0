/// A command line as a person could paste it into a shell.
public enum ShellWords {
  /// Words joined, each quoted where it has to be.
  public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

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
