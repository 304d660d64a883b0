import FoundationEssentials
import LabRecords
import Testing

@testable import LabRunKit

@Suite struct TracePathsTests {
  private let scratch = Scratch()
  /// Two roots with traces, one without a folder.
  private var roots: [String] { ["none", "one", "two"].map { "\(scratch.path)/\($0)" } }

  init() throws {
    for folder in ["none", "one/traces", "two/traces"] {
      try scratch.makeFolder(folder)
    }
    let files = ["one/traces/hunt", "one/traces/browse", "two/traces/hunt", "two/traces/mine"].map {
      $0 + ".scrolltrace"
    }
    for name in files + ["one/traces/README.md"] {
      try Data().write(to: URL(filePath: scratch.path + "/" + name))
    }
  }

  @Test func findsANameInTheFirstFolderThatHasIt() throws {
    let found = try TracePaths.find(["hunt", "mine"], in: roots)
    #expect(found == ["one/traces/hunt", "two/traces/mine"].map { "\(scratch.path)/\($0).scrolltrace" })
    #expect(throws: LabError.self) { try TracePaths.find(["hnut"], in: roots) }
  }

  @Test(arguments: ["./hunt", "/nowhere/x", "hunt.scrolltrace", "a/b.scrolltrace", "fleet.pack#7"])
  func takesAPathAsItIs(_ path: String) throws {
    #expect(try TracePaths.find([path], in: []) == [path])
  }

  @Test func listsTheTracesOfTheFirstFolderThatHasAny() throws {
    let paths = ["browse", "hunt"].map { "\(scratch.path)/one/traces/\($0).scrolltrace" }
    #expect(try TracePaths.find(["all"], in: roots) == paths)
    #expect(paths.map(TracePaths.name) == ["browse", "hunt"])
  }

  /// Every trace of the repository is in one of the sets.
  @Test func theShippedOnesAreAllListed() throws {
    let names = try TracePaths.find(["all"], in: [Tool.home]).map(TracePaths.name)
    #expect(names == TraceSet.allCases.flatMap(\.names).sorted())
  }
}
