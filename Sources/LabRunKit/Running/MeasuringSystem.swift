/// Where runs can be measured: memory and page accounting are Linux's. Everything else works elsewhere too.
enum MeasuringSystem {
  /// - Throws: one sentence with the command that measures in a container, anywhere but on Linux.
  static func check() throws {
    #if !os(Linux)
      throw LabError(refusal(of: Array(CommandLine.arguments.dropFirst())))
    #endif
  }

  /// What a person is told whose system cannot measure.
  static func refusal(of words: [String]) -> String {
    "measuring needs Linux; --decode none counts here, and a container measures: "
      + "docker build -t cachelab . && docker run --rm cachelab \(words.map(quoted).joined(separator: " "))"
  }

  /// A word as a shell reads it back.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@".contains($0)) }
    return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
