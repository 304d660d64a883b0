import CacheLab
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import PhotosCatalog

@Suite struct AuthorizationTests {
  @Test(arguments: AuthorizationStatus.allCases) func aFetchWithoutAccessIsEmptyAndSaysWhy(
    _ status: AuthorizationStatus
  ) throws {
    let photos = try PhotosFixture.photos(status: status)
    try photos.chooseAssets(first: 20)
    let result = try photos.fetchAssets()
    switch status {
    case .authorized: #expect(result.count > 1_000 && result.emptiness == nil)
    case .limited: #expect(result.count > 0 && result.count <= 20)
    default: #expect(result.count == 0 && result.emptiness == .noAccess(status))
    }
    #expect((try photos.fetchAlbums().count > 0) == (status == .authorized), "albums only with full access")
    #expect(photos.smartAlbums().isEmpty == !status.canRead)
  }

  @Test func theUserIsAskedOnceForEachLevel() throws {
    let photos = try PhotosFixture.photos(
      status: .notDetermined, answers: AccessAnswers(addOnly: .authorized, readWrite: .denied))
    #expect(photos.authorizationStatus(for: .readWrite) == .notDetermined)
    var heard: [AuthorizationStatus] = []
    photos.requestAuthorization(for: .readWrite) { heard.append($0) }
    photos.requestAuthorization(for: .readWrite) { heard.append($0) }
    #expect(heard == [.denied, .denied])
    #expect(photos.authorizationStatus(for: .addOnly) == .notDetermined)
    photos.requestAuthorization(for: .addOnly) { heard.append($0) }
    #expect(heard.last == .authorized)
  }

  @Test func whoMayOnlyAddCanAddAndNothingElse() throws {
    let photos = try PhotosFixture.photos(status: .denied)
    let size = PixelSize(width: 256, height: 192)
    #expect(throws: CatalogError.self) {
      try photos.performChangesAndWait { $0.createAsset(file: ItemID(1), pixelSize: size, creationMs: 0) }
    }
    try photos.setAuthorizationStatus(.authorized, for: .addOnly)
    var name = ""
    try photos.performChangesAndWait {
      name = $0.createAsset(file: ItemID(1), pixelSize: size, creationMs: 0).localIdentifier
    }
    #expect(try photos.fetchAssets(withLocalIdentifiers: [name]).emptiness == .noAccess(.denied))
    #expect(throws: CatalogError.self) {
      try photos.performChangesAndWait { _ = $0.createAlbum(title: "Mine") }
    }
    try photos.setAuthorizationStatus(.authorized)
    #expect(try photos.fetchAssets(withLocalIdentifiers: [name]).count == 1)
  }

  @Test func limitedAccessShowsWhatWasChosenAndWidens() throws {
    let photos = try PhotosFixture.photos(status: .limited)
    try photos.chooseAssets(first: 100)
    let result = try photos.fetchAssets()
    let listener = ChangeTests.Listener(result)
    photos.register(listener)
    #expect((90...100).contains(result.count), "less what is hidden, shared or in a burst")
    try photos.chooseAssets(first: 200)
    let details = try #require(listener.details.withLock { $0.last })
    #expect(details.removedIndexes.isEmpty && details.insertedIndexes.count > 80)
    #expect(details.fetchResultAfterChanges.count == result.count + details.insertedIndexes.count)
    try photos.performChangesAndWait {
      $0.createAsset(file: ItemID(1), pixelSize: PixelSize(width: 256, height: 192), creationMs: 0)
    }
    #expect(listener.details.withLock { $0.last?.insertedIndexes.count } == 1, "an app sees what it adds")
  }

  @Test func theUserMayRefuseToDelete() throws {
    let photos = try PhotosFixture.photos(answers: AccessAnswers(allowsDeletion: false))
    let asset = try photos.fetchAssets().object(at: 0)
    #expect(throws: CatalogError.self) { try photos.performChangesAndWait { $0.deleteAssets([asset]) } }
    #expect(try photos.fetchAssets().contains(asset))
  }
}
