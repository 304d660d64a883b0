import GridEngine
public import StrategyKit

/// Photos that came, went, moved or were edited, in the form that `contentChanged` takes: one that moves, or is edited, is
/// one removed and one inserted. Places are counted through all sections.
public struct GridChanges: Hashable, Sendable {
  /// A section afterwards.
  public struct Section: Hashable, Sendable {
    /// Its photos.
    public var count: Int
    /// Which one it was before; nil for a new one.
    public var before: Int?

    public init(count: Int, before: Int? = nil) {
      self.count = count
      self.before = before
    }
  }

  /// Photos before.
  public let countBefore: Int
  /// Photos afterwards.
  public let count: Int
  /// Places before, ascending ranges that do not meet.
  public let removed: [Range<Int>]
  /// Places afterwards, ascending ranges that do not meet.
  public let inserted: [Range<Int>]
  /// The sections afterwards, from top to bottom. Nil where they are not known: then a photo stays in its section, and a
  /// new one joins that of the photo before it.
  public private(set) var sections: [Section]?

  /// Changes as a collection view's batch update has them.
  ///
  /// - Parameters:
  ///   - countBefore: Photos before.
  ///   - removed: Places before.
  ///   - inserted: Places afterwards.
  ///   - moved: From a place before to a place afterwards; neither stands among those removed or inserted.
  ///   - edited: Places afterwards.
  /// - Precondition: each place is one of the grid.
  public init(
    countBefore: Int, removed: some Sequence<Int> = [], inserted: some Sequence<Int> = [],
    moved: [(from: Int, to: Int)] = [], edited: some Sequence<Int> = []
  ) {
    var gone = Set(removed).union(moved.map { $0.from })
    var new = Set(inserted).union(moved.map { $0.to })
    self.countBefore = countBefore
    count = countBefore - gone.count + new.count
    let (sortedGone, sortedNew) = (gone.sorted(), new.sorted())
    precondition(sortedGone.first ?? 0 >= 0 && sortedGone.last ?? -1 < countBefore, "what goes stood in the grid")
    precondition(sortedNew.first ?? 0 >= 0 && sortedNew.last ?? -1 < count, "what comes stands in the grid")
    // The photo at a place is the one of the same rank among those that stayed.
    var (goneBefore, newBefore) = (0, 0)
    for place in edited.sorted() where !new.contains(place) {
      precondition((0..<count).contains(place), "what is edited stands in the grid")
      while newBefore < sortedNew.count && sortedNew[newBefore] < place { newBefore += 1 }
      let rank = place - newBefore
      while goneBefore < sortedGone.count && sortedGone[goneBefore] <= rank + goneBefore { goneBefore += 1 }
      gone.insert(rank + goneBefore)
      new.insert(place)
    }
    self.removed = GridChanges.ranges(gone)
    self.inserted = GridChanges.ranges(new)
  }

  /// Changes step by step, as `PHFetchResultChangeDetails` tells them.
  ///
  /// - Parameters:
  ///   - countBefore: Photos before.
  ///   - count: Photos afterwards.
  ///   - removed: Places before.
  ///   - inserted: Places once what is removed is out.
  ///   - moves: One after another, each in what the steps before have left.
  ///   - changed: Places afterwards, of photos that look different.
  /// - Returns: nil where a step's place is outside the list, or the steps do not lead to `count`.
  public init?(
    countBefore: Int, count: Int, removed: some Sequence<Int>, inserted: some Sequence<Int>,
    moves: [(from: Int, to: Int)], changed: some Sequence<Int>
  ) {
    let (gone, new, changed) = (Set(removed), Set(inserted), Set(changed))
    guard gone.allSatisfy((0..<countBefore).contains) else { return nil }
    let stayed = (0..<countBefore).filter { !gone.contains($0) }
    let places = 0..<stayed.count + new.count
    guard new.allSatisfy(places.contains) else { return nil }
    // What is new has a number of its own.
    var old = stayed.makeIterator()
    var photos = places.map { place in new.contains(place) ? countBefore + place : old.next() ?? place }
    for (from, to) in moves {
      guard photos.indices.contains(from), photos.indices.contains(to) else { return nil }
      photos.insert(photos.remove(at: from), at: to)
    }
    guard photos.count == count, changed.allSatisfy(photos.indices.contains) else { return nil }
    self.init(from: Array(0..<countBefore), to: photos, edited: Set(changed.map { photos[$0] }))
  }

  /// All photos are others: what `reloadData` means.
  public static func reload(from countBefore: Int, to count: Int) -> GridChanges {
    GridChanges(countBefore: countBefore, removed: 0..<countBefore, inserted: 0..<count)
  }

