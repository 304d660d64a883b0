/// What leads from one list of rows to another, step by step: removals, insertions, then moves one after another.
struct ListDifference {
  /// In the list before, ascending.
  private(set) var removed: [Int] = []
  /// Where new rows stand after their insertion, which is where they stand in the end; ascending.
  private(set) var inserted: [Int] = []
  /// Each in the list that the moves before have left; nil when there are more than `movesMax`.
  private(set) var moves: [(from: Int, to: Int)]? = []

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moves?.isEmpty == true }

  /// To find a move's places takes time in proportion to the moves before it.
  static let movesMax = 2_000

  /// A row of both lists.
  private struct Kept {
    /// Its place after removals and insertions.
    var from: Int
    /// Its place in the list after.
    var to: Int
  }

  init(before: RowList, after: RowList) {
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
    var kept: [Kept] = []
    var (place, new) = (start, 0)
    for index in start..<(before.count - tail) {
      guard let target = targets[index] else { continue }
      while new < inserted.count, inserted[new] == place {
        place += 1
        new += 1
      }
      kept.append(Kept(from: place, to: target))
      place += 1
    }
    moves = ListDifference.moves(kept, inserted: inserted, start: start)
  }

  /// The fewest moves that do not touch new rows.
  private static func moves(_ kept: [Kept], inserted: [Int], start: Int) -> [(from: Int, to: Int)]? {
    // A row that has to pass a new one must move; of the others those rest that are in order already.
    let passing = kept.map { newRows(before: $0.from, inserted) != newRows(before: $0.to, inserted) }
    let staying = kept.indices.filter { !passing[$0] }
    let resting = Set(longestAscending(staying.map { kept[$0].to }).map { staying[$0] })
    var movers = kept.indices.filter { !resting.contains($0) }.map { kept[$0] }
    guard movers.count <= movesMax else { return nil }
    movers.sort { $0.to < $1.to }
    // Each goes right behind what precedes it in the end. Its anchor is the last row at rest of those.
    var anchors: [Int] = []
    var atRest = inserted.map { Kept(from: $0, to: $0) } + kept.indices.filter { resting.contains($0) }.map { kept[$0] }
    atRest.sort { $0.to < $1.to }
    var (next, anchor) = (0, start - 1)
    for mover in movers {
      while next < atRest.count, atRest[next].to < mover.to {
        anchor = atRest[next].from
        next += 1
      }
      anchors.append(anchor)
    }
    var moves: [(from: Int, to: Int)] = []
    for (index, mover) in movers.enumerated() {
      var (from, to) = (mover.from, anchors[index] + 1 + index)
      if mover.from <= anchors[index] { to -= 1 }
      for earlier in 0..<index {
        if movers[earlier].from < mover.from { from -= 1 }
        if anchors[earlier] < mover.from { from += 1 }
        if movers[earlier].from <= anchors[index] { to -= 1 }
      }
      if from != to { moves.append((from, to)) }
    }
    return moves
  }

  /// How many new rows stand before a place.
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
