/// Changes of a grid's content: photos that came, went, moved or were edited. Places are counted across all sections.
public struct GridChanges: Hashable, Sendable {
  /// A section after the changes: the number of its photos, and its index before, or nil for a new one.
  package struct Section: Hashable, Sendable {
    package var count: Int
    package var before: Int?
  }

  /// The number of photos before the changes.
  public let countBefore: Int
  /// The number of photos after the changes.
  public let count: Int
  /// The places before the changes of photos that went or moved, as ascending disjoint ranges.
  public let removed: [Range<Int>]
  /// The places after the changes of photos that came or moved, as ascending disjoint ranges.
  public let inserted: [Range<Int>]
  /// The places after the changes of photos that stay but look different, as ascending disjoint ranges. Their cells
  /// show the old images until the new ones arrive, so a collection view need not reload them.
  public private(set) var edited: [Range<Int>]
  /// The sections after the changes, from top to bottom. If nil, a photo stays in its section, and a new one joins the
  /// section of the photo before it.
  package private(set) var sections: [Section]?
  private let moved: [Move]

  private struct Move: Hashable {
    var from, to: Int
  }

  /// Creates changes in the terms of a collection view's batch update.
  ///
  /// - Parameters:
  ///   - countBefore: The number of photos before the changes.
  ///   - removed: The places before the changes of removed photos.
  ///   - inserted: The places after the changes of inserted photos.
  ///   - moved: Pairs of a place before and a place after the changes; neither is in `removed` or `inserted`.
  ///   - edited: The places after the changes of edited photos.
  /// - Precondition: All places are in the grid.
  /// - Complexity: O(n log n) for n changes.
  public init(
    countBefore: Int, removed: some Sequence<Int> = [], inserted: some Sequence<Int> = [],
    moved: [(from: Int, to: Int)] = [], edited: some Sequence<Int> = []
  ) {
    self.countBefore = countBefore
    self.moved = moved.map { Move(from: $0.from, to: $0.to) }.sorted { $0.from < $1.from }
    self.removed = GridChanges.ranges(Array(removed) + moved.map { $0.from })
    self.inserted = GridChanges.ranges(Array(inserted) + moved.map { $0.to })
    count = countBefore - GridChanges.count(self.removed) + GridChanges.count(self.inserted)
    var next = self.inserted[...]
    self.edited = GridChanges.ranges(
      edited.sorted().filter { place in
        while let range = next.first, range.upperBound <= place { next.removeFirst() }
        return next.first?.contains(place) != true
      })
    precondition(GridChanges.isWithin(self.removed, countBefore), "what goes stood in the grid")
    precondition(GridChanges.isWithin(self.inserted, count), "what comes stands in the grid")
    precondition(GridChanges.isWithin(self.edited, count), "what is edited stands in the grid")
  }

  /// Creates changes from successive steps, as in `PHFetchResultChangeDetails`.
  ///
  /// - Parameters:
  ///   - countBefore: The number of photos before the changes.
  ///   - count: The number of photos after the changes.
  ///   - removed: The places before the changes of removed photos.
  ///   - inserted: The places of inserted photos after the removal.
  ///   - moves: Successive moves, each in the list that the steps before it have left.
  ///   - changed: The places after the changes of photos that look different.
  /// - Returns: nil if a step's place is outside the list, or the steps do not lead to `count`.
  /// - Complexity: O(m x n) for m moves and n changes.
  public init?(
    countBefore: Int, count: Int, removed: some Sequence<Int>, inserted: some Sequence<Int>,
    moves: [(from: Int, to: Int)], changed: some Sequence<Int>
  ) {
    let (gone, new, changed) = (
      GridChanges.ranges(Array(removed)), GridChanges.ranges(Array(inserted)), GridChanges.ranges(Array(changed))
    )
    let places = countBefore - GridChanges.count(gone) + GridChanges.count(new)
    let isWithin = GridChanges.isWithin
    guard places == count, isWithin(gone, countBefore), isWithin(new, count), isWithin(changed, count) else {
      return nil
    }
    var photos = GridContent(first: Int32(countBefore)).removing(gone.map { ItemRange(places: $0) })
      .inserting(photosFrom: GridChanges.firstNew(countBefore), at: new.map { ItemRange(places: $0) })
    for (from, to) in moves {
      guard (0..<count).contains(from), (0..<count).contains(to) else { return nil }
      let place = ItemRange(places: from..<from + 1)
      let photo = photos.photos(at: place)[0].lower
      photos = photos.removing([place]).inserting(photosFrom: photo, at: [ItemRange(places: to..<to + 1)])
    }
    self.init(countBefore: countBefore, showing: photos, edited: changed.joined())
  }

