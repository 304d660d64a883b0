import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import LabBase
@testable import LabLibrary
@testable import PhotosCatalog

@Suite struct ChangeTests {
  /// Keeps what it hears of one fetch result.
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
    let before = photos.fetchAssets().count
    var name = ""
    try photos.performChangesAndWait {
      let new = AssetChangeRequest.creationRequestForAsset(from: ItemID(3))
      new.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
      new.isFavorite = true
      let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      album.addAssets([new.placeholderForCreatedAsset!] as NSArray)
      name = new.placeholderForCreatedAsset!.localIdentifier
    }
    let found = photos.fetchAssets(withLocalIdentifiers: [name])
    #expect(found.count == 1 && photos.fetchAssets().count == before + 1)
    #expect(found[0].creationDate == Date(timeIntervalSince1970: 1_700_000_000) && found[0].isFavorite)
    #expect(found[0].pixelSize == PhotosFixture.library.index[3].size)
    let album = try #require(PhotosFixture.albums(photos).lastObject)
    #expect(album.localizedTitle == "New" && Array(photos.fetchAssets(in: album)) == Array(found))
  }

  @Test func aChangeThatFailsLeavesNothingBehind() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let result = photos.fetchAssets()
    let listener = Listener(result)
    photos.register(listener)
    let assets = Array(result)
    let trip = try #require(PhotosFixture.albums(photos).firstObject)
    let members = Array(photos.fetchAssets(in: trip))
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
    #expect(Array(photos.fetchAssets()) == assets)
    #expect(Array(photos.fetchAssets(in: trip)) == members)
    #expect(listener.changes.withLock { $0 } == 0, "nobody is told of what did not happen")
  }

  @Test func aChangeWithAHandlerIsMadeLaterAndObserversAreToldBeforeTheHandler() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let listener = Listener(photos.fetchAssets())
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

  /// Threads change the library at once; whoever is called for it is called alone.
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
    let assets = photos.fetchAssets().objects(at: 0..<20)
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
    let asset = try #require(photos.fetchAssets().firstObject)
    var waiter: Waiter?
    await withCheckedContinuation { answer in
      waiter = Waiter(answer)
      photos.register(waiter!)
      try? photos.performChangesAndWait { AssetChangeRequest(for: asset).isFavorite = true }
    }
    withExtendedLifetime(waiter) {}
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
    let assets = photos.fetchAssets().objects(at: 0..<2)
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
    #expect(photos.fetchAssets().objects(at: 0..<2).allSatisfy { $0.isFavorite })
  }

  @Test func deletedAssetsStayReadableForWhoFetchedThemBefore() throws {
    let photos = try PhotosFixture.photos()
    let before = photos.fetchAssets()
    let asset = before.object(at: 500)
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([asset]) }
    let after = photos.fetchAssets()
    #expect(before.count == after.count + 1)
    #expect(before.object(at: 500) == asset && !after.contains(asset))
  }

  @Test func anEditChangesPixelsAndVersionAndIsTakenBack() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let listener = Listener(photos.fetchAssets())
    photos.register(listener)
    let asset = photos.fetchAssets().object(at: 9)
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .quarterTurn }
    scheduler.runAll()
    let turned = photos.fetchAssets().object(at: 9)
    #expect(turned.pixelWidth == asset.pixelHeight && turned.pixelHeight == asset.pixelWidth)
    #expect(turned.hasAdjustments && turned.contentVersion == asset.contentVersion + 1)
    #expect(listener.last?.changedIndexes == [9] && listener.last?.changedObjects == [asset])
    try photos.performChangesAndWait { AssetChangeRequest(for: turned).revertAssetContentToOriginal() }
    #expect(photos.fetchAssets().object(at: 9).pixelSize == asset.pixelSize)
  }

  @Test func propertiesOfAnAssetAreChanged() throws {
    let photos = try PhotosFixture.photos()
    let asset = photos.fetchAssets().object(at: 3)
    let date = Date(timeIntervalSince1970: 1_500_000_000.25)
    try photos.performChangesAndWait {
      let request = AssetChangeRequest(for: asset)
      request.creationDate = date
      request.location = AssetLocation(latitude: 47.5, longitude: -122)
      request.isHidden = true
    }
    let now = try #require(photos.fetchAssets(withLocalIdentifiers: [asset.localIdentifier]).firstObject)
    #expect(now.creationDate == date && now.isHidden)
    #expect(now.location?.coordinate.latitude == 47.5 && now.location?.coordinate.longitude == -122)
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).location = nil }
    #expect(photos.fetchAssets(withLocalIdentifiers: [asset.localIdentifier])[0].location == nil)
    for date in [Date.distantFuture, Date(timeIntervalSince1970: .infinity)] {
      #expect(throws: Never.self) {
        try? photos.performChangesAndWait { AssetChangeRequest(for: asset).creationDate = date }
      }
    }
  }

  // MARK: Details

  /// As the header has it: removals, insertions, then moves one after another.
  static func apply(_ details: FetchResultChangeDetails<Asset>) -> [Asset] {
    var list = Array(details.fetchResultBeforeChanges)
    for place in (details.removedIndexes ?? []).reversed() { list.remove(at: place) }
    for (place, asset) in zip(details.insertedIndexes ?? [], details.insertedObjects) { list.insert(asset, at: place) }
    details.enumerateMoves { from, to in list.insert(list.remove(at: from), at: to) }
    return list
  }

  @Test func movesComeAfterRemovalsAndInsertions() throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    let assets = photos.fetchAssets().objects(at: 0..<11)
    try photos.performChangesAndWait {
      AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Ten").addAssets(Array(assets[..<10]))
    }
    let album = try #require(PhotosFixture.albums(photos).lastObject)
    let listener = Listener(photos.fetchAssets(in: album))
    photos.register(listener)
    try photos.performChangesAndWait {
      let request = AssetCollectionChangeRequest(for: album)
      request?.removeAssets(at: [1])
      request?.insertAssets([assets[10]], at: [2])
      request?.moveAssets(at: [8], to: 0)
      request?.moveAssets(at: [3], to: 7)
    }
    scheduler.runAll()
    let details = try #require(listener.last)
    #expect(details.hasMoves && details.removedIndexes == [1] && details.insertedObjects == [assets[10]])
    #expect(ChangeTests.apply(details) == Array(details.fetchResultAfterChanges))
  }

  /// Random changes: what the details say leads from one result to the next.
  @Test(arguments: 0..<12 as Range<UInt64>) func detailsLeadFromOneResultToTheNext(_ seed: UInt64) throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    var random = SplitMix64(seed: seed)
    let trip = try #require(PhotosFixture.albums(photos).firstObject)
    let listener = Listener(photos.fetchAssets(in: trip))
    photos.register(listener)
    let library = photos.fetchAssets()
    for _ in 0..<8 {
      let members = photos.fetchAssets(in: trip, options: PhotosFixture.everything()).count
      try photos.performChangesAndWait {
        let request = AssetCollectionChangeRequest(for: trip)
        let places = IndexSet((0..<5).map { _ in random.next(below: members) })
        request?.moveAssets(at: places, to: random.next(below: members - 5))
        request?.removeAssets(at: [random.next(below: members)])
        let new = (0..<3).map { _ in library.object(at: random.next(below: library.count)) }
        request?.insertAssets(new, at: IndexSet((0..<3).map { random.next(below: 20) * 3 + $0 }))
        AssetChangeRequest(for: new[0]).isFavorite = random.chance(50)
      }
      scheduler.runAll()
      let details = try #require(listener.last)
      #expect(ChangeTests.apply(details) == Array(details.fetchResultAfterChanges), "seed \(seed)")
      #expect(Array(details.fetchResultAfterChanges) == Array(photos.fetchAssets(in: trip)))
      let changed = Set(details.changedIndexes ?? [])
      #expect(changed.isDisjoint(with: details.insertedObjects.map { details.fetchResultAfterChanges.index(of: $0) }))
    }
  }

  /// Lists that have nothing to do with an album: any order to any other.
  @Test(arguments: 0..<300 as Range<UInt64>) func anyListLeadsToAnyOther(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func rows() -> [Int64] {
      var rows: [Int64] = []
      for _ in 0..<random.next(below: 14) {
        let row = Int64(random.next(in: 1...16))
        if !rows.contains(row) { rows.append(row) }
      }
      return rows
    }
    let (before, after) = (rows(), rows())
    let difference = ListDifference(before: RowList(before), after: RowList(after))
    var list = before
    for place in difference.removed.reversed() { list.remove(at: place) }
    let new = after.filter { !before.contains($0) }
    for (place, row) in zip(difference.inserted, new) { list.insert(row, at: place) }
    for move in difference.moves ?? [] {
      #expect(!new.contains(list[move.from]), "what is new is not moved")
      list.insert(list.remove(at: move.from), at: move.to)
    }
    #expect(list == after, "\(before) to \(after)")
  }

  @Test func whoWantsNoIndexesReloadsAll() throws {
    for (wants, most) in [(false, Int.max), (true, 2)] {
      let (photos, scheduler) = try PhotosFixture.stepped(most: most)
      let options = PhotosFixture.options { $0.wantsIncrementalChangeDetails = wants }
      let listener = Listener(photos.fetchAssets(with: options))
      photos.register(listener)
      let assets = photos.fetchAssets().objects(at: 0..<3)
      try photos.performChangesAndWait { AssetChangeRequest.deleteAssets(assets) }
      scheduler.runAll()
      let details = try #require(listener.last)
      #expect(!details.hasIncrementalChanges && details.removedIndexes == nil && details.insertedIndexes == nil)
      #expect(details.changedIndexes == nil && !details.hasMoves && details.removedObjects.isEmpty)
      #expect(details.fetchResultAfterChanges.count == details.fetchResultBeforeChanges.count - 3)
    }
  }

  @Test func twoFetchResultsAreCompared() throws {
    let photos = try PhotosFixture.reading()
    let before = photos.fetchAssets(withLocalIdentifiers: photos.fetchAssets().prefix(6).map { $0.localIdentifier })
    let after = photos.fetchAssets(
      with: PhotosFixture.options {
        $0.predicate = NSPredicate(format: "SELF IN %@", Array(before.dropFirst(2)))
        $0.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: false)]
      })
    let details = FetchResultChangeDetails(from: before, to: after, changedObjects: [before[3]])
    #expect(ChangeTests.apply(details) == Array(after) && details.changedObjects == [before[3]])
    #expect(details.removedIndexes == [0, 1] && details.hasMoves)
  }

  @Test func foldersCannotBePutIntoThemselves() throws {
    let photos = try PhotosFixture.photos()
    let lists = Array(photos.fetchCollectionLists(with: .folder))
    let (outer, inner) = (lists[0], lists[1])
    #expect(throws: PhotosError.self) {
      try photos.performChangesAndWait { CollectionListChangeRequest(for: inner)?.addChildCollections([outer]) }
    }
    try photos.performChangesAndWait { CollectionListChangeRequest(for: outer)?.removeChildCollections([inner]) }
    #expect(photos.fetchTopLevelUserCollections().lastObject == inner)
    try photos.performChangesAndWait { CollectionListChangeRequest.deleteCollectionLists([outer]) }
    #expect(!photos.fetchTopLevelUserCollections().contains(outer))
  }

  // MARK: Image managers

  @Test func managersHearOfEditsAndDeletionsAtOnce() throws {
    let photos = try PhotosFixture.photos()
    let scheduler = SteppedScheduler()
    let source = BlankImageSource(files: PhotosFixture.library.index.assets)
    let manager = CachingImageManager(source, scheduler: scheduler)
    let assets = photos.fetchAssets().objects(at: 20..<24)
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
    let asset = try #require(photos.fetchAssets().first { $0.pixelWidth != $0.pixelHeight })
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .quarterTurn }
    let manager = ImageManager(LibraryImageSource(PhotosFixture.library), scheduler: SteppedScheduler())
    let options = ManagerFixture.options { $0.isSynchronous = true }
    var size: CGSize?
    manager.requestImage(
      for: asset, targetSize: ImageManagerMaximumSize, contentMode: .aspectFit, options: options
    ) { image, _ in size = image?.size }
    #expect(size == CGSize(width: asset.pixelHeight, height: asset.pixelWidth))
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets([asset]) }
    var error: PhotosError?
    manager.requestImage(
      for: asset, targetSize: ImageManagerMaximumSize, contentMode: .aspectFit, options: options
    ) {
      error = ImageResultInfo($1).error; #expect($0 == nil)
    }
    #expect(error?.code == .identifierNotFound)
  }
}
