@testable import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import LabLibrary
@testable import PhotosCatalog

@Suite struct ChangeTests {
  final class Listener: PhotoLibraryChangeObserver, Sendable {
    let result: Mutex<FetchResult<Asset>>
    let details = Mutex<[FetchResultChangeDetails<Asset>]>([])
    let changes = Mutex<Int>(0)

    init(_ result: FetchResult<Asset>) { self.result = Mutex(result) }

    var last: FetchResultChangeDetails<Asset>? { details.withLock { $0.last } }

    func photoLibraryDidChange(_ changeInstance: Change) {
      changes.withLock { $0 += 1 }
      guard let found = changeInstance.changeDetails(for: result.withLock { $0 }) else { return }
      result.withLock { $0 = found.fetchResultAfterChanges }
      details.withLock { $0.append(found) }
    }
  }

  private struct Refusal: Error {}

  @Test func whatIsCreatedHasItsNameBeforeItIsThere() throws {
    let photos = try PhotosFixture.photos()
    let before = Asset.fetchAssets(of: photos).count
    var name = ""
    try photos.performChangesAndWait {
      let new = AssetChangeRequest.creationRequestForAsset(from: ItemID(3))
      new.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
      new.isFavorite = true
      let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      album.addAssets([new.placeholderForCreatedAsset!] as NSArray)
      name = new.placeholderForCreatedAsset!.localIdentifier
    }
    let found = Asset.fetchAssets(withLocalIdentifiers: [name], of: photos)
    #expect(found.count == 1 && Asset.fetchAssets(of: photos).count == before + 1)
    #expect(found[0].creationDate == Date(timeIntervalSince1970: 1_700_000_000) && found[0].isFavorite)
    #expect(found[0].pixelSize == PhotosFixture.library.index[3].size)
    let album = try #require(PhotosFixture.albums(photos).lastObject)
    #expect(album.localizedTitle == "New" && Array(Asset.fetchAssets(in: album)) == Array(found))
  }

