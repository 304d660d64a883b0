import Foundation
import PhotosModel
import StrategyKit
import Testing

@testable import CacheLab
@testable import PhotosCatalog

/// The steps from one fetch result to the next.
@Suite struct ChangeDetailsTests {
  /// By the header: removals, insertions, then moves one after another.
  private static func apply(_ details: FetchResultChangeDetails<Asset>) -> [Asset] {
    var list = Array(details.fetchResultBeforeChanges)
    for place in (details.removedIndexes ?? []).reversed() { list.remove(at: place) }
    for (place, asset) in zip(details.insertedIndexes ?? [], details.insertedObjects) { list.insert(asset, at: place) }
    details.enumerateMoves { from, to in list.insert(list.remove(at: from), at: to) }
    return list
  }

  /// Random changes: what the details say leads from one result to the next.
  @Test(arguments: 0..<12 as Range<UInt64>) func detailsLeadFromOneResultToTheNext(_ seed: UInt64) throws {
    let (photos, scheduler) = try PhotosFixture.stepped()
    var random = SplitMix64(seed: seed)
    let trip = try #require(PhotosFixture.albums(photos).firstObject)
    let listener = ChangeTests.Listener(Asset.fetchAssets(in: trip))
    photos.register(listener)
    let library = Asset.fetchAssets(of: photos)
    for _ in 0..<8 {
      let members = Asset.fetchAssets(in: trip, options: PhotosFixture.everything()).count
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
      #expect(ChangeDetailsTests.apply(details) == Array(details.fetchResultAfterChanges), "seed \(seed)")
      #expect(Array(details.fetchResultAfterChanges) == Array(Asset.fetchAssets(in: trip)))
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
    let difference = ListDifference(before: before, after: after)
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
    let (photos, scheduler) = try PhotosFixture.stepped()
    let options = PhotosFixture.options { $0.wantsIncrementalChangeDetails = false }
    let listener = ChangeTests.Listener(Asset.fetchAssets(with: options, of: photos))
    photos.register(listener)
    let assets = Asset.fetchAssets(of: photos).objects(at: 0..<3)
    try photos.performChangesAndWait { AssetChangeRequest.deleteAssets(assets) }
    scheduler.runAll()
    let details = try #require(listener.last)
    #expect(!details.hasIncrementalChanges && details.removedIndexes == nil && details.insertedIndexes == nil)
    #expect(details.changedIndexes == nil && !details.hasMoves && details.removedObjects.isEmpty)
    #expect(details.fetchResultAfterChanges.count == details.fetchResultBeforeChanges.count - 3)
  }

  @Test func twoFetchResultsAreCompared() throws {
    let photos = try PhotosFixture.reading()
    let before = Asset.fetchAssets(
      withLocalIdentifiers: Asset.fetchAssets(of: photos).prefix(6).map { $0.localIdentifier }, of: photos)
    let after = Asset.fetchAssets(
      with: PhotosFixture.options {
        $0.predicate = NSPredicate(format: "SELF IN %@", Array(before.dropFirst(2)))
        $0.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: false)]
      }, of: photos)
    let details = FetchResultChangeDetails(from: before, to: after, changedObjects: [before[3]])
    #expect(ChangeDetailsTests.apply(details) == Array(after) && details.changedObjects == [before[3]])
    #expect(details.removedIndexes == [0, 1] && details.hasMoves)
  }
}
