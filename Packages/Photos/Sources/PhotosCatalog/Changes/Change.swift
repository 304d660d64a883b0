public import Foundation
public import PhotosModel

struct TouchedRows: Hashable, Sendable {
  /// Objects with different properties or contents; some may have been deleted afterwards.
  var changed: Set<Int64> = []
  var removed: Set<Int64> = []
}

/// A change of the library (`PHChange`), which observers ask for details.
public struct Change: Sendable {
  let library: AssetLibrary
  var assets = TouchedRows()
  var collections = TouchedRows()
  var contentRows: Set<Int64> = []

  /// Returns the differences of a fetch result, or nil if it is unchanged.
  public func changeDetails<Object>(for fetchResult: FetchResult<Object>) -> FetchResultChangeDetails<Object>? {
    let details = FetchResultChangeDetails(
      before: fetchResult, after: fetchResult.query(),
      changedRows: (Object.self == Asset.self ? assets : collections).changed)
    return details.isEmpty ? nil : details
  }

  /// Returns the change of an asset, or nil if it is unchanged.
  public func changeDetails(for object: Asset) -> ObjectChangeDetails<Asset>? {
    details(object, assets, contentChanged: contentRows.contains(object.row))
  }

  /// Returns the change of an album or a folder (its name, existence or contents), or nil if it is unchanged.
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

/// A change of an asset, an album or a folder (`PHObjectChangeDetails`).
public struct ObjectChangeDetails<Object: FetchedObject>: Sendable {
  /// The object before the change.
  public let objectBeforeChanges: Object
  /// The object after the change, or nil if it was deleted.
  public let objectAfterChanges: Object?
  /// True when the pixels of the asset changed, so that its images are out of date.
  public let assetContentChanged: Bool

  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

/// The differences between two fetch results (`PHFetchResultChangeDetails`).
///
/// Three steps lead from one list to the other, each applied to the list that the step before left: remove the objects
/// at `removedIndexes`, insert the new ones at `insertedIndexes`, then make the moves one after another.
public struct FetchResultChangeDetails<Object: FetchedObject>: Sendable {
  public let fetchResultBeforeChanges: FetchResult<Object>
  public let fetchResultAfterChanges: FetchResult<Object>
  /// False if an observer has to reload everything: the options turned indexes off, or finding the moves takes too
  /// long.
  public let hasIncrementalChanges: Bool
  /// The places of removed objects in the result before.
  public let removedIndexes: IndexSet?
  /// The places of new objects in the result before without the removed objects. No move touches a new object, so these
  /// are also its places in the result after.
  public let insertedIndexes: IndexSet?
  /// The places, in the result after, of changed objects that both results contain.
  public let changedIndexes: IndexSet?
  private let moves: [(from: Int, to: Int)]

  public var hasMoves: Bool { !moves.isEmpty }
  var isEmpty: Bool {
    hasIncrementalChanges && moves.isEmpty
      && [removedIndexes, insertedIndexes, changedIndexes].allSatisfy { $0?.isEmpty == true }
  }

  /// Creates the details by comparing two fetch results (`init(from:to:changedObjects:)`).
  public init(from fromResult: FetchResult<Object>, to toResult: FetchResult<Object>, changedObjects: [Object]) {
    let rows = changedObjects.map { toResult.index(of: $0) }.filter { $0 != NSNotFound }.map { toResult.rows[$0] }
    self.init(before: fromResult, after: toResult, changedRows: Set(rows))
  }

  init(before: FetchResult<Object>, after: FetchResult<Object>, changedRows changed: Set<Int64>) {
    fetchResultBeforeChanges = before
    fetchResultAfterChanges = after
    let difference = ListDifference(before: before.rows, after: after.rows, hasMoves: before.hasDetails)
    let inserted = IndexSet(difference.inserted)
    let places = changed.isEmpty ? [] : after.rows.indices.filter { changed.contains(after.rows[$0]) }
    let updated = IndexSet(places).subtracting(inserted)
    let isSame = difference.isEmpty && updated.isEmpty
    guard let moves = difference.moves, isSame || before.hasDetails else {
      hasIncrementalChanges = false
      (removedIndexes, insertedIndexes, changedIndexes, self.moves) = (nil, nil, nil, [])
      return
    }
    hasIncrementalChanges = true
    self.moves = moves
    (removedIndexes, insertedIndexes, changedIndexes) = (IndexSet(difference.removed), inserted, updated)
  }

