import PhotosModel
import Synchronization
import Testing

@testable import PhotosCatalog

/// Albums and folders themselves, apart from what they hold.
@Suite struct CollectionChangeTests {
  /// Keeps the last change.
  private final class Keeper: LibraryChangeObserver {
    let change = Mutex<LibraryChange?>(nil)

    func photoLibraryDidChange(_ change: LibraryChange) { self.change.withLock { $0 = change } }
  }

  private let photos: AssetLibrary
  private let keeper = Keeper()

  init() throws {
    photos = try PhotosFixture.photos()
    photos.register(keeper)
  }

  private func change(_ block: (inout LibraryChanges) throws -> Void) throws -> LibraryChange {
    try photos.performChangesAndWait(block)
    return try #require(keeper.change.withLock { $0 })
  }

  @Test func anAlbumWithAnotherNameIsTheSameAlbum() throws {
    let albums = try photos.fetchAlbums()
    let (first, second) = (try albums.object(at: 0), try albums.object(at: 1))
    let change = try change { $0.rename(second, to: "Other") }
    let details = try #require(try change.changeDetails(for: second))
    #expect(details.objectBeforeChanges == second && details.objectAfterChanges?.localizedTitle == "Other")
    #expect(details.objectAfterChanges?.localIdentifier == second.localIdentifier)
    #expect(!details.objectWasDeleted && !details.assetContentChanged)
    #expect(try change.changeDetails(for: first) == nil)
    #expect(try change.changeDetails(for: photos.smartAlbum(.favorites)) == nil)
    let list = try #require(try change.changeDetails(for: albums))
    #expect(list.changedIndexes == [1] && list.insertedIndexes.isEmpty && list.removedIndexes.isEmpty)
    #expect(try list.fetchResultAfterChanges.object(at: 1).localizedTitle == "Other")
  }

  @Test func aDeletedFolderTakesWhatItHoldsWithIt() throws {
    let (lists, albums) = (try photos.fetchCollectionLists(), try photos.fetchAlbums())
    let top = try photos.topLevelUserCollections()
    let folder = try lists.object(at: 0)
    let inside = try PhotosFixture.objects(photos.collections(in: folder))
    let change = try change { $0.delete([folder]) }
    let details = try #require(try change.changeDetails(for: folder))
    #expect(details.objectWasDeleted && details.objectAfterChanges == nil && details.objectBeforeChanges == folder)
    for collection in inside { #expect(try change.changeDetails(for: collection)?.objectWasDeleted == true) }
    let gone = try #require(try change.changeDetails(for: albums))
    #expect(gone.removedIndexes.count == 12, "trips of the folder and of the folder in it")
    #expect(try gone.removedObjects().allSatisfy { $0.localizedTitle.hasPrefix("Trip") })
    #expect(try change.changeDetails(for: lists)?.removedIndexes.count == 2)
    let row = try #require(try change.changeDetails(for: top))
    #expect(row.removedIndexes == [0] && row.moves.isEmpty && row.changedIndexes.isEmpty)
  }

  @Test func whatMovesInAFolderIsAMove() throws {
    let folder = try photos.fetchCollectionLists().object(at: 0)
    let before = try photos.collections(in: folder)
    let objects = try PhotosFixture.objects(before)
    let last = try #require(objects.last.flatMap { if case .album(let album) = $0 { album } else { nil } })
    let change = try change { $0.move([last], into: folder, at: 0) }
    let details = try #require(try change.changeDetails(for: before))
    #expect(details.moves == [ObjectMove(from: objects.count - 1, to: 0)])
    #expect(details.removedIndexes.isEmpty && details.insertedIndexes.isEmpty && details.changedIndexes.isEmpty)
    #expect(try PhotosFixture.objects(details.fetchResultAfterChanges) == [.album(last)] + objects.dropLast())
    #expect(try change.changeDetails(for: last) == nil, "the album itself is as it was")
  }

  @Test func aNewAlbumIsInserted() throws {
    let albums = try photos.fetchAlbums()
    let change = try change { _ = $0.createAlbum(title: "New") }
    let details = try #require(try change.changeDetails(for: albums))
    #expect(details.insertedIndexes == [albums.count])
    #expect(try details.insertedObjects().map { $0.localizedTitle } == ["New"])
    #expect(try change.changeDetails(for: photos.fetchAssets()) == nil, "no asset is touched")
  }

  /// Rows of assets and of albums count from 1 both.
  @Test func anAssetSaysNothingOfTheAlbumWithItsNumber() throws {
    let albums = try photos.fetchAlbums()
    let album = try albums.object(at: 0)
    let name = LocalIdentifier(kind: .asset, library: photos.catalog.library, row: album.row).description
    let asset = try photos.fetchAssets(withLocalIdentifiers: [name]).object(at: 0)
    let change = try change { $0.setFavorite(!asset.isFavorite, of: [asset]) }
    #expect(try change.changeDetails(for: album) == nil)
    #expect(try change.changeDetails(for: albums) == nil)
    let details = try #require(try change.changeDetails(for: asset))
    #expect(details.objectAfterChanges?.isFavorite == !asset.isFavorite && !details.assetContentChanged)
  }

  @Test func anEditOfPixelsSaysSoAndADeletionTakesTheAsset() throws {
    let assets = try photos.fetchAssets().objects(at: 4..<6)
    let edit = try change { $0.adjust(.mono, [assets[0]]) }
    #expect(try edit.changeDetails(for: assets[0])?.assetContentChanged == true)
    #expect(try edit.changeDetails(for: assets[1]) == nil)
    let deletion = try change { $0.deleteAssets([assets[1]]) }
    let details = try #require(try deletion.changeDetails(for: assets[1]))
    #expect(details.objectWasDeleted && !details.assetContentChanged)
  }

  @Test func withLimitedAccessAlbumsGo() throws {
    let (albums, top) = (try photos.fetchAlbums(), try photos.topLevelUserCollections())
    try photos.setAuthorizationStatus(.limited)
    let change = try #require(keeper.change.withLock { $0 })
    #expect(try change.changeDetails(for: albums)?.removedIndexes.count == albums.count)
    #expect(try change.changeDetails(for: top)?.fetchResultAfterChanges.count == 0)
  }
}
