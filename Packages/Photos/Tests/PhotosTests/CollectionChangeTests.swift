import Foundation
import PhotosModel
import Synchronization
import Testing

@testable import PhotosCatalog

/// Albums and folders themselves, and what they hold.
@Suite struct CollectionChangeTests {
  private final class Keeper: PhotoLibraryChangeObserver, Sendable {
    let change = Mutex<Change?>(nil)

    func photoLibraryDidChange(_ changeInstance: Change) { change.withLock { $0 = changeInstance } }
  }

  private let photos: AssetLibrary
  private let scheduler: SteppedScheduler
  private let keeper = Keeper()

  init() throws {
    (photos, scheduler) = try PhotosFixture.stepped()
    photos.register(keeper)
  }

  private func change(_ block: () throws -> Void) throws -> Change {
    try photos.performChangesAndWait(block)
    scheduler.runAll()
    return try #require(keeper.change.withLock { $0 })
  }

  @Test func anAlbumWithAnotherNameIsTheSameAlbum() throws {
    let albums = PhotosFixture.albums(photos)
    let (first, second) = (albums[0], albums[1])
    let change = try change { AssetCollectionChangeRequest(for: second)?.title = "Other" }
    let details = try #require(change.changeDetails(for: second))
    #expect(details.objectBeforeChanges == second && details.objectAfterChanges?.localizedTitle == "Other")
    #expect(details.objectAfterChanges == second, "equal by its identifier")
    #expect(!details.objectWasDeleted && !details.assetContentChanged)
    #expect(change.changeDetails(for: first) == nil)
    #expect(change.changeDetails(for: try PhotosFixture.smart(photos, .smartAlbumFavorites)) == nil)
    let list = try #require(change.changeDetails(for: albums))
    #expect(list.changedIndexes == [1] && list.insertedIndexes == [] && list.removedIndexes == [])
    #expect(list.fetchResultAfterChanges[1].localizedTitle == "Other")
  }

