import Testing

@testable import CacheLab

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
  }

  @Test(arguments: [
    [], ["pool"], ["pool", "huge", "1", "9", "/c"], ["pool", "tiny", "x", "9", "/c"], ["folder", "/a"],
    ["folder", "/a", "/b", "/c"], ["elsewhere", "/a", "/b"],
  ]) func otherWordsAreNoPlace(_ words: [String]) { #expect(LibraryPlace(words: words) == nil) }
}
