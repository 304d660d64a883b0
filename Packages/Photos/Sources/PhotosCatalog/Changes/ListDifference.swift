/// What leads from one list of rows to another: removals, insertions, and the fewest moves.
struct ListDifference {
  /// In the list before, ascending.
  private(set) var removed: [Int] = []
  /// In the list after, ascending.
  private(set) var inserted: [Int] = []
  /// By place in the list after.
  private(set) var moves: [(from: Int, to: Int)] = []

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
    /// Objects of both lists, in the new order.
    var kept: [(from: Int, to: Int)] = []
    for index in start..<(after.count - tail) {
      if let from = places.removeValue(forKey: after[index]) {
        kept.append((from, index))
      } else {
        inserted.append(index)
      }
    }
    removed = (start..<(before.count - tail)).filter { places[before[$0]] != nil }
    let resting = ListDifference.longestAscending(kept.map { $0.from })
    moves = kept.enumerated().filter { !resting.contains($0.offset) }.map { $0.element }
  }

  /// Places of a longest ascending subsequence (Schensted 1961): what can stay where it is.
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    // Of the ascending sequences of each length, the place where the one with the least end ends.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for place in values.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < values[place] { low = middle + 1 } else { high = middle }
      }
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
