import ArgumentParser
import Testing

@testable import LabRunKit

/// Examples can be copied from a terminal of 80 columns.
@Suite struct HelpTests {
  static let commands = all(below: LabRun.self)

  private static func all(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { all(below: $0) }
  }

  @Test func noExampleIsBroken() {
    #expect(HelpTests.commands.count > 15, "the commands were found")
    for command in HelpTests.commands {
      let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      guard let head = lines.firstIndex(of: "EXAMPLES") else { continue }
      let examples = lines[(head + 1)...].prefix { $0.hasPrefix("  ") }
      #expect(!examples.isEmpty, "\(command)")
      let shown = command.helpMessage(columns: 80).split(separator: "\n")
      for example in examples {
        #expect(example.count <= 80 && shown.contains(example), "\(command): \(example)")
        // A line that goes on is broken by hand, so that it can be copied.
        let isHeading = example.hasSuffix(":")
        #expect(isHeading || example.contains("lab-run ") || example.contains("gnuplot "), "\(command): \(example)")
      }
      for words in DocumentCommandTests.commands(examples.joined(separator: "\n")) {
        #expect(throws: Never.self, "\(command): lab-run \(words.joined(separator: " "))") {
          _ = try LabRun.parseAsRoot(words)
        }
      }
    }
  }

  /// Where a command needs another kind of value, the name's own sense is the same.
  @Test func anOptionOfOneNameTakesOneKindOfValue() {
    var (kinds, longs): ([Substring: Set<Substring>], [Substring: Set<Substring>]) = ([:], [:])
    for command in HelpTests.commands {
      let help = command.helpMessage(columns: 200).split(separator: "\n").drop { !$0.hasPrefix("USAGE:") }
      for line in help where line.hasPrefix("  -") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(where: { $0.hasPrefix("--") }) else { continue }
        let value = words.dropFirst(place + 1).first
        kinds[words[place], default: []].insert(value?.hasPrefix("<") == true ? value ?? "" : "")
        if place == 1 { longs[words[0], default: []].insert(words[place]) }
      }
    }
    #expect(kinds.count > 50 && longs.count > 4, "the options were found")
    // A file or a folder; one budget or several.
    let several: Set<Substring> = ["--out", "--budget"]
    let unlike = kinds.filter { $0.value.count > 1 && !several.contains($0.key) }
    #expect(unlike.isEmpty)
    #expect(longs.allSatisfy { $0.value.count == 1 }, "\(longs)")
  }

  @Test func whatIsWrittenIsNeverNamedByItsPlaceAlone() {
    for command in HelpTests.commands {
      let places = command.helpMessage(columns: 200).split(separator: "\n").filter { $0.hasPrefix("  <") }
      for place in places { #expect(!place.lowercased().contains("to write"), "\(command): \(place)") }
    }
  }

  @Test func noLineOfAHelpIsBrokenByTheTerminal() {
    for command in HelpTests.commands {
      let shown = Set(command.helpMessage(columns: 80).split(separator: "\n"))
      for line in command.configuration.discussion.split(separator: "\n") {
        #expect(shown.contains(line), "\(command): break this line by hand: \(line)")
      }
      // The parser does not break its usage line.
      for line in shown where !line.hasPrefix("USAGE:") { #expect(line.count <= 80, "\(command): \(line)") }
    }
  }

  @Test func whatWritesAFileOrFolderTakesItBothWays() {
    var count = 0
    for command in HelpTests.commands {
      let options = command.helpMessage(columns: 200).split(separator: "\n").filter { $0.hasPrefix("  -") }
      for option in options where option.contains("--out ") || option.contains("--out,") {
        #expect(option.hasPrefix("  -o, --out"), "\(command): \(option)")
        count += 1
      }
    }
    #expect(count > 3, "options were found")
  }
}
