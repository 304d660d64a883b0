import CacheLab
import LabRecords
import Testing

@Suite struct TraceLocatorTests {
  /// Two roots with traces, one without a folder.
  static func folder() throws -> (folder: TemporaryDirectory, locator: TraceLocator) {
    let folder = try TemporaryDirectory()
    #expect(Shell.run("cd '\(folder.path)' && mkdir -p one/traces two/traces none") == 0)
    for name in ["one/traces/hunt.scrolltrace", "one/traces/browse.scrolltrace", "one/traces/README.md"] {
      try folder.write([], to: name)
    }
    for name in ["two/traces/hunt.scrolltrace", "two/traces/mine.scrolltrace"] { try folder.write([], to: name) }
    return (folder, TraceLocator(roots: ["none", "one", "two"].map { "\(folder.path)/\($0)" }))
  }

  @Test func findsANameInTheFirstFolderThatHasIt() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    #expect(locator.find("hunt") == "\(folder.path)/one/traces/hunt.scrolltrace")
    #expect(locator.find("mine") == "\(folder.path)/two/traces/mine.scrolltrace")
  }

  @Test(arguments: ["./hunt", "/nowhere/x", "hunt.scrolltrace", "a/b.scrolltrace"])
  func takesAPathAsItIs(_ path: String) {
    #expect(TraceLocator(roots: []).find(path) == path)
  }

  @Test func namesTheTracesOfEveryFolder() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    #expect(locator.names.sorted() == ["browse", "hunt", "hunt", "mine"])
    withExtendedLifetime(folder) {}
    #expect(locator.find("hnut") == nil)
  }

  @Test func listsTheTracesOfTheFirstFolderThatHasAny() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    #expect(locator.allPaths() == ["browse", "hunt"].map { "\(folder.path)/one/traces/\($0).scrolltrace" })
  }

  @Test func findsNothingWhereThereAreNoTraces() {
    let locator = TraceLocator(roots: ["/nowhere"])
    #expect(locator.allPaths().isEmpty && locator.names.isEmpty && locator.find("hunt") == nil)
  }
}
