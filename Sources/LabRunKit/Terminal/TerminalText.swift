import LabBase

/// Text made safe for whoever shows it: a terminal, or the log of a build service.
enum TerminalText {
  /// - Parameters:
  ///   - isStyled: Escape sequences stay: they are the lab's own.
  ///   - isInGitHub: Lines that GitHub Actions would take for commands, `::error::`, no longer begin like one.
  static func safe(_ text: String, isStyled: Bool, isInGitHub: Bool) -> String {
    let text =
      isStyled
      ? text.split(separator: "\u{1B}", omittingEmptySubsequences: false).map { String($0).visibleLines }
        .joined(separator: "\u{1B}") : text.visibleLines
    return isInGitHub ? withoutCommands(text) : text
  }

  /// Commands begin a line, spaces before them do not matter; those of the older kind may stand anywhere.
  private static func withoutCommands(_ text: String) -> String {
    guard text.contains("::") || text.contains("##[") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.prefix { $0.isWhitespace }
      let rest = line.dropFirst(start.count)
      let plain = rest.hasPrefix("::") ? start + "\\u003a" + rest.dropFirst() : String(line)
      return plain.replacing("##[", with: "#\\u0023[")
    }.joined(separator: "\n")
  }
}
