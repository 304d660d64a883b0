import FoundationEssentials
import Testing

/// The table of CONTRIBUTING.md that says which tests are long.
@Suite struct LongTests {
  /// `make test` leaves out what is listed: a name that no suite has would leave out nothing.
  @Test func everyLongSuiteIsThere() throws {
    let lines = SourceTree.file("CONTRIBUTING.md").lines.drop { $0 != "| long | why |" }.dropFirst(2)
    let listed = lines.prefix { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first }
    #expect(listed.count > 3)
    let packages = ["", "Packages/Photos/", "Packages/DeclaredSDK/"]
    let folders = packages.map { "\(SourceTree.home)/\($0)Tests" }
    let paths = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
    }
    let tests = try paths.filter { $0.hasSuffix("Tests.swift") }.map { try String(contentsOfFile: $0, encoding: .utf8) }
    for name in listed {
      let parts = name.split(separator: "/")
      let suites = tests.filter { $0.contains("struct \(parts[0]) ") }
      #expect(!suites.isEmpty, "CONTRIBUTING.md lists \(name): there is no such suite")
      #expect(
        parts.count == 1 || suites.contains { $0.contains("func \(parts[1])(") },
        "CONTRIBUTING.md lists \(name): the suite has no such test")
    }
  }
}
