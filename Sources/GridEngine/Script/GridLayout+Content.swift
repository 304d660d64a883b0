public import StrategyKit

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
}

extension GridLayout {
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

/// The places of the photos of a content.
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
