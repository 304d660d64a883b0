import ArgumentParser
import StrategyKit

/// A word that stands where a command's name belongs and is none.
///
/// The parser hands such a word to the default command, which then complains of what comes behind it.
struct UnknownCommand: CustomStringConvertible {
  let description: String

  /// Nil where the words name a command, or need none.
  ///
  /// - Parameter words: The command line, without the program.
  init?(in words: [String], of root: any ParsableCommand.Type, registry: StrategyRegistry) {
    var (command, path) = (root, [root._commandName])
    for word in words {
      let commands = command.configuration.subcommands
      if commands.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
      if let next = commands.first(where: { $0._commandName == word }) {
        (command, path) = (next, path + [word])
        continue
      }
      // Below the root a default command may take a file.
      if path.count > 1 && command.configuration.defaultSubcommand != nil { return nil }
      let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
      let isStrategy = path.count == 1 && (try? StrategySpec(word, registry: registry)) != nil
      let cure = isStrategy ? "did you mean '--strategy \(word)'?" : hint(for: word, among: names)
      description = "'\(path.joined(separator: " "))' has no command '\(word)': \(cure)"
      return
    }
    return nil
  }
}
