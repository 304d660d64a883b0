import CacheLab
import LabLibrary
import PhotosCatalog
import PhotosModel
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct CatalogFileTests {
  private static func path(_ name: String) -> String {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    return "\(place)/cachelab-catalog-\(getpid())-\(name).sqlite"
  }

  private static func remove(_ path: String) { for ending in ["", "-journal"] { _ = unsafe unlink(path + ending) } }

  @Test func aFileIsOpenedAgainWithWhatWasChanged() throws {
    let path = CatalogFileTests.path("again")
    defer { CatalogFileTests.remove(path) }
    let first = try AssetLibrary(of: PhotosFixture.library, at: path)
    let asset = first.fetchAssets().object(at: 5)
    try first.performChangesAndWait { AssetChangeRequest(for: asset).isFavorite = !asset.isFavorite }
    let second = try AssetLibrary(of: PhotosFixture.library, at: path)
    let found = second.fetchAssets(withLocalIdentifiers: [asset.localIdentifier])[0]
    #expect(found.isFavorite == !asset.isFavorite)
  }

  @Test func aFileOfAnotherLibraryIsRefusedWithTheCure() throws {
    let path = CatalogFileTests.path("other")
    defer { CatalogFileTests.remove(path) }
    _ = try AssetLibrary(of: PhotosFixture.library, at: path)
    let other = try PhotoLibrary.open(
      LibraryConfiguration(assetCount: 20, profile: .tiny), in: PhotoLibrary.defaultCacheDirectory())
    let error = #expect(throws: CatalogError.self) { try AssetLibrary(of: other, at: path) }
    #expect("\(try #require(error))".contains("delete it, it is made anew"))
  }

  @Test func aFileThatIsNoDatabaseIsRefused() throws {
    let path = CatalogFileTests.path("text")
    defer { CatalogFileTests.remove(path) }
    let file = unsafe open(path, O_CREAT | O_WRONLY, 0o644)
    let text = Array(repeating: UInt8(ascii: "x"), count: 5_000)
    unsafe text.withUnsafeBytes { unsafe _ = write(file, $0.baseAddress, $0.count) }
    close(file)
    let error = #expect(throws: CatalogError.self) { try AssetLibrary(of: PhotosFixture.library, at: path) }
    #expect("\(try #require(error))".contains("no SQLite database"))
  }
}
