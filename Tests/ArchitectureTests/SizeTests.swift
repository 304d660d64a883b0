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

  @Test func filesAndFunctionsAreShort() {
    #expect(SizeTests.violations(SourceTree.files) == [])
  }

  @Test func whatIsTooLongIsFound() {
    let body = String(repeating: "    work()\n", count: 400)
    let text = "struct A {\n  mutating func run() {\n\(body)  }\n}\n"
    let found = SizeTests.violations([SourceFile(path: "Sources/CacheLab/Trace/A.swift", text: text)])
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.hasPrefix("Sources/CacheLab/Trace/A.swift:2: a function of 402 lines") == true)
  }
}
