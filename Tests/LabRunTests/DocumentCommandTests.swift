import ArgumentParser
import FoundationEssentials
import Testing

@testable import LabRunKit

/// What documents tell people to type is understood, and options that they name exist.
@Suite struct DocumentCommandTests {
  /// Every document of the checkout; hidden folders and what `lab-run report` leaves in the first one are left out.
  static let documents: [String] = {
    let files = FileManager.default
    let paths = ((try? files.contentsOfDirectory(atPath: Tool.home)) ?? []).flatMap { name in
      name.hasPrefix(".")
        ? [] : [name] + ((try? files.subpathsOfDirectory(atPath: Tool.home + "/" + name)) ?? []).map { "\(name)/\($0)" }
    }
    return paths.filter { $0.hasSuffix(".md") && !$0.contains("/.") && $0 != "report.md" }.sorted()
  }()

  private static func text(_ document: String) throws -> String {
    try String(contentsOfFile: Tool.home + "/" + document, encoding: .utf8)
  }

  /// Command lines of `lab-run` in a document: indented or fenced lines, and code within a line. Words in capitals and
  /// `...` stand for something, so lines that hold them are left out.
  static func commands(_ text: String) -> [[String]] {
    var lines: [String] = []
    var open = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line.drop { $0 == " " }
      if line.hasPrefix("$ ") { line = line.dropFirst(2) }
      if !open.isEmpty || line.hasPrefix("lab-run ") {
        let goesOn = line.hasSuffix("\\")
        open += (goesOn ? line.dropLast() : line) + " "
        if !goesOn {
          lines.append(open)
          open = ""
        }
      } else {
        lines += line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("lab-run ") }.map { String($0.element) }
      }
    }
    return lines.map(words).filter { words in
      // A command alone is a name in a sentence, and `--cloud` without a value too.
      words.contains { !$0.hasPrefix("-") && !isName($0) } && !words.contains { isPlaceholder($0) }
    }
  }

  private static func isName(_ word: String) -> Bool {
    HelpTests.commands.contains { $0._commandName == word || $0.configuration.commandName == word }
  }

  /// DIR, FILE, N, $style, a|b or ...: a word that stands for another.
  private static func isPlaceholder(_ word: String) -> Bool {
    word.contains("...") || word.contains { "[<…$|".contains($0) }
      || (!word.isEmpty && word.allSatisfy { ("A"..."Z").contains($0) })
  }

  /// The words of the first command of a line, without the program, as a shell takes them.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else if word == nil && "#|>&;".contains(character) {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return Array(words.dropFirst())
  }

  @Test(arguments: documents) func commandsParse(_ document: String) throws {
    for words in DocumentCommandTests.commands(try DocumentCommandTests.text(document)) {
      #expect(throws: Never.self, "\(document): lab-run \(words.joined(separator: " "))") {
        _ = try LabRun.parseAsRoot(words)
      }
    }
  }

  @Test func wrongOnesAreFound() throws {
    let text = """
      Type `lab-run --strateggy none`.

          lab-run -s 'a b' -t zoom \\
            --quiet  # why
          lab-run gate FILE
      """
    let commands = DocumentCommandTests.commands(text)
    #expect(commands == [["--strateggy", "none"], ["-s", "a b", "-t", "zoom", "--quiet"]])
    #expect(throws: (any Error).self) { _ = try LabRun.parseAsRoot(commands[0]) }
  }

  @Test func thereAreMany() throws {
    var count = 0
    for document in DocumentCommandTests.documents {
      count += DocumentCommandTests.commands(try DocumentCommandTests.text(document)).count
    }
    #expect(count > 50)
    #expect(DocumentCommandTests.documents.contains("docs/unseen.md"))
  }
}
