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
    #expect(HelpTests.commands.count > 30, "the commands were found")
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
    }
  }

  @Test func whatWritesAFileOrFolderTakesItBothWays() {
    for command in HelpTests.commands {
      let options = command.helpMessage(columns: 200).split(separator: "\n").filter { $0.hasPrefix("  -") }
      for option in options where option.contains("--out ") || option.contains("--out,") {
        #expect(option.hasPrefix("  -o, --out"), "\(command): \(option)")
      }
    }
  }
}
