import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import PhotosCatalog

@Suite struct AuthorizationTests {
  @Test(arguments: AuthorizationStatus.allCases) func aFetchWithoutAccessIsEmptyAndSaysWhy(
    _ status: AuthorizationStatus
  ) throws {
    let (photos, _) = try PhotosFixture.stepped(status: status)
    try photos.chooseAssets(first: 20)
    let result = Asset.fetchAssets(of: photos)
    switch status {
    case .authorized: #expect(result.count > 1_000 && result.emptiness == nil)
    case .limited: #expect(result.count > 0 && result.count <= 20)
    default: #expect(result.count == 0 && result.emptiness == .noAccess(status))
    }
    #expect((PhotosFixture.albums(photos).count > 0) == (status == .authorized), "albums only with full access")
    #expect((AssetCollection.fetchAssetCollections(with: .smartAlbum, of: photos).count > 0) == status.canRead)
  }

  @Test func theFirstFetchAsksAndObserversHearOfTheAnswer() throws {
    let (photos, scheduler) = try PhotosFixture.stepped(status: .notDetermined)
    let result = Asset.fetchAssets(of: photos)
    let listener = ChangeTests.Listener(result)
    photos.register(listener)
    #expect(result.count == 0 && photos.authorizationStatus(for: .readWrite) == .notDetermined, "not asked yet")
    scheduler.runAll()
    #expect(photos.authorizationStatus(for: .readWrite) == .authorized)
    #expect((listener.last?.insertedIndexes?.count ?? 0) > 1_000)
  }

  @Test func aChangeWithoutAnAnswerAsksAndFails() throws {
    let (photos, scheduler) = try PhotosFixture.stepped(status: .notDetermined)
    let change = {
      try photos.performChangesAndWait {
        _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      }
    }
    #expect(throws: PhotosError.self) { try change() }
    scheduler.runAll()
    #expect(throws: Never.self) { try change() }
  }

  @Test func theUserIsAskedOnceForEachLevel() throws {
    let (photos, scheduler) = try PhotosFixture.stepped(
      status: .notDetermined, answers: AccessAnswers(addOnly: .authorized, readWrite: .denied))
    #expect(photos.authorizationStatus(for: .readWrite) == .notDetermined)
    let heard = Mutex<[AuthorizationStatus]>([])
    photos.requestAuthorization(for: .readWrite) { status in heard.withLock { $0.append(status) } }
    photos.requestAuthorization(for: .readWrite) { status in heard.withLock { $0.append(status) } }
    #expect(heard.withLock { $0 } == [], "the call returns at once")
    scheduler.runAll()
    #expect(heard.withLock { $0 } == [.denied, .denied])
    #expect(photos.authorizationStatus(for: .addOnly) == .notDetermined)
    photos.requestAuthorization(for: .addOnly) { status in heard.withLock { $0.append(status) } }
    scheduler.runAll()
    #expect(heard.withLock { $0.last } == .authorized)
  }

  @Test func whoMayOnlyAddCanAddAndNothingElse() throws {
    let photos = try PhotosFixture.photos(status: .denied)
    var name = ""
    func add() throws {
      try photos.performChangesAndWait {
        name = AssetChangeRequest.creationRequestForAsset(from: ItemID(1)).placeholderForCreatedAsset!.localIdentifier
      }
    }
    #expect(throws: PhotosError.self) { try add() }
    photos.setAuthorizationStatus(.authorized, for: .addOnly)
    try add()
    #expect(Asset.fetchAssets(withLocalIdentifiers: [name], of: photos).emptiness == .noAccess(.denied))
    #expect(throws: PhotosError.self) {
      try photos.performChangesAndWait {
        _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Mine")
      }
    }
    photos.setAuthorizationStatus(.authorized)
    #expect(Asset.fetchAssets(withLocalIdentifiers: [name], of: photos).count == 1)
  }

  @Test func limitedAccessShowsWhatWasChosenAndWidens() throws {
    let (photos, scheduler) = try PhotosFixture.stepped(status: .limited)
    try photos.chooseAssets(first: 100)
    let result = Asset.fetchAssets(of: photos)
    let listener = ChangeTests.Listener(result)
    photos.register(listener)
    #expect((90...100).contains(result.count), "less what is hidden, shared or in a burst")
    try photos.chooseAssets(first: 200)
    scheduler.runAll()
    let details = try #require(listener.last)
    #expect(details.removedIndexes == [] && (details.insertedIndexes?.count ?? 0) > 80)
    #expect(details.fetchResultAfterChanges.count == result.count + details.insertedObjects.count)
    try photos.performChangesAndWait { _ = AssetChangeRequest.creationRequestForAsset(from: ItemID(1)) }
    scheduler.runAll()
    #expect(listener.last?.insertedIndexes?.count == 1, "an app sees what it adds")
  }

  @Test func whatIsOutsideTheChoiceIsNeitherChangedNorDeletedNorShown() throws {
    let photos = try PhotosFixture.photos()
    let asset = try #require(Asset.fetchAssets(of: photos).lastObject)
    let first = try #require(Asset.fetchAssets(of: photos).firstObject)
    try photos.chooseAssets(first: 10)
    photos.setAuthorizationStatus(.limited)
    for block in [{ AssetChangeRequest(for: asset).isFavorite = true }, { AssetChangeRequest.deleteAssets([asset]) }] {
      let error = #expect(throws: PhotosError.self) { try photos.performChangesAndWait(block) }
      #expect(error?.code == .accessUserDenied)
    }
    #expect(PhotosFixture.image(of: asset).error != nil && PhotosFixture.image(of: first).image != nil)
    try photos.performChangesAndWait { AssetChangeRequest(for: first).isFavorite = true }
    photos.setAuthorizationStatus(.authorized)
    #expect(Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], of: photos).count == 1)
  }

  @Test func withoutAccessAHeldAssetGivesNoImage() throws {
    let photos = try PhotosFixture.photos()
    let asset = try #require(Asset.fetchAssets(of: photos).firstObject)
    #expect(PhotosFixture.image(of: asset).image != nil)
    photos.setAuthorizationStatus(.denied)
    #expect(PhotosFixture.image(of: asset).error?.code == .accessUserDenied)
  }

  @Test func theUserMayRefuseToDelete() throws {
    let photos = try PhotosFixture.photos(answers: AccessAnswers(allowsDeletion: false))
    let asset = Asset.fetchAssets(of: photos)[0]
    let error = #expect(throws: PhotosError.self) {
      try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([asset]) }
    }
    #expect(error?.code == .userCancelled && Asset.fetchAssets(of: photos).contains(asset))
  }
}

extension AssetLibrary {
  /// The user chooses the oldest photos, which are the first rows of the catalog.
  fileprivate func chooseAssets(first count: Int) throws {
    try chooseAssets(
      (1...count).map { row in
        Asset(
          id: AssetID(rawValue: Int64(row)), library: catalog.library, file: ItemID(row - 1),
          pixelSize: PixelSize(width: 1, height: 1))
      })
  }
}
