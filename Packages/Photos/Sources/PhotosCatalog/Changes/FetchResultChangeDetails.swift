/// How a fetch result differs from the one before a change (`PHFetchResultChangeDetails`).
///
/// Indexes are those of a collection view's batch update: `removedIndexes` and the first of a move count in the result
/// before, all others in the result after.
public struct FetchResultChangeDetails<Object: FetchedObject>: Sendable {
  public let fetchResultBeforeChanges: FetchResult<Object>
  public let fetchResultAfterChanges: FetchResult<Object>
  /// Ascending, in the result before.
  public let removedIndexes: [Int]
  /// Ascending, in the result after.
  public let insertedIndexes: [Int]
  /// Ascending, in the result after: there before, and changed.
  public let changedIndexes: [Int]
  /// The fewest objects whose moving makes the order right, by their place in the result after.
  public let moves: [ObjectMove]

  public var hasIncrementalChanges: Bool { true }
  public var hasMoves: Bool { !moves.isEmpty }
  var isEmpty: Bool { removedIndexes.isEmpty && insertedIndexes.isEmpty && changedIndexes.isEmpty && moves.isEmpty }

  init(before: FetchResult<Object>, after: FetchResult<Object>, changedRows: [Int64]) {
    fetchResultBeforeChanges = before
    fetchResultAfterChanges = after
    let difference = ListDifference(before: before.rows, after: after.rows)
    removedIndexes = difference.removed
    insertedIndexes = difference.inserted
    moves = difference.moves.map { ObjectMove(from: $0.from, to: $0.to) }
    let inserted = Set(difference.inserted)
    // One walk over the list finds many rows sooner than a search for each.
    let changed = Set(changedRows)
    let places =
      changed.count < 8
      ? changed.compactMap { after.rows.index(of: $0) }.sorted()
      : (0..<after.count).filter { changed.contains(after.rows[$0]) }
    changedIndexes = places.filter { !inserted.contains($0) }
  }

  /// The objects that are new, in order.
  public func insertedObjects() throws(CatalogError) -> [Object] {
    var objects: [Object] = []
    for index in insertedIndexes { objects.append(try fetchResultAfterChanges.object(at: index)) }
    return objects
  }

  /// The objects that went, in order.
  public func removedObjects() throws(CatalogError) -> [Object] {
    var objects: [Object] = []
    for index in removedIndexes { objects.append(try fetchResultBeforeChanges.object(at: index)) }
    return objects
  }
}
