/// Which of the library's photos a grid shows, place by place, where these are not simply its first ones.
///
/// Runs of neighbours are kept as ranges: a grid of any size whose photos came and went a few times takes a few dozen
/// bytes.
public struct GridContent: Hashable, Sendable {
  /// The photos' numbers in the library, in the order of places; none is empty and none meets its neighbour.
  public private(set) var photos: [ItemRange] = []
  /// The number of photos.
  public private(set) var count: Int32 = 0

  /// - Precondition: no photo comes twice.
  public init(_ photos: some Sequence<ItemRange>) {
    for range in photos { append(range) }
  }

  /// The library's first photos.
  public init(first count: Int32) { self.init(CollectionOfOne(ItemRange(lower: 0, upper: count))) }

  /// A choice of `count` of the first `all` photos, as a person makes one: runs of `runLength` neighbours, evenly spread.
  ///
  /// Run k of n begins at photo k x `runLength` + floor(k x (`all` - `count`) / n).
  public init(choosing count: Int32, of all: Int32) {
    precondition(0 < count && count <= all, "a choice of at least one photo")
    let length = GridContent.runLength
    let runs = (count + length - 1) / length
    self.init(
      (0..<runs).lazy.map { run in
        let lower = run * length + Int32(Int64(run) * Int64(all - count) / Int64(runs))
        return ItemRange(lower: lower, upper: lower + min(length, count - run * length))
      })
  }

  private static let runLength: Int32 = 20

  /// One more than the highest number of a photo.
  public var photoBound: Int32 { photos.map { $0.upper }.max() ?? 0 }

  /// True when these are the library's first photos in their order.
  public var isPlain: Bool { photos.isEmpty || (photos.count == 1 && photos[0].lower == 0) }

  /// Returns the first place that shows another photo than in `other`, or the end of the shorter one.
  func firstDifference(from other: GridContent) -> Int32 {
    var place: Int32 = 0
    for (run, old) in zip(photos, other.photos) {
      if run.lower != old.lower { return place }
      place += min(run.length, old.length)
      if run.upper != old.upper { return place }
    }
    return place
  }

  package var numbers: some Sequence<Int32> { photos.lazy.flatMap { $0.lower..<$0.upper } }

  /// Returns the photos of neighbouring places, as runs.
  package func photos(at places: ItemRange) -> [ItemRange] {
    var found: [ItemRange] = []
    var place: Int32 = 0
    for range in photos {
      let lower = max(places.lower, place)
      let upper = min(places.upper, place + range.length)
      let shift = range.lower - place
      if lower < upper { found.append(ItemRange(lower: lower + shift, upper: upper + shift)) }
      place += range.length
    }
    return found
  }

  /// Returns the content after photos came in: those from `first` on, at `places`, counted in the grid as it is
  /// afterwards.
  ///
  /// - Precondition: The ranges ascend and do not meet, and none is above the count afterwards.
  package func inserting(photosFrom first: Int32, at places: [ItemRange]) -> GridContent {
    var result = GridContent([])
    var rest = Rest(runs: photos[...])
    var next = first
    for range in places {
      rest.take(range.lower - result.count) { result.append($0) }
      result.append(ItemRange(lower: next, upper: next + range.length))
      next += range.length
    }
    for run in rest.runs { result.append(run) }
    return result
  }

  /// Returns the content without the photos at `places`.
  ///
  /// - Precondition: The ranges ascend and do not meet, and none is above the count.
  package func removing(_ places: [ItemRange]) -> GridContent {
    var result = GridContent([])
    var rest = Rest(runs: photos[...])
    var place: Int32 = 0
    for range in places {
      rest.take(range.lower - place) { result.append($0) }
      rest.take(range.length) { _ in }
      place = range.upper
    }
    for run in rest.runs { result.append(run) }
    return result
  }

  package func limited(to assetCount: Int32) -> GridContent {
    GridContent(
      photos.lazy.map { ItemRange(lower: min($0.lower, assetCount), upper: min($0.upper, assetCount)) })
  }

  private struct Rest {
    var runs: ArraySlice<ItemRange>

