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
}
