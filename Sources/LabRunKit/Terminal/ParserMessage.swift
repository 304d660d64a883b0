import StrategyKit

/// The argument parser's words for a bad command line, in the form of the lab's own messages: what was given, what is
/// wrong with it, and the cure. Lines of help and usage below stay as they are.
struct ParserMessage: CustomStringConvertible {
  let description: String

  /// - Parameter text: The parser's full message, with or without its label.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var first = lines.removeFirst()
    if first.hasPrefix("Error: ") { first.removeFirst("Error: ".count) }
    var choices: [String] = []
    while let line = lines.first, line.hasPrefix("  - ") {
      choices.append(String(line.dropFirst(4)))
      lines.removeFirst()
    }
    description = ([ParserMessage.sentence(first, choices)] + lines).joined(separator: "\n")
  }

  private static func sentence(_ text: String, _ listed: [String]) -> String {
    // Odd ones stand between quotation marks, which a value may hold too: only texts of the expected form are changed.
    let parts = text.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    if text.hasPrefix("Unknown option '"), parts.count == 5, parts[2] == ". Did you mean " {
      return "unknown option '\(parts[1])': did you mean '\(parts[3])'?"
    }
    if text.hasPrefix("Missing value for '"), parts.count == 3 {
      return "'\(parts[1])' has no value: write one behind it"
    }
    if text.hasPrefix("Missing expected argument '"), parts.count == 3 {
      return "'\(parts[1])' is missing: give it behind the command"
    }
    if text.hasPrefix("Unexpected argument '"), parts.count == 3 {
      return "unexpected argument '\(parts[1])': leave it out, or put its option before it"
    }
    if text.hasPrefix("The value '"), parts.count >= 5, parts[2] == " is invalid for " {
      return value(parts[1], of: parts[3], parts[4...].joined(separator: "'"), listed)
    }
    // A second capital is a name's: `JSON`.
    let isWord = text.dropFirst().first?.isLowercase == true
    return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
  }

  /// - Parameters:
  ///   - place: As the parser writes it, `--speed <x>` or `<topic>`.
  ///   - rest: What the parser says behind it.
  private static func value(_ value: String, of place: String, _ rest: String, _ listed: [String]) -> String {
    let isOption = place.hasPrefix("-")
    let name = isOption ? String(place.prefix { $0 != " " }) : place.filter { $0 != "<" && $0 != ">" }
    if rest.hasPrefix(": ") { return isOption ? "\(name) \(value)\(rest)" : "\(name) '\(value)'\(rest)" }
    var choices = listed
    if choices.isEmpty && rest.hasPrefix(". Please provide one of ") {
      let words = rest.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
      choices = words.indices.filter { $0 % 2 == 1 }.map { words[$0] }
    }
    let what = isOption ? "'\(value)' is no value for \(name)" : "'\(value)' is no \(name)"
    return choices.isEmpty ? what : "\(what): \(hint(for: value, among: choices))"
  }
}