  /// Returns changes that replace all photos, like `reloadData`.
  public static func reload(from countBefore: Int, to count: Int) -> GridChanges {
    GridChanges(countBefore: countBefore, removed: 0..<countBefore, inserted: 0..<count)
  }

  /// Returns the changes, or those of a reload if they start from another number of photos: they belong to another grid.
  package func beginning(with count: Int) -> GridChanges {
    countBefore == count ? self : .reload(from: count, to: self.count)
  }

  /// Creates the changes from one list of identifiers to another: those of a diffable data source's snapshots, for example.
  ///
  /// As few photos move as possible.
  ///
  /// - Parameters:
  ///   - before: The photos that the grid shows, in the order of places.
  ///   - after: The photos that it will show.
  ///   - edited: The photos that stay but look different.
  /// - Precondition: No list has an identifier twice.
  /// - Complexity: O(n log n).
  public init<ID: Hashable>(from before: [ID], to after: [ID], edited: Set<ID> = []) {
    let shorter = min(before.count, after.count)
    let head = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
    let tail = (0..<shorter - head).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] }
    let same = tail ?? shorter - head
    var places: [ID: Int] = [:]
    for place in head..<before.count - same { places[before[place]] = place }
    let middle = after[head..<after.count - same]
    precondition(
      places.count == before.count - same - head && Set(middle).count == middle.count, "an identifier stands once")
    var next = GridChanges.firstNew(before.count)
    let photos = middle.map { id in
      let photo = places[id].map { Int32($0) } ?? next
      if photo == next { next += 1 }
      return ItemRange(lower: photo, upper: photo + 1)
    }
    let (first, last) = (ItemRange(places: 0..<head), ItemRange(places: before.count - same..<before.count))
    self.init(
      countBefore: before.count, showing: GridContent([first] + photos + [last]),
      edited: edited.isEmpty ? [] : after.indices.filter { edited.contains(after[$0]) })
  }

  /// Creates the changes from one list of sections to another: those of a diffable data source's snapshots, for example.
  ///
  /// As few photos move as possible, whether they stay in their section or not.
  ///
  /// - Parameters:
  ///   - before: The sections that the grid shows, from top to bottom, and their photos.
  ///   - after: Those that it will show.
  ///   - edited: The photos that stay but look different.
  /// - Precondition: No list has an identifier twice, and no photo is in two sections.
  /// - Complexity: O(n log n).
  public init<SectionID: Hashable, ID: Hashable>(
    from before: [(section: SectionID, items: [ID])], to after: [(section: SectionID, items: [ID])],
    edited: Set<ID> = []
  ) {
    self.init(from: before.flatMap { $0.items }, to: after.flatMap { $0.items }, edited: edited)
    let numbers = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.section, $0) })
    sections = after.map { Section(count: $0.items.count, before: numbers[$0.section]) }
  }

  /// Creates changes to a grid of photos 0..<`countBefore` from its content afterwards; photos from `firstNew` on are
  /// new.
  private init(countBefore: Int, showing content: GridContent, edited: some Sequence<Int>) {
    var stayed = GridChanges.heaviestAscent(content.photos, below: Int32(countBefore))[...]
    var (removed, inserted): ([Range<Int>], [Range<Int>]) = ([], [])
    var moved: [(from: Int, to: Int)] = []
    var (next, place) = (0, 0)
    for (index, run) in content.photos.enumerated() {
      let (photos, places) = (Int(run.lower)..<Int(run.upper), place..<place + run.count)
      place = places.upperBound
      if stayed.first == index {
        stayed.removeFirst()
        removed.append(next..<photos.lowerBound)
        next = photos.upperBound
      } else if photos.lowerBound < countBefore {
        moved += zip(photos, places).map { (from: $0, to: $1) }
      } else {
        inserted.append(places)
      }
    }
    removed.append(next..<countBefore)
    self.init(
      countBefore: countBefore, removed: removed.joined(), inserted: inserted.joined(), moved: moved, edited: edited)
  }

  /// True if no photo comes, goes, moves or is edited.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && edited.isEmpty }

  /// The places after the changes whose images are requested again, inserted or edited, as ascending disjoint ranges.
  public var renewed: [Range<Int>] { GridChanges.joined(inserted, edited) }

  package var replaced: [Range<Int>] { GridChanges.joined(removed, GridChanges.ranges(editedBefore)) }

  private var editedBefore: [Int] {
    var (gone, new) = (removed[...], inserted[...])
    var shift = 0
    return edited.joined().map { place in
      while let range = new.first, range.lowerBound <= place {
        shift -= range.count
        new.removeFirst()
      }
      while let range = gone.first, range.lowerBound <= place + shift {
        shift += range.count
        gone.removeFirst()
      }
      return place + shift
    }
  }

  /// Removes edits of photos that do not look different, by their places before the changes.
  package mutating func leaveOutEdits(unless isEdited: (Int) -> Bool) {
    edited = GridChanges.ranges(zip(editedBefore, edited.joined()).filter { isEdited($0.0) }.map { $0.1 })
  }

  /// Returns the place of a photo after the changes, or nil if it is gone.
  public func place(after before: Int) -> Int? {
    let move = moved.indices.partitioningIndex { moved[$0].from >= before }
    if move < moved.count && moved[move].from == before { return moved[move].to }
    var rank = before
    for range in removed {
      if range.contains(before) { return nil }
      if range.upperBound <= before { rank -= range.count }
    }
    for range in inserted where range.lowerBound <= rank { rank += range.count }
    return rank
  }

  package func apply(to content: GridContent, renewedFrom first: Int32) -> GridContent {
    content.removing(replaced.map { ItemRange(places: $0) })
      .inserting(photosFrom: first, at: renewed.map { ItemRange(places: $0) })
  }

  private static func isWithin(_ places: [Range<Int>], _ count: Int) -> Bool {
    places.first?.lowerBound ?? 0 >= 0 && places.last?.upperBound ?? 0 <= count
  }

  private static func count(_ ranges: [Range<Int>]) -> Int { ranges.reduce(0) { $0 + $1.count } }

  /// Returns a number for the first new photo in a grid of so many, with a gap so that it is no neighbour of theirs.
  private static func firstNew(_ countBefore: Int) -> Int32 { Int32(countBefore) + 1 }

  private static func ranges(_ places: [Int]) -> [Range<Int>] { joined(places.map { $0..<$0 + 1 }, []) }

  private static func joined(_ ranges: [Range<Int>], _ others: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in (ranges + others).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Returns the indices of ascending runs below a number that need not move, with as many photos as possible.
  private static func heaviestAscent(_ runs: [ItemRange], below bound: Int32) -> [Int] {
    // Of the ascents so far those with more photos than any that ends lower, and the run before each.
    var ends: [(run: Int, photos: Int)] = []
    var before = [Int](repeating: -1, count: runs.count)
    for (index, run) in runs.enumerated() where run.lower < bound {
      let place = ends.indices.partitioningIndex { runs[ends[$0].run].lower > run.lower }
      var photos = run.count
      if place > 0 {
        before[index] = ends[place - 1].run
        photos += ends[place - 1].photos
      }
      var end = place
      while end < ends.count && ends[end].photos <= photos { end += 1 }
      ends.replaceSubrange(place..<end, with: [(run: index, photos: photos)])
    }
    var ascent: [Int] = []
    var index = ends.last?.run ?? -1
    while index >= 0 {
      ascent.append(index)
      index = before[index]
    }
    return ascent.reversed()
  }
}

extension GridLayout {
  /// Returns the grid after its photos have changed. Sections keep their style; new ones get the usual style.
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
