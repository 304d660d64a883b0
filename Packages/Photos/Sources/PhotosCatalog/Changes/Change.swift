public import Foundation
public import PhotosModel

struct TouchedRows: Hashable, Sendable {
  /// Objects whose properties, or whose contents, differ; they may have been deleted afterwards.
  var changed: Set<Int64> = []
  var removed: Set<Int64> = []
}

/// What changed in the library (`PHChange`): asked by observers for the details of what they show.
public struct Change: Sendable {
  let library: AssetLibrary
  var assets = TouchedRows()
  var collections = TouchedRows()
  var contentRows: Set<Int64> = []

  /// What happened to a fetch result, of assets or of albums and folders; nil when nothing did.
  public func changeDetails<Object>(for fetchResult: FetchResult<Object>) -> FetchResultChangeDetails<Object>? {
    let details = FetchResultChangeDetails(
      before: fetchResult, after: fetchResult.query(),
      changedRows: (Object.self == Asset.self ? assets : collections).changed)
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
  /// False if an observer has to reload all: the options wanted no indexes, or the moves take too long to find.
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
    self.init(before: fromResult, after: toResult, changedRows: Set(rows))
  }

  init(before: FetchResult<Object>, after: FetchResult<Object>, changedRows changed: Set<Int64>) {
    fetchResultBeforeChanges = before
    fetchResultAfterChanges = after
    let difference = ListDifference(before: before.rows, after: after.rows, wantsMoves: before.wantsDetails)
    let inserted = IndexSet(difference.inserted)
    // One walk over the list finds many rows sooner than a search for each.
    let places =
      changed.count < 8
      ? changed.compactMap { after.rows.index(of: $0) }
      : (0..<after.count).filter { changed.contains(after.rows[$0]) }
    let updated = IndexSet(places).subtracting(inserted)
    let isSame = difference.isEmpty && updated.isEmpty
    guard let moves = difference.moves, isSame || before.wantsDetails else {
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

/// What leads from one list of rows to another, step by step: removals, insertions, then moves one after another.
struct ListDifference {
  private(set) var removed: [Int] = []
  /// Where new rows stand after their insertion, which is where they stand in the end; ascending.
  private(set) var inserted: [Int] = []
  /// Each in the list that the moves before have left; nil when nobody wants them, or to find them takes more than
  /// `stepsMax`.
  private(set) var moves: [(from: Int, to: Int)]? = []

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moves?.isEmpty == true }

  /// To find a move takes a walk over the list.
  private static let stepsMax = 100_000_000

  /// The place of a row of both lists after removals and insertions, and in the list after.
  private typealias Kept = (from: Int, to: Int)

  init(before: RowList, after: RowList, wantsMoves: Bool = true) {
    // What both begin and end with needs no looking up.
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
    // What stays fills, in its old order, the places that new rows leave.
    let new = Set(inserted)
    let free = (start..<(after.count - tail)).filter { !new.contains($0) }
    let kept = zip(free, (start..<(before.count - tail)).compactMap { targets[$0] })
    moves =
      kept.allSatisfy { $0 == $1 }
      ? [] : wantsMoves ? ListDifference.moves(kept.map { ($0, $1) }, inserted: inserted, start: start) : nil
  }

  /// The fewest moves that do not touch new rows.
  private static func moves(_ kept: [Kept], inserted: [Int], start: Int) -> [(from: Int, to: Int)]? {
    // A row that has to pass a new one must move; of the others those rest that are in order already.
    let passing = kept.map { newRows(before: $0.from, inserted) != newRows(before: $0.to, inserted) }
    let staying = kept.indices.filter { !passing[$0] }
    let resting = Set(longestAscending(staying.map { kept[$0].to }).map { staying[$0] })
    let movers = kept.indices.filter { !resting.contains($0) }.map { kept[$0].to }.sorted()
    // Rows by their place in the end, as they stand now.
    var list = Array(start..<start + inserted.count + kept.count)
    for row in kept { list[row.from - start] = row.to }
    guard movers.count * list.count <= stepsMax else { return nil }
    var moves: [(from: Int, to: Int)] = []
    for mover in movers {
      guard let from = list.firstIndex(of: mover) else { continue }
      list.remove(at: from)
      // Right behind what precedes it in the end.
      let to = list.firstIndex(of: mover - 1).map { $0 + 1 } ?? 0
      list.insert(mover, at: to)
      if from != to { moves.append((start + from, start + to)) }
    }
    return moves
  }

  private static func newRows(before place: Int, _ inserted: [Int]) -> Int {
    inserted.indices.bisected { inserted[$0] >= place }
  }

  /// Places of a longest ascending subsequence (Schensted 1961): what can stay where it is.
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    // Of the ascending sequences of each length, the place where the one with the least end ends.
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
