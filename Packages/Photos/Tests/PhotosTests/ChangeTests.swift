import CacheLab
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import LabLibrary
@testable import LabBase
@testable import PhotosCatalog

@Suite struct ChangeTests {
  /// Keeps what it hears of one fetch result.
  final class Listener: LibraryChangeObserver {
    let result: Mutex<FetchResult<Asset>>
    let details = Mutex<[FetchResultChangeDetails<Asset>]>([])
    let changes = Mutex<Int>(0)

    init(_ result: FetchResult<Asset>) { self.result = Mutex(result) }

    func photoLibraryDidChange(_ change: LibraryChange) {
      changes.withLock { $0 += 1 }
      guard let found = try? change.changeDetails(for: result.withLock { $0 }) else { return }
      result.withLock { $0 = found.fetchResultAfterChanges }
      details.withLock { $0.append(found) }
    }
  }

  private struct Refusal: Error {}

  @Test func whatIsCreatedHasItsNameBeforeItIsThere() throws {
    let photos = try PhotosFixture.photos()
    let before = try photos.fetchAssets().count
    var name = ""
    try photos.performChangesAndWait { changes in
      let new = changes.createAsset(
        file: ItemID(3), pixelSize: PixelSize(width: 256, height: 192), creationMs: 1_700_000_000_000)
      let album = changes.createAlbum(title: "New")
      changes.addAssets([new], to: album)
      name = new.localIdentifier
    }
    let found = try photos.fetchAssets(withLocalIdentifiers: [name])
    #expect(found.count == 1)
    #expect(try photos.fetchAssets().count == before + 1)
    let album = try #require(try PhotosFixture.objects(photos.fetchAlbums()).last)
    #expect(album.localizedTitle == "New")
    #expect(try PhotosFixture.objects(photos.fetchAssets(in: album)) == PhotosFixture.objects(found))
  }

  @Test func aChangeThatFailsLeavesNothingBehind() throws {
    let scheduler = SteppedScheduler()
    let photos = try AssetLibrary(of: PhotosFixture.library, scheduler: scheduler)
    let result = try photos.fetchAssets()
    let listener = Listener(result)
    photos.register(listener)
    let assets = try PhotosFixture.objects(result)
    let trip = try #require(try PhotosFixture.objects(photos.fetchAlbums()).first)
    let members = try PhotosFixture.objects(photos.fetchAssets(in: trip))
    let failing: [@Sendable (inout LibraryChanges) throws -> Void] = [
      { changes in
        changes.setFavorite(true, of: assets)
        changes.deleteAssets([assets[0]])
        changes.insertAssets([assets[5]], at: 100_000, in: trip)
      },
      { changes in
        changes.deleteAssets([assets[1], assets[1]])
      },
      { changes in
        changes.removeAssets([members[0]], from: trip)
        throw Refusal()
      },
      { changes in
        changes.rename(photos.smartAlbum(.favorites), to: "Mine")
      },
    ]
    for (index, block) in failing.enumerated() {
      #expect(throws: (any Error).self, "change \(index)") { try photos.performChangesAndWait(block) }
      let heard = Mutex<(Bool, Bool)?>(nil)
      photos.performChanges(block) { isDone, error in heard.withLock { $0 = (isDone, error != nil) } }
      scheduler.runAll()
      #expect(heard.withLock { $0?.0 == false && $0?.1 == true })
    }
    #expect(try PhotosFixture.objects(photos.fetchAssets()) == assets)
    #expect(try PhotosFixture.objects(photos.fetchAssets(in: trip)) == members)
    #expect(listener.changes.withLock { $0 } == 0, "nobody is told of what did not happen")
  }

  @Test func aChangeWithAHandlerIsMadeLaterAndObserversAreToldBeforeTheHandler() throws {
    let scheduler = SteppedScheduler()
    let photos = try AssetLibrary(of: PhotosFixture.library, scheduler: scheduler)
    let listener = Listener(try photos.fetchAssets())
    photos.register(listener)
    let told = Mutex<[Int]>([])
    for title in ["One", "Two"] {
      photos.performChanges {
        _ = $0.createAlbum(title: title)
      } completionHandler: { isDone, error in
        #expect(isDone && error == nil)
        told.withLock { $0.append(listener.changes.withLock { $0 }) }
      }
    }
    let count = try photos.fetchAlbums().count
    #expect(listener.changes.withLock { $0 } == 0 && scheduler.handlerCount == 2, "the call returns at once")
    scheduler.runAll()
    #expect(told.withLock { $0 } == [1, 2], "one change after another")
    #expect(try photos.fetchAlbums().count == count + 2)
  }

  @Test func onThreadsAHandlerMayFetchAndChangeAgain() async throws {
    let photos = try PhotosFixture.photos()
    let assets = try photos.fetchAssets().objects(at: 0..<2)
    let isDone = await withCheckedContinuation { continuation in
      photos.performChanges {
        $0.setFavorite(true, of: [assets[0]])
      } completionHandler: { _, _ in
        photos.performChanges {
          $0.setFavorite(true, of: [assets[1]])
        } completionHandler: { isDone, _ in
          continuation.resume(returning: isDone)
        }
      }
    }
    #expect(isDone)
    #expect(try photos.fetchAssets().objects(at: 0..<2).allSatisfy { $0.isFavorite })
  }

