import FoundationEssentials
import Testing

/// What a release needs to agree.
@Suite struct ReleaseTests {
  private static func text(_ path: String) -> String { SourceTree.file(path).lines.joined(separator: "\n") }

  @Test func theNewestChangesAreThoseOfTheProgramsVersion() throws {
    let file = "Sources/CacheLab/CacheLab.swift"
    let version = try #require(
      ReleaseTests.text(file).firstMatch(of: /static let version = "([0-9]+\.[0-9]+\.[0-9]+)"/)
    ).1
    let changes = ReleaseTests.text("CHANGELOG.md")
    let newest = try #require(changes.firstMatch(of: /(?m)^## (.*)$/)).1
    #expect(newest == version, "CHANGELOG.md begins with \(newest), and \(file) says \(version)")
    #expect(changes.contains("`\(file)`"), "CHANGELOG.md says where the version stands")
    // scripts and the workflow of releases read it there.
    for path in ["scripts/dist.sh", ".github/workflows/release.yml"] { #expect(ReleaseTests.text(path).contains(file)) }
  }

  @Test func theGateSaysEachInputOfTheAction() throws {
    let action = ReleaseTests.text("action.yml")
    let inputs = try #require(action.firstMatch(of: /(?s)\ninputs:\n(.*?)\nruns:/)).1.matches(
      of: /(?m)^  ([a-z-]+):$/)
    #expect(inputs.count > 5)
    let gate = ReleaseTests.text("docs/gate.md")
    for input in inputs { #expect(gate.contains("| `\(input.1)` |"), "docs/gate.md has a row for \(input.1)") }
  }

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
