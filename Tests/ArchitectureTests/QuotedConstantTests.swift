import FoundationEssentials
import Testing

/// A document, or the comment of a policy, that quotes a constant says whose it is, as in `BudgetPriority.hitWorth` 0.05 s,
/// and its value is that of the code.
@Suite struct QuotedConstantTests {
  /// What a text quotes: type, name and value.
  private static func quotes(_ text: String) -> [(type: String, name: String, value: String)] {
    text.matches(of: /`([A-Z]\w+)\.(\w+)`\s+([0-9][0-9.,]*[0-9]|[0-9])/).map {
      (String($0.output.1), String($0.output.2), $0.output.3.filter { $0 != "," })
    }
  }

  /// The value of a constant in the files of a type, from where it is declared on; nil where there is none of that name.
  private static func value(_ type: String, _ name: String, in files: [SourceFile]) -> String? {
    for file in files {
      let declared = file.declaredTypes.first { $0.name == type }?.line
      guard let first = file.name.hasPrefix("\(type)+") ? 0 : declared else { continue }
      for line in file.code[first...] where line.holds("static let \(name)") {
        guard let match = line.firstMatch(of: /static let (\w+)(?:: \w+)? = ([0-9][0-9._]*)/), match.output.1 == name
        else { continue }
        return match.output.2.filter { $0 != "_" }
      }
    }
    return nil
  }

  private static func complaints(_ text: String, _ files: [SourceFile]) -> [String] {
    quotes(text).compactMap { quote in
      let found = value(quote.type, quote.name, in: files)
      if let found, Double(found) == Double(quote.value) { return nil }
      return "`\(quote.type).\(quote.name)` is \(found ?? "nowhere"), not \(quote.value)"
    }
  }

  /// The files whose first comments are the rules of strategies.
  private static let policies = SourceTree.files.map(\.path).filter { $0.hasPrefix("Sources/Strategies/Policies/") }

  @Test(arguments: SourceTree.documents + policies) func quotedConstantsAreThoseOfTheCode(_ document: String) throws {
    let file = try String(contentsOfFile: "\(SourceTree.home)/\(document)", encoding: .utf8)
    let text = file.replacing("\n///", with: "\n")
    #expect(QuotedConstantTests.complaints(text, SourceTree.files) == [])
    if document == "docs/strategies.md" { #expect(QuotedConstantTests.quotes(text).count >= 3) }
  }

  @Test func aWrongOneIsFound() {
    let file = SourceFile(path: "Sources/Strategies/Policies/Ab+C.swift", text: "  private static let c = 1_000.5\n")
    #expect(QuotedConstantTests.complaints("at most `Ab.c` 1,000.5 s", [file]) == [])
    #expect(QuotedConstantTests.complaints("`Ab.c`\n  0.15 s", [file]) == ["`Ab.c` is 1000.5, not 0.15"])
    #expect(QuotedConstantTests.complaints("`Ab.d` 2", [file]) == ["`Ab.d` is nowhere, not 2"])
  }
}
