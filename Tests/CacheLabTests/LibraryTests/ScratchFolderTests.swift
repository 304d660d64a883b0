import SystemPackage
import Testing

@testable import LabLibrary
@testable import LabSystem

/// Folders for files on the way, made in a folder of the test's.
@Suite struct ScratchFolderTests {
  private let place = TemporaryDirectory()

  @Test func itGoesWithAllThatLiesInIt() throws {
    do {
      let folder = try ScratchFolder(in: place.path)
      #expect(Shell.run("cd '\(folder.path)' && mkdir -p a/b && echo c >a/b/c && echo d >.d && ln -s /nowhere e") == 0)
      #expect(place.names.count == 1)
      withExtendedLifetime(folder) {}
    }
    #expect(place.names.isEmpty)
  }

  @Test func oneInUseStaysAndOneWithoutOwnerGoes() throws {
    let first = try ScratchFolder(in: place.path)
    // What a killed process leaves: a folder that nobody holds a lock on.
    #expect(
      Shell.run("cd '\(place.path)' && mkdir -p cachelab-scratch.000000/a && echo b >cachelab-scratch.000000/a/b") == 0)
    let second = try ScratchFolder(in: place.path)
    #expect(place.names.map { "\(place.path)/\($0)" } == [first.path, second.path].sorted())
  }

  @Test func whatOnlyHasTheNameStays() throws {
    #expect(
      Shell.run(
        "cd '\(place.path)' && mkdir kept cachelab.000000 && echo a >kept/a && ln -s kept cachelab-scratch.000000 "
          + "&& echo b >cachelab-scratch.000001") == 0)
    let folder = try ScratchFolder(in: place.path)
    let names = Set(place.names)
    #expect(names.isSuperset(of: ["kept", "cachelab.000000", "cachelab-scratch.000000", "cachelab-scratch.000001"]))
    #expect(Shell.run("[ -e '\(place.path)/kept/a' ]") == 0)
    withExtendedLifetime(folder) {}
  }

  @Test func whereNoneCanBeMadeTheCureIsNamed() {
    #expect(throws: FileError.noScratchFolder(place: place.path + "/none", code: .noSuchFileOrDirectory)) {
      try ScratchFolder(in: place.path + "/none")
    }
    let refusal = FileError.noScratchFolder(place: "/x", code: .noSuchFileOrDirectory)
    #expect(refusal.description.hasSuffix("free some space, or set TMPDIR"))
  }
}
