public import Foundation
public import PhotosModel

/// What a change did to the rows of a table.
struct TouchedRows: Hashable, Sendable {
  /// Objects whose properties, or whose contents, differ; they may have been deleted afterwards.
  var changed: Set<Int64> = []
  /// Objects that were deleted.
  var removed: Set<Int64> = []
}

/// What changed in the library (`PHChange`): asked by observers for the details of what they show.
public struct Change: Sendable {
  let library: AssetLibrary
  var assets = TouchedRows()
  var collections = TouchedRows()
  /// Rows of assets whose pixels changed.
  var contentRows: Set<Int64> = []

  init(library: AssetLibrary) { self.library = library }

  /// What happened to a fetch result, of assets or of albums and folders; nil when nothing did.
  public func changeDetails<Object>(for fetchResult: FetchResult<Object>) -> FetchResultChangeDetails<Object>? {
    let details = FetchResultChangeDetails(
      before: fetchResult, after: fetchResult.query(),
      changedRows: (fetchResult.table == .asset ? assets : collections).changed, most: library.incrementalChangesMax)
    return details.isEmpty ? nil : details
  }

  /// What happened to an asset; nil when nothing did.
  public func changeDetails(for object: Asset) -> ObjectChangeDetails<Asset>? {
    details(object, assets, contentChanged: contentRows.contains(object.row))
  }

  /// What happened to an album or a folder, to its name, its being there or what it holds; nil when nothing did.
  public func changeDetails<Object: PhotoCollection>(for object: Object) -> ObjectChangeDetails<Object>? {
    details(object, collections)
  }

  private func details<Object: LoadableObject>(
    _ object: Object, _ rows: TouchedRows, contentChanged: Bool = false
  ) -> ObjectChangeDetails<Object>? {
    let row = object.row
    if rows.removed.contains(row) {
      return ObjectChangeDetails(objectBeforeChanges: object, objectAfterChanges: nil, assetContentChanged: false)
    }
    guard rows.changed.contains(row) else { return nil }
    let after = try? library.catalog.read { try Object.all([row], of: library, in: $0).first }
    return ObjectChangeDetails(
      objectBeforeChanges: object, objectAfterChanges: after, assetContentChanged: contentChanged)
  }
}

/// What a change did to an asset, an album or a folder (`PHObjectChangeDetails`).
public struct ObjectChangeDetails<Object: FetchedObject>: Sendable {
  /// As the observer had it.
  public let objectBeforeChanges: Object
  /// As it is now; nil when it was deleted.
  public let objectAfterChanges: Object?
  /// True when an asset's pixels changed: images of it are of no use any more.
  public let assetContentChanged: Bool

  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

/// How a fetch result differs from the one before a change (`PHFetchResultChangeDetails`).
///
/// The steps lead from one list to the other, each on what the one before left: take out what is at `removedIndexes`, put
/// what is new at `insertedIndexes`, then make each move, one after another.
public struct FetchResultChangeDetails<Object: FetchedObject>: Sendable {
  public let fetchResultBeforeChanges: FetchResult<Object>
  public let fetchResultAfterChanges: FetchResult<Object>
  /// False where an observer has to reload all: the options wanted no indexes, or too much changed.
  public let hasIncrementalChanges: Bool
  /// In the result before.
  public let removedIndexes: IndexSet?
  /// In the result before, without what was removed. No move touches what is new, so it stands there in the end too.
  public let insertedIndexes: IndexSet?
  /// In the result after: there before, and changed.
  public let changedIndexes: IndexSet?
  private let moves: [(from: Int, to: Int)]

  public var hasMoves: Bool { !moves.isEmpty }
  var isEmpty: Bool {
    hasIncrementalChanges && moves.isEmpty
      && [removedIndexes, insertedIndexes, changedIndexes].allSatisfy { $0?.isEmpty == true }
  }

  /// Compares two fetch results (`init(from:to:changedObjects:)`).
  public init(from fromResult: FetchResult<Object>, to toResult: FetchResult<Object>, changedObjects: [Object]) {
    let rows = changedObjects.map { toResult.index(of: $0) }.filter { $0 != NSNotFound }.map { toResult.rows[$0] }
    self.init(before: fromResult, after: toResult, changedRows: Set(rows), most: .max)
  }

  init(before: FetchResult<Object>, after: FetchResult<Object>, changedRows changed: Set<Int64>, most: Int) {
    fetchResultBeforeChanges = before
    fetchResultAfterChanges = after
    let difference = ListDifference(before: before.rows, after: after.rows)
    let inserted = IndexSet(difference.inserted)
    // One walk over the list finds many rows sooner than a search for each.
    let places =
      changed.count < 8
      ? changed.compactMap { after.rows.index(of: $0) }
      : (0..<after.count).filter { changed.contains(after.rows[$0]) }
    let updated = IndexSet(places).subtracting(inserted)
    let isSame = difference.isEmpty && updated.isEmpty
    let count = difference.removed.count + inserted.count + updated.count + (difference.moves?.count ?? 0)
    guard let moves = difference.moves, isSame || before.wantsDetails && count <= most else {
      hasIncrementalChanges = false
      (removedIndexes, insertedIndexes, changedIndexes, self.moves) = (nil, nil, nil, [])
      return
    }
    hasIncrementalChanges = true
    self.moves = moves
    (removedIndexes, insertedIndexes, changedIndexes) = (IndexSet(difference.removed), inserted, updated)
  }

  /// The objects that went, in order.
  public var removedObjects: [Object] { removedIndexes.map { fetchResultBeforeChanges.objects(at: $0) } ?? [] }

  /// The objects that are new, in order.
  public var insertedObjects: [Object] { insertedIndexes.map { fetchResultAfterChanges.objects(at: $0) } ?? [] }

  /// The objects that were there before and changed, as they are now.
  public var changedObjects: [Object] { changedIndexes.map { fetchResultAfterChanges.objects(at: $0) } ?? [] }

  /// Calls the handler with each move: from where and to where, in the list that the moves before have left.
  public func enumerateMoves(_ handler: (Int, Int) -> Void) { for move in moves { handler(move.from, move.to) } }
}