  /// What makes one list of identifiers of another: for a diffable data source, the identifiers of its snapshots.
  ///
  /// As few photos move as possible.
  ///
  /// - Parameters:
  ///   - before: What the grid shows, in the order of places.
  ///   - after: What it will show.
  ///   - edited: Photos that stay and look different.
  /// - Precondition: an identifier stands once in a list.
  /// - Complexity: O(n log n).
  public init<ID: Hashable>(from before: [ID], to after: [ID], edited: Set<ID> = []) {
    var places: [ID: Int] = [:]
    places.reserveCapacity(before.count)
    for (place, id) in before.enumerated() { places[id] = place }
    precondition(places.count == before.count && Set(after).count == after.count, "an identifier stands once")
    var stayed: [(from: Int, to: Int)] = []
    for (to, id) in after.enumerated() {
      if let from = places[id] { stayed.append((from, to)) }
    }
    let kept = GridChanges.longestAscent(stayed.map { $0.from }).map { stayed[$0] }
    let gone = Set(0..<before.count).subtracting(kept.map { $0.from })
    let new = Set(0..<after.count).subtracting(kept.map { $0.to })
    self.init(
      countBefore: before.count, removed: gone, inserted: new,
      edited: edited.isEmpty ? [] : kept.map { $0.to }.filter { edited.contains(after[$0]) })
  }

  /// What makes the sections of one list of another: those of a diffable data source's snapshots, for example.
  ///
  /// As few photos move as possible, whether they stay in their section or not.
  ///
  /// - Parameters:
  ///   - before: The sections that the grid shows, from top to bottom, and their photos.
  ///   - after: Those that it will show.
  ///   - edited: Photos that stay and look different.
  /// - Precondition: an identifier stands once in a list, a photo's in one section alone.
  /// - Complexity: O(n log n).
  public init<SectionID: Hashable, ID: Hashable>(
    from before: [(section: SectionID, items: [ID])], to after: [(section: SectionID, items: [ID])],
    edited: Set<ID> = []
  ) {
    self.init(from: before.flatMap { $0.items }, to: after.flatMap { $0.items }, edited: edited)
    let numbers = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.section, $0) })
    sections = after.map { Section(count: $0.items.count, before: numbers[$0.section]) }
  }

  /// No photo comes, goes, moves or is edited.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// Where a photo stands afterwards; nil when it is gone.
  public func place(after before: Int) -> Int? {
    var rank = before
    for range in removed {
      if range.contains(before) { return nil }
      if range.upperBound <= before { rank -= range.count }
    }
    for range in inserted where range.lowerBound <= rank { rank += range.count }
    return rank
  }

  /// What a list in the order of places becomes.
  ///
  /// - Precondition: as many elements as photos before, and as many new ones as are inserted.
  package func apply<Element>(to list: [Element], inserting new: [Element]) -> [Element] {
    precondition(list.count == countBefore, "an element for each photo before")
    precondition(new.count == inserted.reduce(0) { $0 + $1.count }, "an element for each photo that is inserted")
    var result = list
    for range in removed.reversed() { result.removeSubrange(range) }
    var next = 0
    for range in inserted {
      result.insert(contentsOf: new[next..<next + range.count], at: range.lowerBound)
      next += range.count
    }
    return result
  }

  /// Sorted places as ranges that do not meet.
  private static func ranges(_ places: Set<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in places.sorted() {
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
    return ranges
  }

  /// Indices of a longest ascending part of different numbers.
  private static func longestAscent(_ numbers: [Int]) -> [Int] {
    // The index at which the best ascent of each length ends, and the index before it.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = ends.indices.partitioningIndex { numbers[ends[$0]] >= number }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var ascent: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      ascent.append(index)
      index = before[index]
    }
    return ascent.reversed()
  }
}

extension GridLayout {
  /// The same grid once its photos have changed. Sections lie as they did before, new ones as most do.
  public func showing(_ changes: GridChanges) -> GridLayout {
    guard let after = changes.sections else {
      let before = GridContent(first: count)
      let content = before.removing(changes.removed.map { ItemRange(places: $0) })
        .inserting(photosFrom: count, at: changes.inserted.map { ItemRange(places: $0) })
      return showing(content, insteadOf: before)
    }
    let styles = sections.map { $0.style }
    return laidOut(
      in: after.map { section in
        let before = section.before.flatMap { styles.indices.contains($0) ? $0 : nil }
        return GridSection(count: Int32(clamping: section.count), style: before.map { styles[$0] } ?? usual)
      })
  }
}
