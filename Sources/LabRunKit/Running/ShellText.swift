/// Command lines as texts.
enum ShellText {
  /// Words as a shell takes them.
  static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// A word as a shell reads it back.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@".contains($0)) }
    return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