    mutating func take(_ count: Int32, _ body: (ItemRange) -> Void) {
      var left = count
      while left > 0 {
        let run = runs[runs.startIndex]
        let split = run.lower + min(run.length, left)
        body(ItemRange(lower: run.lower, upper: split))
        left -= split - run.lower
        if split == run.upper { runs.removeFirst() } else { runs[runs.startIndex].lower = split }
      }
    }
  }

  private mutating func append(_ range: ItemRange) {
    if range.isEmpty { return }
    count += range.length
    photos.join(range)
  }
}

extension ItemRange {
  fileprivate var length: Int32 { upper - lower }
}

extension GridLayout {
  /// The same grid once it shows other photos.
  ///
  /// A photo stays in its section. One that was not there joins the section of the photo before it, at the beginning that
  /// of the photo after it. Sections without photos go.
  ///
  /// - Parameters:
  ///   - content: What it shows from now on.
  ///   - old: What it showed; nil for the library's first photos.
  /// - Complexity: O(runs x log runs + sections) of both contents.
  public func showing(_ content: GridContent, insteadOf old: GridContent?) -> GridLayout {
    var next = self
    guard hasSections else {
      next.resize(to: content.count)
      return next
    }
    let held = ContentPlaces(old ?? GridContent(first: count))
    var sections: [(number: Int, count: Int32)] = []
    var early: Int32 = 0
    func add(_ count: Int32, to number: Int) {
      if sections.last?.number == number {
        sections[sections.count - 1].count += count
      } else {
        sections.append((number, count + early))
        early = 0
      }
    }
    for run in content.photos {
      held.forEachPart(of: run) { places, count in
        guard var place = places else {
          if sections.isEmpty { early += count } else { sections[sections.count - 1].count += count }
          return
        }
        let end = place + count
        while place < end {
          let number = section(of: place)
          let upper = min(end, items(ofSection: number).upper)
          add(upper - place, to: number)
          place = upper
        }
      }
    }
    let all = self.sections
    if sections.isEmpty { return laidOut(in: [GridSection(count: early, style: usual)]) }
    return laidOut(in: sections.map { GridSection(count: $0.count, style: all[$0.number].style) })
  }

  /// The same grid in a library of so few photos. Sections that lose all of theirs go, and so do those behind the last
  /// photo.
  ///
  /// - Parameter content: What it showed.
  /// - Complexity: O(sections x runs).
  public func limited(to assetCount: Int32, showing content: GridContent) -> GridLayout {
    var next = self
    guard hasSections else {
      next.resize(to: content.limited(to: assetCount).count)
      return next
    }
    var kept: [GridSection] = []
    for (number, section) in sections.enumerated() {
      let first = firstItem(ofSection: number)
      let photos = content.photos(at: ItemRange(lower: first, upper: first + section.count))
      let count = photos.reduce(Int32(0)) { $0 + max(0, min($1.upper, assetCount) - $1.lower) }
      if count > 0 || section.count == 0 { kept.append(GridSection(count: count, style: section.style)) }
    }
    while kept.last?.count == 0 { kept.removeLast() }
    return laidOut(in: kept)
  }
}

struct ContentPlaces {
  /// Runs of photos and the place of the first, by photo.
  private var runs: [(photos: ItemRange, place: Int32)] = []

  init(_ content: GridContent) {
    var place: Int32 = 0
    for run in content.photos {
      runs.append((run, place))
      place += run.upper - run.lower
    }
    runs.sort { $0.photos.lower < $1.photos.lower }
  }

  /// Splits photos into neighbours that are at neighbouring places, and others, which have no place.
  func forEachPart(of photos: ItemRange, _ body: (_ place: Int32?, _ count: Int32) -> Void) {
    var photo = photos.lower
    var index = runs.indices.partitioningIndex { runs[$0].photos.upper > photos.lower }
    while photo < photos.upper {
      guard index < runs.count, runs[index].photos.lower < photos.upper else {
        return body(nil, photos.upper - photo)
      }
      let run = runs[index]
      if run.photos.lower > photo {
        body(nil, run.photos.lower - photo)
        photo = run.photos.lower
      }
      let upper = min(photos.upper, run.photos.upper)
      body(run.place + photo - run.photos.lower, upper - photo)
      photo = upper
      index += 1
    }
  }
}
