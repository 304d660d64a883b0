import LabBase

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
      + "docker build -t cachelab . && docker run --rm cachelab \(ShellWords.line(words))"
  }
}