  /// The contents of an album or a folder are a part of it.
  @Test func whatHoldsSomethingElseHasChanged() throws {
    let (albums, lists) = (PhotosFixture.albums(photos), CollectionList.fetchCollectionLists(with: .folder, of: photos))
    let smart = AssetCollection.fetchAssetCollections(with: .smartAlbum, of: photos)
    let asset = try #require(Asset.fetchAssets(of: photos).first { !$0.isFavorite })
    let full = try change { AssetCollectionChangeRequest(for: albums[2])?.addAssets([asset]) }
    #expect(full.changeDetails(for: albums)?.changedIndexes == [2])
    #expect(
      full.changeDetails(for: albums[2])?.objectAfterChanges?.estimatedAssetCount == albums[2].estimatedAssetCount + 1)
    let holders = AssetCollection.fetchAssetCollectionsContaining(asset, with: .album)
    let places = IndexSet(holders.map { albums.index(of: $0) })
    let favorite = try change { AssetChangeRequest(for: asset).isFavorite = true }
    let favorites = smart.index(of: try PhotosFixture.smart(photos, .smartAlbumFavorites))
    #expect(favorite.changeDetails(for: smart)?.changedIndexes == [favorites])
    let gone = try change { AssetChangeRequest.deleteAssets([asset]) }
    #expect(gone.changeDetails(for: albums)?.changedIndexes == places)
    let folder = try change { CollectionListChangeRequest(for: lists[1])?.addChildCollections([albums.lastObject!]) }
    #expect(folder.changeDetails(for: lists)?.changedIndexes?.contains(1) == true)
  }

  @Test func aDeletedFolderTakesWhatItHoldsWithIt() throws {
    let (lists, albums) = (CollectionList.fetchCollectionLists(with: .folder, of: photos), PhotosFixture.albums(photos))
    let top = PhotoCollection.fetchTopLevelUserCollections(of: photos)
    let folder = lists[0]
    let inside = Array(PhotoCollection.fetchCollections(in: folder))
    let change = try change { CollectionListChangeRequest.deleteCollectionLists([folder]) }
    let details = try #require(change.changeDetails(for: folder))
    #expect(details.objectWasDeleted && details.objectAfterChanges == nil && details.objectBeforeChanges == folder)
    for collection in inside { #expect(change.changeDetails(for: collection)?.objectWasDeleted == true) }
    let gone = try #require(change.changeDetails(for: albums))
    #expect(gone.removedIndexes?.count == 12, "trips of the folder and of the folder in it")
    #expect(gone.removedObjects.allSatisfy { $0.localizedTitle?.hasPrefix("Trip") == true })
    #expect(change.changeDetails(for: lists)?.removedIndexes?.count == 2)
    let row = try #require(change.changeDetails(for: top))
    #expect(row.removedIndexes == [0] && !row.hasMoves && row.changedIndexes == [])
    #expect(Asset.fetchAssets(in: try #require(albums.first { $0.localizedTitle == "Trip 1" })).count == 0)
  }

  @Test func whatMovesInAFolderIsAMove() throws {
    let folder = CollectionList.fetchCollectionLists(with: .folder, of: photos)[0]
    let before = PhotoCollection.fetchCollections(in: folder)
    let last = try #require(before.lastObject)
    let change = try change {
      CollectionListChangeRequest(for: folder)?.moveChildCollections(at: [before.count - 1], to: 0)
    }
    let details = try #require(change.changeDetails(for: before))
    var moves: [[Int]] = []
    details.enumerateMoves { moves.append([$0, $1]) }
    #expect(moves == [[before.count - 1, 0]])
    #expect(details.removedIndexes == [] && details.insertedIndexes == [] && details.changedIndexes == [])
    #expect(Array(details.fetchResultAfterChanges) == [last] + before.dropLast())
    #expect(change.changeDetails(for: last) == nil, "the album itself is as it was")
  }

  @Test func placesCountInWhatWasFetched() throws {
    let all = Array(Asset.fetchAssets(with: .image, of: photos).prefix(12))
    var made: ObjectPlaceholder?
    try photos.performChangesAndWait {
      let request = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Places")
      request.addAssets(all.prefix(6))
      made = request.placeholderForCreatedAssetCollection
    }
    let names = [try #require(made).localIdentifier]
    let album = try #require(AssetCollection.fetchAssetCollections(withLocalIdentifiers: names, of: photos).firstObject)
    let fetched = Asset.fetchAssets(in: album)
    // Meanwhile one comes first, one comes behind the second, and the fourth goes.
    try photos.performChangesAndWait {
      let request = AssetCollectionChangeRequest(for: album)
      request?.insertAssets([all[6], all[7]], at: [0, 3])
      request?.removeAssets([all[3]])
    }
    #expect(Array(Asset.fetchAssets(in: album)) == [6, 0, 1, 7, 2, 4, 5].map { all[$0] })
    try photos.performChangesAndWait {
      let request = AssetCollectionChangeRequest(for: album, assets: fetched)
      request?.removeAssets(at: [0, 3])
      request?.insertAssets([all[8]], at: [1])
      request?.moveAssets(at: [4], to: 0)
      request?.replaceAssets(at: [3], withAssets: [all[9]])
    }
    #expect(Array(Asset.fetchAssets(in: album)) == [6, 5, 1, 7, 8, 9, 4].map { all[$0] })
    let folder = CollectionList.fetchCollectionLists(with: .folder, of: photos)[0]
    let before = PhotoCollection.fetchCollections(in: folder)
    try photos.performChangesAndWait {
      CollectionListChangeRequest(for: folder)?.insertChildCollections([album], at: [0])
    }
    #expect(CollectionList.fetchCollectionListsContaining(album).firstObject == folder)
    try photos.performChangesAndWait {
      let request = CollectionListChangeRequest(for: folder, childCollections: before)
      request?.removeChildCollections(at: [0])
      request?.moveChildCollections(at: [before.count - 2], to: 0)
    }
    let rest = Array(before.dropFirst())
    #expect(Array(PhotoCollection.fetchCollections(in: folder)) == [album, rest.last!] + rest.dropLast())
    #expect(PhotoCollection.fetchTopLevelUserCollections(of: photos).lastObject == before[0])
    #expect(CollectionList.fetchCollectionListsContaining(before[0]).count == 0)
    #expect(throws: PhotosError.self) {
      try photos.performChangesAndWait { CollectionListChangeRequest(for: folder)?.removeChildCollections(at: [99]) }
    }
  }

  @Test func aNewAlbumIsInserted() throws {
    let albums = PhotosFixture.albums(photos)
    let change = try change { _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New") }
    let details = try #require(change.changeDetails(for: albums))
    #expect(details.insertedIndexes == [albums.count] && details.changedIndexes == [])
    #expect(details.insertedObjects.map { $0.localizedTitle } == ["New"])
    #expect(change.changeDetails(for: Asset.fetchAssets(of: photos)) == nil, "no asset is touched")
  }

  /// Rows of assets and of albums count from 1 both.
  @Test func anAssetSaysNothingOfTheAlbumWithItsNumber() throws {
    let album = PhotosFixture.albums(photos)[0]
    let name = LocalIdentifier(kind: .asset, library: photos.catalog.library, row: album.row).description
    let asset = Asset.fetchAssets(withLocalIdentifiers: [name], of: photos)[0]
    let change = try change { AssetChangeRequest(for: asset).isFavorite = !asset.isFavorite }
    #expect(change.changeDetails(for: album) == nil)
    let details = try #require(change.changeDetails(for: asset))
    #expect(details.objectAfterChanges?.isFavorite == !asset.isFavorite && !details.assetContentChanged)
  }

  @Test func anEditOfPixelsSaysSoAndADeletionTakesTheAsset() throws {
    let assets = Asset.fetchAssets(of: photos).objects(at: 4..<6)
    let edit = try change { AssetChangeRequest(for: assets[0]).adjustment = .mono }
    #expect(edit.changeDetails(for: assets[0])?.assetContentChanged == true)
    #expect(edit.changeDetails(for: assets[1]) == nil)
    let deletion = try change { AssetChangeRequest.deleteAssets([assets[1]]) }
    let details = try #require(deletion.changeDetails(for: assets[1]))
    #expect(details.objectWasDeleted && !details.assetContentChanged)
  }

  @Test func withLimitedAccessAlbumsGo() throws {
    let (albums, top) = (PhotosFixture.albums(photos), PhotoCollection.fetchTopLevelUserCollections(of: photos))
    photos.setAuthorizationStatus(.limited)
    scheduler.runAll()
    let change = try #require(keeper.change.withLock { $0 })
    #expect(change.changeDetails(for: albums)?.removedIndexes?.count == albums.count)
    #expect(change.changeDetails(for: top)?.fetchResultAfterChanges.count == 0)
  }
}