  @Test func aChangeThatFailsLeavesNothingBehind() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let result = Asset.fetchAssets(of: photos)
    let listener = Listener(result)
    photos.register(listener)
    let assets = Array(result)
    let trip = try #require(PhotosFixture.albums(photos).firstObject)
    let members = Array(Asset.fetchAssets(in: trip))
    let favorites = try PhotosFixture.smart(photos, .smartAlbumFavorites)
    let failing: [(PhotosError.Code, () -> Void)] = [
      (
        .changeNotSupported,
        {
          AssetChangeRequest(for: assets[0]).isFavorite = true
          AssetChangeRequest.deleteAssets([assets[0]])
          AssetCollectionChangeRequest(for: trip)?.insertAssets([assets[5]], at: [100_000])
        }
      ),
      (.identifierNotFound, { AssetChangeRequest.deleteAssets([assets[1], assets[1]]) }),
      (.identifierNotFound, { AssetChangeRequest.deleteAssets(["a name"]) }),
      (.changeNotSupported, { AssetCollectionChangeRequest.deleteAssetCollections([favorites]) }),
      (.invalidResource, { _ = AssetChangeRequest.creationRequestForAsset(from: ItemID(100_000)) }),
      (.changeNotSupported, { AssetCollectionChangeRequest(for: trip)?.moveAssets(at: [100_000], to: 0) }),
    ]
    for (index, (code, block)) in failing.enumerated() {
      let error = #expect(throws: PhotosError.self, "change \(index)") { try photos.performChangesAndWait(block) }
      #expect(error?.code == code, "change \(index): \(String(describing: error))")
      let heard = Mutex<(Bool, Bool)?>(nil)
      photos.performChanges(block) { isDone, error in heard.withLock { $0 = (isDone, error != nil) } }
      scheduler.runAll()
      #expect(heard.withLock { $0?.0 == false && $0?.1 == true })
    }
    #expect(throws: Refusal.self) {
      try photos.performChangesAndWait {
        AssetCollectionChangeRequest(for: trip)?.removeAssets([members[0]])
        throw Refusal()
      }
    }
    #expect(throws: (any Error).self) {
      try photos.performChangesAndWait {
        #expect(AssetCollectionChangeRequest(for: favorites) == nil); throw Refusal()
      }
    }
    #expect(Array(Asset.fetchAssets(of: photos)) == assets)
    #expect(Array(Asset.fetchAssets(in: trip)) == members)
    #expect(listener.changes.withLock { $0 } == 0, "nobody is told of what did not happen")
  }

  @Test func aChangeWithAHandlerIsMadeLaterAndObserversAreToldBeforeTheHandler() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let listener = Listener(Asset.fetchAssets(of: photos))
    photos.register(listener)
    let told = Mutex<[Int]>([])
    for title in ["One", "Two"] {
      photos.performChanges {
        _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
      } completionHandler: { isDone, error in
        #expect(isDone && error == nil)
        told.withLock { $0.append(listener.changes.withLock { $0 }) }
      }
    }
    let count = PhotosFixture.albums(photos).count
    #expect(listener.changes.withLock { $0 } == 0 && scheduler.handlerCount == 2, "the call returns at once")
    scheduler.runAll()
    #expect(told.withLock { $0.count == 2 && $0[0] >= 1 && $0[1] == 2 }, "its own change before its handler")
    #expect(PhotosFixture.albums(photos).count == count + 2)
  }

  /// Threads change the library at once; each observer is called alone.
  @Test func observersAndHandlersAreCalledOneAtATime() async throws {
    final class Counter: PhotoLibraryChangeObserver, Sendable {
      let state = Mutex<(inside: Int, most: Int, calls: Int)>((0, 0, 0))

      func call() {
        state.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1), $0.calls + 1) }
        for _ in 0..<2_000 { _ = state.withLock { $0.calls } }
        state.withLock { $0.inside -= 1 }
      }

      func photoLibraryDidChange(_ changeInstance: Change) { call() }
    }
    let photos = try PhotosFixture.photos()
    let assets = Asset.fetchAssets(of: photos).objects(at: 0..<20)
    let counter = Counter()
    photos.register(counter)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for index in 0..<5 {
            let asset = assets[thread * 5 + index]
            if thread % 2 == 0 {
              try photos.performChangesAndWait { AssetChangeRequest(for: asset).isHidden = true }
            } else {
              await withCheckedContinuation { answer in
                photos.performChanges {
                  AssetChangeRequest(for: asset).isHidden = true
                } completionHandler: { _, _ in
                  counter.call()
                  answer.resume()
                }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // One more change: when its handler is called, all observers before it were.
    try await photos.performChanges { AssetChangeRequest(for: assets[0]).isFavorite = true }
    #expect(counter.state.withLock { $0.most } == 1)
    #expect(counter.state.withLock { $0.calls } == 31)
    withExtendedLifetime(counter) {}
  }

  /// Apple's sample: an observer that works on the main queue, and a change made there.
  @Test @MainActor func anObserverMayWaitForTheMainThreadThatMadeTheChange() async throws {
    final class Waiter: PhotoLibraryChangeObserver {
      let answer: CheckedContinuation<Void, Never>
      init(_ answer: CheckedContinuation<Void, Never>) { self.answer = answer }
      func photoLibraryDidChange(_ changeInstance: Change) {
        DispatchQueue.main.sync { dispatchPrecondition(condition: .onQueue(.main)) }
        answer.resume()
      }
    }
    let photos = try PhotosFixture.photos()
    let asset = try #require(Asset.fetchAssets(of: photos).firstObject)
    var waiter: Waiter?
    await withCheckedContinuation { answer in
      waiter = Waiter(answer)
      photos.register(waiter!)
      try? photos.performChangesAndWait { AssetChangeRequest(for: asset).isFavorite = true }
    }
    withExtendedLifetime(waiter) {}
  }

  @Test func whoHasUnregisteredOrIsGoneHearsNothing() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let listener = Listener(Asset.fetchAssets(of: photos))
    var other: Listener? = Listener(Asset.fetchAssets(of: photos))
    photos.register(listener)
    photos.register(listener)
    photos.register(other!)
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([listener.result.withLock { $0[0] }]) }
    scheduler.runAll()
    #expect(listener.changes.withLock { $0 } == 1 && other?.changes.withLock { $0 } == 1, "registered twice is once")
    weak let gone = other
    other = nil
    #expect(gone == nil, "nobody is kept alive")
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([listener.result.withLock { $0[0] }]) }
    photos.unregisterChangeObserver(listener)
    scheduler.runAll()
    #expect(listener.changes.withLock { $0 } == 1)
  }

  @Test func aChangeInsideAnotherIsRefused() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    var inner: (any Error)?
    let later = Mutex<(any Error)?>(nil)
    try photos.performChangesAndWait {
      do { try photos.performChangesAndWait {} } catch { inner = error }
      photos.performChanges({}) { _, error in later.withLock { $0 = error } }
    }
    scheduler.runAll()
    #expect((inner as? PhotosError)?.code == .changeNotSupported)
    #expect(later.withLock { ($0 as? PhotosError)?.code == .changeNotSupported })
  }

  @Test func onThreadsAHandlerMayFetchAndChangeAgain() async throws {
    let photos = try PhotosFixture.photos()
    let assets = Asset.fetchAssets(of: photos).objects(at: 0..<2)
    let isDone = await withCheckedContinuation { continuation in
      photos.performChanges {
        AssetChangeRequest(for: assets[0]).isFavorite = true
      } completionHandler: { _, _ in
        photos.performChanges {
          AssetChangeRequest(for: assets[1]).isFavorite = true
        } completionHandler: { isDone, _ in
          continuation.resume(returning: isDone)
        }
      }
    }
    #expect(isDone)
    #expect(Asset.fetchAssets(of: photos).objects(at: 0..<2).allSatisfy { $0.isFavorite })
  }

  @Test func deletedAssetsStayReadableForWhoFetchedThemBefore() throws {
    let photos = try PhotosFixture.photos()
    let before = Asset.fetchAssets(of: photos)
    let asset = before.object(at: 500)
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([asset]) }
    let after = Asset.fetchAssets(of: photos)
    #expect(before.count == after.count + 1)
    #expect(before.object(at: 500) == asset && !after.contains(asset))
  }

  @Test func anEditChangesPixelsAndVersionAndIsTakenBack() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let listener = Listener(Asset.fetchAssets(of: photos))
    photos.register(listener)
    let asset = Asset.fetchAssets(of: photos).object(at: 9)
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .quarterTurn }
    scheduler.runAll()
    let turned = Asset.fetchAssets(of: photos).object(at: 9)
    #expect(turned.pixelWidth == asset.pixelHeight && turned.pixelHeight == asset.pixelWidth)
    #expect(turned.hasAdjustments && turned.contentVersion == asset.contentVersion + 1)
    #expect(listener.last?.changedIndexes == [9] && listener.last?.changedObjects == [asset])
    try photos.performChangesAndWait { AssetChangeRequest(for: turned).revertAssetContentToOriginal() }
    #expect(Asset.fetchAssets(of: photos).object(at: 9).pixelSize == asset.pixelSize)
  }

  @Test func propertiesOfAnAssetAreChanged() throws {
    let photos = try PhotosFixture.photos()
    let asset = Asset.fetchAssets(of: photos).object(at: 3)
    let date = Date(timeIntervalSince1970: 1_500_000_000.25)
    try photos.performChangesAndWait {
      let request = AssetChangeRequest(for: asset)
      request.creationDate = date
      request.location = AssetLocation(latitude: 47.5, longitude: -122)
      request.isHidden = true
    }
    let now = try #require(Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], of: photos).firstObject)
    #expect(now.creationDate == date && now.isHidden)
    #expect(now.location?.coordinate.latitude == 47.5 && now.location?.coordinate.longitude == -122)
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).location = nil }
    #expect(Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], of: photos)[0].location == nil)
    for date in [Date.distantFuture, Date(timeIntervalSince1970: .infinity)] {
      #expect(throws: Never.self) {
        try? photos.performChangesAndWait { AssetChangeRequest(for: asset).creationDate = date }
      }
    }
  }

  @Test func foldersCannotBePutIntoThemselves() throws {
    let photos = try PhotosFixture.photos()
    let lists = Array(CollectionList.fetchCollectionLists(with: .folder, of: photos))
    let (outer, inner) = (lists[0], lists[1])
    #expect(throws: PhotosError.self) {
      try photos.performChangesAndWait { CollectionListChangeRequest(for: inner)?.addChildCollections([outer]) }
    }
    try photos.performChangesAndWait { CollectionListChangeRequest(for: outer)?.removeChildCollections([inner]) }
    #expect(PhotoCollection.fetchTopLevelUserCollections(of: photos).lastObject == inner)
    try photos.performChangesAndWait { CollectionListChangeRequest.deleteCollectionLists([outer]) }
    #expect(!PhotoCollection.fetchTopLevelUserCollections(of: photos).contains(outer))
  }

  // MARK: Image managers

  @Test func managersHearOfEditsAndDeletionsAtOnce() throws {
    let photos = try PhotosFixture.photos()
    let scheduler = SteppedScheduler()
    let source = BlankImageSource(files: PhotosFixture.library.index.assets)
    let manager = CachingImageManager(source, scheduler: scheduler)
    let assets = Asset.fetchAssets(of: photos).objects(at: 20..<24)
    let size = CGSize(width: 200, height: 200)
    manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: nil)
    scheduler.runAll()
    let four = manager.engine.heldBytes
    try photos.performChangesAndWait { for asset in assets { AssetChangeRequest(for: asset).isFavorite = true } }
    #expect(manager.engine.heldBytes == four, "its pixels are the same")
    try photos.performChangesAndWait { AssetChangeRequest(for: assets[0]).adjustment = .mono }
    let three = manager.engine.heldBytes
    #expect(three < four)
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([assets[1]]) }
    #expect(manager.engine.heldBytes < three)
  }

  @Test func anAssetThatWasFetchedBeforeAnEditGivesTheCurrentVersion() throws {
    let photos = try PhotosFixture.photos()
    let asset = try #require(Asset.fetchAssets(of: photos).first { $0.pixelWidth != $0.pixelHeight })
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .quarterTurn }
    let size = PhotosFixture.image(of: asset).image?.size
    #expect(size == CGSize(width: asset.pixelHeight, height: asset.pixelWidth))
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([asset]) }
    let deleted = PhotosFixture.image(of: asset)
    #expect(deleted.image == nil && deleted.error?.code == .identifierNotFound)
  }
}