  /// The removed objects, in order.
  public var removedObjects: [Object] { removedIndexes.map { fetchResultBeforeChanges.objects(at: $0) } ?? [] }

  /// The new objects, in order.
  public var insertedObjects: [Object] { insertedIndexes.map { fetchResultAfterChanges.objects(at: $0) } ?? [] }

  /// The changed objects that both results contain, in their new state.
  public var changedObjects: [Object] { changedIndexes.map { fetchResultAfterChanges.objects(at: $0) } ?? [] }

  /// Calls the handler with the source and the target of each move, in the list that the moves before have left.
  public func enumerateMoves(_ handler: (Int, Int) -> Void) { for move in moves { handler(move.from, move.to) } }
}

/// The steps from one list of rows to another: removals, insertions, then moves one after another.
struct ListDifference {
  private(set) var removed: [Int] = []
  /// The ascending places of new rows, right after their insertion and in the final list.
  private(set) var inserted: [Int] = []
  /// The moves, each in the list that the moves before have left; nil when they are not wanted or would take more than
  /// `stepsMax` to find.
  private(set) var moves: [(from: Int, to: Int)]? = []

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moves?.isEmpty == true }

  /// Finding a move takes a walk over the list.
  private static let stepsMax = 100_000_000

  /// The places of a kept row: after removals and insertions, and in the final list.
  private typealias Kept = (from: Int, to: Int)

  init(before: [Int64], after: [Int64], hasMoves: Bool = true) {
    // A common start and a common end need no look-up.
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var tail = 0
    while tail < min(before.count, after.count) - start,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    { tail += 1 }
    var places: [Int64: Int] = [:]
    for index in start..<(before.count - tail) { places[before[index]] = index }
    var targets: [Int: Int] = [:]
    for index in start..<(after.count - tail) {
      if let place = places.removeValue(forKey: after[index]) {
        targets[place] = index
      } else {
        inserted.append(index)
      }
    }
    removed = (start..<(before.count - tail)).filter { places[before[$0]] != nil }
    // The kept rows fill, in their old order, the places between new rows.
    let new = Set(inserted)
    let free = (start..<(after.count - tail)).filter { !new.contains($0) }
    let kept = zip(free, (start..<(before.count - tail)).compactMap { targets[$0] })
    moves =
      kept.allSatisfy { $0 == $1 }
      ? [] : hasMoves ? ListDifference.moves(kept.map { ($0, $1) }, inserted: inserted, start: start) : nil
  }

  /// Returns the fewest moves that leave new rows alone.
  private static func moves(_ kept: [Kept], inserted: [Int], start: Int) -> [(from: Int, to: Int)]? {
    // A row that has to pass a new one must move; of the others, those that are already in order stay.
    let passing = kept.map { newRows(before: $0.from, inserted) != newRows(before: $0.to, inserted) }
    let staying = kept.indices.filter { !passing[$0] }
    let resting = Set(longestAscending(staying.map { kept[$0].to }).map { staying[$0] })
    let movers = kept.indices.filter { !resting.contains($0) }.map { kept[$0].to }.sorted()
    // The current list: rows by their final place.
    var list = Array(start..<start + inserted.count + kept.count)
    for row in kept { list[row.from - start] = row.to }
    guard movers.count * list.count <= stepsMax else { return nil }
    var moves: [(from: Int, to: Int)] = []
    for mover in movers {
      guard let from = list.firstIndex(of: mover) else { continue }
      list.remove(at: from)
      // Right behind its predecessor in the final list.
      let to = list.firstIndex(of: mover - 1).map { $0 + 1 } ?? 0
      list.insert(mover, at: to)
      if from != to { moves.append((start + from, start + to)) }
    }
    return moves
  }

  private static func newRows(before place: Int, _ inserted: [Int]) -> Int {
    inserted.indices.bisected { inserted[$0] >= place }
  }

  /// Returns the places of a longest ascending subsequence (Schensted 1961), the rows that can stay.
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    // For each length, the place of the smallest last value of an ascending subsequence.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for place in values.indices {
      let low = ends.indices.bisected { values[ends[$0]] >= values[place] }
      if low > 0 { previous[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var result: Set<Int> = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.insert(place)
      place = previous[place]
    }
    return result
  }
}

extension Range<Int> {
  /// Returns the first number that satisfies a condition, or the upper bound if none does.
  func bisected(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
