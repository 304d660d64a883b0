import FoundationEssentials
import Testing

/// About 100 lines a file; past 400, or a function past 60, it is two things.
@Suite struct SizeTests {
  static func violations(_ files: [SourceFile]) -> [String] {
    files.flatMap { file in
      var found = functions(in: file).filter { $0.length > 60 }.map {
        "\(file.place($0.line)): a function of \($0.length) lines: past 60 it is two things"
      }
      if file.lines.count > 401 { found.append("\(file.path): \(file.lines.count) lines: past 400 it is two things") }
      return found
    }
  }

  /// Functions and initializers by their indentation: the first line that closes at the same depth ends one.
  private static func functions(in file: SourceFile) -> [(line: Int, length: Int)] {
    file.code.enumerated().compactMap { index, line in
      guard line.holds("func ") || line.holds("init"),
        line.firstMatch(of: /^\s*([\w@()]+ )*(func \S+|init[(<?])/) != nil
      else { return nil }
      // A protocol's requirement has no body.
      guard let body = file.code[index...].first(where: { $0.holds("{") || $0.allSatisfy(\.isWhitespace) }),
        body.holds("{")
      else { return nil }
      // One line opens and closes it.
      if body.count(where: { $0 == "{" }) == body.count(where: { $0 == "}" }) { return nil }
      let indentation = line.prefix { $0 == " " }
      let end = file.code[index...].firstIndex { $0 == indentation + "}" || $0.hasPrefix(indentation + "} ") }
      return end.map { (index, $0 - index + 1) }
    }
  }

  @Test func filesAndFunctionsAreShort() { #expect(SizeTests.violations(SourceTree.files) == []) }

  @Test func whatIsTooLongIsFound() {
    let body = String(repeating: "    work()\n", count: 400)
    let text = "struct A {\n  mutating func run() {\n\(body)  }\n}\n"
    let found = SizeTests.violations([SourceFile(path: "Sources/CacheLab/Trace/A.swift", text: text)])
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.hasPrefix("Sources/CacheLab/Trace/A.swift:2: a function of 402 lines") == true)
  }

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
    #expect(SizeTests.complaints(text, SourceTree.files) == [])
    if document == "docs/strategies.md" { #expect(SizeTests.quotes(text).count >= 3) }
  }

  @Test func aWrongOneIsFound() {
    let file = SourceFile(path: "Sources/Strategies/Policies/Ab+C.swift", text: "  private static let c = 1_000.5\n")
    #expect(SizeTests.complaints("at most `Ab.c` 1,000.5 s", [file]) == [])
    #expect(SizeTests.complaints("`Ab.c`\n  0.15 s", [file]) == ["`Ab.c` is 1000.5, not 0.15"])
    #expect(SizeTests.complaints("`Ab.d` 2", [file]) == ["`Ab.d` is nowhere, not 2"])
  }
}
