import CacheLab
import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import Testing

@Suite struct CatalogFileTests {
  private static func path(_ name: String) -> String {
    let place = FileManager.default.temporaryDirectory.path
    return "\(place)/cachelab-catalog-\(ProcessInfo.processInfo.processIdentifier)-\(name).sqlite"
  }

  private static func remove(_ path: String) {
    for ending in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  @Test func aFileIsOpenedAgainWithWhatWasChanged() throws {
    let path = CatalogFileTests.path("again")
    defer { CatalogFileTests.remove(path) }
    let first = try AssetLibrary(of: PhotosFixture.library, at: path)
    let asset = Asset.fetchAssets(of: first).object(at: 5)
    try first.performChangesAndWait { AssetChangeRequest(for: asset).isFavorite = !asset.isFavorite }
    let second = try AssetLibrary(of: PhotosFixture.library, at: path)
    let found = Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], of: second)[0]
    #expect(found.isFavorite == !asset.isFavorite)
  }

  @Test func aFileOfAnotherLibraryIsRefusedWithTheCure() throws {
    let path = CatalogFileTests.path("other")
    defer { CatalogFileTests.remove(path) }
    _ = try AssetLibrary(of: PhotosFixture.library, at: path)
    let other = try PhotoLibrary.open(LibraryConfiguration(assetCount: 20, profile: .tiny), in: PhotosFixture.cache)
    let error = #expect(throws: CatalogError.self) { try AssetLibrary(of: other, at: path) }
    #expect("\(try #require(error))".contains("delete it, it is made anew"))
  }

  @Test func aFileThatIsNoDatabaseIsRefused() throws {
    let path = CatalogFileTests.path("text")
    defer { CatalogFileTests.remove(path) }
    try String(repeating: "x", count: 5_000).write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: CatalogError.self) { try AssetLibrary(of: PhotosFixture.library, at: path) }
    #expect("\(try #require(error))".contains("no SQLite database"))
  }
}
