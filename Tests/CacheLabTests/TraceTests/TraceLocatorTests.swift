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
    #expect(try locator.path(for: "hunt") == "\(folder.path)/one/traces/hunt.scrolltrace")
    #expect(try locator.path(for: "mine") == "\(folder.path)/two/traces/mine.scrolltrace")
  }

  @Test(arguments: ["./hunt", "/nowhere/x", "hunt.scrolltrace", "a/b.scrolltrace"])
  func takesAPathAsItIs(_ path: String) throws {
    #expect(try TraceLocator(roots: []).path(for: path) == path)
  }

  @Test func namesTheNearestNameAndTheFolders() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    let folders = ["none", "one", "two"].map { "\(folder.path)/\($0)/traces" }
    let expected = TraceError(
      file: "hnut", line: nil, value: "hnut", problem: .unknownTrace(nearest: "hunt", folders: folders))
    #expect(throws: expected) { try locator.path(for: "hnut") }
    #expect(expected.description.contains("did you mean 'hunt'?"))
    #expect(expected.description.contains("\(folder.path)/two/traces"))
  }

  @Test func looksForTheNearestNameInEveryFolder() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    let error = #expect(throws: TraceError.self) { try locator.path(for: "mime") }
    withExtendedLifetime(folder) {}
    guard case .unknownTrace("mine", _)? = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func listsTheTracesOfTheFirstFolderThatHasAny() throws {
    let (folder, locator) = try TraceLocatorTests.folder()
    #expect(locator.allPaths() == ["browse", "hunt"].map { "\(folder.path)/one/traces/\($0).scrolltrace" })
  }

  @Test func saysWhatToDoWhereThereAreNoTraces() {
    let locator = TraceLocator(roots: ["/nowhere"])
    #expect(locator.allPaths().isEmpty)
    let error = #expect(throws: TraceError.self) { try locator.path(for: "hunt") }
    #expect(error?.problem == .unknownTrace(nearest: nil, folders: ["/nowhere/traces"]))
    #expect(error?.description.contains("CACHELAB_HOME") == true)
  }
}