  @Test func deletedAssetsStayReadableForWhoFetchedThemBefore() throws {
    let photos = try PhotosFixture.photos()
    let before = try photos.fetchAssets()
    let asset = try before.object(at: 500)
    try photos.performChangesAndWait { $0.deleteAssets([asset]) }
    let after = try photos.fetchAssets()
    #expect(before.count == after.count + 1)
    #expect(try before.object(at: 500) == asset)
    #expect(!after.contains(asset))
  }

  @Test func anEditChangesPixelsAndVersionAndIsTakenBack() throws {
    let photos = try PhotosFixture.photos()
    let listener = Listener(try photos.fetchAssets())
    photos.register(listener)
    let asset = try photos.fetchAssets().object(at: 9)
    try photos.performChangesAndWait { $0.adjust(.quarterTurn, [asset]) }
    let turned = try photos.fetchAssets().object(at: 9)
    #expect(turned.pixelSize == PixelSize(width: asset.pixelHeight, height: asset.pixelWidth))
    #expect(turned.hasAdjustments && turned.contentVersion == asset.contentVersion + 1)
    #expect(listener.details.withLock { $0.last?.changedIndexes } == [9])
    try photos.performChangesAndWait { $0.adjust(.none, [turned]) }
    #expect(try photos.fetchAssets().object(at: 9).pixelSize == asset.pixelSize)
  }

  /// Random changes: what the details say leads from one result to the next.
  @Test(arguments: 0..<6 as Range<UInt64>) func detailsLeadFromOneResultToTheNext(_ seed: UInt64) throws {
    let photos = try PhotosFixture.photos()
    var random = SplitMix64(seed: seed)
    let trip = try #require(try PhotosFixture.objects(photos.fetchAlbums()).first)
    let listener = Listener(try photos.fetchAssets(in: trip))
    photos.register(listener)
    for _ in 0..<8 {
      let before = Array(listener.result.withLock { $0 }.rows.all)
      let members = try PhotosFixture.objects(photos.fetchAssets(in: trip))
      let library = try photos.fetchAssets()
      try photos.performChangesAndWait { changes in
        let places = Set((0..<5).map { _ in random.next(below: members.count) }).sorted()
        changes.moveAssets(at: places, to: random.next(below: members.count - 5), in: trip)
        changes.removeAssets([members[random.next(below: members.count)]], from: trip)
        let new = try (0..<3).map { _ in try library.object(at: random.next(below: library.count)) }
        changes.insertAssets(new, at: random.next(below: members.count - 1), in: trip)
        changes.setFavorite(random.chance(50), of: [new[0]])
      }
      let details = try #require(listener.details.withLock { $0.last })
      let after = Array(details.fetchResultAfterChanges.rows.all)
      #expect(ChangeTests.apply(details, to: before, after: after) == after, "seed \(seed)")
      #expect(after == Array(try photos.fetchAssets(in: trip).rows.all))
    }
  }

  /// As a collection view does it: removals, insertions and moves in one batch.
  private static func apply(_ details: FetchResultChangeDetails<Asset>, to before: [Int64], after: [Int64]) -> [Int64] {
    let leaving = Set(details.removedIndexes + details.moves.map { $0.from })
    var list = before.indices.filter { !leaving.contains($0) }.map { before[$0] }
    let arriving =
      details.insertedIndexes.map { ($0, after[$0]) } + details.moves.map { ($0.to, before[$0.from]) }
    for (place, row) in arriving.sorted(by: { $0.0 < $1.0 }) { list.insert(row, at: min(place, list.count)) }
    return list
  }

  @Test func foldersCannotBePutIntoThemselves() throws {
    let photos = try PhotosFixture.photos()
    let lists = try PhotosFixture.objects(photos.fetchCollectionLists())
    let (outer, inner) = (lists[0], lists[1])
    #expect(throws: CatalogError.self) { try photos.performChangesAndWait { $0.move([outer], into: inner) } }
    try photos.performChangesAndWait { $0.move([inner], into: nil, at: 0) }
    #expect(try photos.topLevelUserCollections().firstObject == .list(inner))
    try photos.performChangesAndWait { $0.delete([outer]) }
    #expect(try photos.topLevelUserCollections().contains(.list(outer)) == false)
  }

  @Test func managersHearOfEditsAndDeletions() throws {
    let photos = try PhotosFixture.photos()
    let scheduler = SteppedScheduler()
    let source = BlankImageSource(files: PhotosFixture.library.index.assets)
    let manager = CachingImageManager(source, scheduler: scheduler)
    let updater = ManagerUpdater(manager)
    photos.register(updater)
    let assets = try photos.fetchAssets().objects(at: 20..<24)
    let size = PixelSize(width: 200, height: 200)
    manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: nil)
    scheduler.runAll()
    let four = manager.engine.heldBytes
    try photos.performChangesAndWait { $0.setFavorite(true, of: assets) }
    #expect(manager.engine.heldBytes == four, "its pixels are the same")
    try photos.performChangesAndWait { $0.adjust(.mono, [assets[0]]) }
    let three = manager.engine.heldBytes
    #expect(three < four)
    try photos.performChangesAndWait { $0.deleteAssets([assets[1]]) }
    #expect(manager.engine.heldBytes < three)
    withExtendedLifetime(updater) {}
  }
}
