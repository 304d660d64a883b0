import Testing

@testable import LabLibrary

@Suite struct LibraryPlaceTests {
  @Test func aMadeLibraryIsFoundAgainByItsWords() throws {
    let library = TestLibrary.shared
    let place = try #require(LibraryPlace(words: library.place.words))
    #expect(place == library.place)
    #expect(try place.open().index.fingerprint == library.index.fingerprint)
  }

  @Test func aFolderIsFoundAgainByItsWords() throws {
    let folder = try TemporaryDirectory()
    try TestLibrary.shared.extract(0..<5, to: folder.path + "/photos of mine")
    let library = try PhotoLibrary.openFolder(
      folder.path + "/photos of mine", cacheDirectory: folder.path + "/cache")
    let place = try #require(LibraryPlace(words: library.place.words))
    #expect(try place.open().index.fingerprint == library.index.fingerprint)
    let few = try PhotoLibrary.openFolder(
      folder.path + "/photos of mine", assetCount: 2, cacheDirectory: folder.path + "/cache")
    let again = try #require(LibraryPlace(words: few.place.words)).open()
    #expect(again.index.count == 2 && again.index.fingerprint == few.index.fingerprint)
  }

  @Test(arguments: [
    ["pool"], ["pool", "huge", "1", "9", "/c"], ["pool", "tiny", "x", "9", "/c"], ["folder", "/a"],
    ["folder", "/a", "/b"], ["folder", "/a", "0", "/c"], ["folder", "/a", "many", "/c"], ["elsewhere", "/a", "/b"],
  ]) func otherWordsAreNoPlace(_ words: [String]) { #expect(LibraryPlace(words: words + ["turbojpeg"]) == nil) }

  @Test func anotherDecoderIsNoPlace() {
    let words = ["folder", "/a", "all", "/c"]
    #expect(LibraryPlace(words: words + ["imageio"])?.words == words + ["imageio"])
    #expect(LibraryPlace(words: words + ["photoshop"]) == nil && LibraryPlace(words: words) == nil)
  }
}
