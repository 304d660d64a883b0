import Strategies
import StrategyKit
import Testing

@testable import CacheLab
@testable import GridEngine

@Suite struct GridContentTests {
  private func ranges(_ bounds: (Int32, Int32)...) -> [ItemRange] { bounds.map { ItemRange(lower: $0.0, upper: $0.1) } }

  /// The same with a list of photos, one by one.
  private struct Naive {
    var photos: [Int32]

    mutating func insert(from first: Int32, at places: [ItemRange]) {
      var next = first
      for range in places {
        for place in range.lower..<range.upper {
          photos.insert(next, at: Int(place))
          next += 1
        }
      }
    }

    mutating func remove(_ places: [ItemRange]) {
      for range in places.reversed() { photos.removeSubrange(Int(range.lower)..<Int(range.upper)) }
    }
  }

  /// Ascending ranges below `bound` that do not touch.
  private func places(below bound: Int, _ next: (Int) -> Int) -> [ItemRange] {
    var found: [ItemRange] = []
    var place = next(4)
    while found.count < 4, place < bound {
      let end = min(bound, place + 1 + next(5))
      found.append(ItemRange(lower: Int32(place), upper: Int32(end)))
      place = end + 1 + next(20)
    }
    return found
  }

  @Test(arguments: 0..<40) func itIsWhatAListOfPhotosWouldBe(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var content = GridContent(first: 50)
    var naive = Naive(photos: Array(0..<50))
    var bound: Int32 = 50
    for _ in 0..<30 {
      if next(2) == 0 {
        let removed = places(below: Int(content.count), next)
        content = content.removing(removed)
        naive.remove(removed)
      } else {
        // Each range begins within what is there by then.
        var added = places(below: Int(content.count) + 1, next)
        if added.isEmpty { added = [ItemRange(lower: 0, upper: 2)] }
        content = content.inserting(photosFrom: bound, at: added)
        naive.insert(from: bound, at: added)
        bound += Int32(added.reduce(0) { $0 + $1.count })
      }
      #expect(Array(content.numbers) == naive.photos)
      #expect(Int(content.count) == naive.photos.count)
      #expect(content.photoBound == (naive.photos.max().map { $0 + 1 } ?? 0))
      for (left, right) in zip(content.photos, content.photos.dropFirst()) { #expect(left.upper != right.lower) }
      let first = Int32(next(Int(bound)))
      check(ContentPlaces(content), naive, ItemRange(lower: first, upper: Int32(next(Int(bound - first) + 1)) + first))
    }
  }

  /// Photos in parts, none of them empty: neighbours that are at neighbouring places, and others, which are nowhere.
  private func check(_ places: ContentPlaces, _ naive: Naive, _ photos: ItemRange) {
    var photo = photos.lower
    places.forEachPart(of: photos) { place, count in
      #expect(count > 0)
      for offset in 0..<count {
        #expect(naive.photos.firstIndex(of: photo + offset) == place.map { Int($0 + offset) })
      }
      photo += count
    }
    #expect(photo == photos.upper)
  }

  @Test(arguments: [(1, 1), (500, 4000), (20, 25), (30, 30), (41, 60), (4000, 4000), (3999, 4000)])
  func aChoiceHasSoManyDifferentPhotosInTheirOrder(count: Int32, all: Int32) {
    let numbers = Array(GridContent(choosing: count, of: all).numbers)
    #expect(numbers.count == Int(count))
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    #expect(numbers.first == 0 && numbers.last.map { $0 < all } == true)
  }

  @Test func aSmallerLibraryLeavesOutWhatItHasNot() {
    let content = GridContent(ranges((90, 100), (0, 20), (100, 110)))
    #expect(content.photos == ranges((90, 100), (0, 20), (100, 110)))
    #expect(content.limited(to: 95).photos == ranges((90, 95), (0, 20)) && content.limited(to: 0).count == 0)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func placesAndPhotosFindEachOther(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    // Photos of any order in runs, some of which follow each other, at slots that leap.
    var starts = (0..<20).map { $0 * 10 }
    for index in starts.indices.reversed() { starts.swapAt(index, next(index + 1)) }
    let parts = starts.prefix(1 + next(20)).map { first in
      (photos: ItemRange(lower: Int32(first), upper: Int32(first + next(11))), slot: Int32(first + 1000 * next(2)))
    }
    let plain = parts.flatMap { part in
      (part.photos.lower..<part.photos.upper).map { ($0, part.slot + $0 - part.photos.lower) }
    }
    var runs = PlaceRuns(parts)
    #expect(Int(runs.count) == plain.count)
    for _ in 0..<300 where !plain.isEmpty {
      let place = next(plain.count)
      #expect(runs.slot(at: Int32(place)) == plain[place].1 && runs.slotFound(at: Int32(place)) == plain[place].1)
      let run = runs.run(at: Int32(place))
      #expect(run.photo == plain[place].0 && run.slot == plain[place].1)
      let end = Int(run.end)
      #expect((place..<end).allSatisfy { plain[$0].0 == run.photo + Int32($0 - place) })
      let photo = Int32(next(220) - 10)
      #expect(runs.place(of: photo) == plain.firstIndex { $0.0 == photo }.map { Int32($0) } ?? -1)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func aSetHasWhatWasPutInAndNotTakenOut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func next(_ bound: Int) -> Int32 { Int32(random.next() % UInt64(bound)) }
    var (set, plain) = (ItemSet(), Set<Int32>())
    for _ in 0..<200 {
      let lower = next(100)
      let items = ItemRange(lower: lower, upper: lower + next(12))
      if next(3) > 0 {
        set.insert(items)
        plain.formUnion(items.lower..<items.upper)
      } else {
        set.remove(items)
        plain.subtract(items.lower..<items.upper)
      }
      #expect(Array(set.items) == plain.sorted())
      #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upper < $1.lower })
      let probe = next(120)
      #expect(set.contains(probe) == plain.contains(probe))
      let within = plain.filter { items.contains(ItemID(rawValue: $0)) }
      let hull = within.min().map { ItemRange(lower: $0, upper: within.max()! + 1) } ?? .empty
      #expect(set.hull(in: items) == hull)
    }
  }

  /// Runs of photos in any order, some left out.
  private func photos(below bound: Int, _ next: (Int) -> Int) -> [Int32] {
    var runs: [Range<Int>] = []
    var lower = 0
    while lower < bound {
      let upper = min(bound, lower + 1 + next(12))
      if next(3) > 0 { runs.insert(lower..<upper, at: next(runs.count + 1)) }
      lower = upper
    }
    return runs.flatMap { $0.map { Int32($0) } }
  }

  private func content(_ photos: [Int32]) -> GridContent {
    GridContent(photos.map { ItemRange(lower: $0, upper: $0 + 1) })
  }

  @Test(arguments: 0..<80 as Range<UInt64>) func photosStayInTheirSectionAndOthersJoinOne(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    let first = (0..<Int32(20 + next(100))).map { $0 }
    let old = seed % 3 == 0 ? first : [250] + photos(below: 150, next)
    let layout = RandomSections.laidOut(ReplayFixture.layout(count: Int32(old.count)), next)
    let sectionOf = Dictionary(uniqueKeysWithValues: zip(old, (0..<layout.count).map { layout.section(of: $0) }))
    // Every eighth time only photos that were not there.
    let some = photos(below: 200, next).map { seed % 8 == 1 ? $0 + 400 : $0 }
    let new = seed % 2 == 0 ? [300] + some : some + [300]

    var section = new.lazy.compactMap { sectionOf[$0] }.first
    var expected: [GridSection] = []
    var last: Int?
    for photo in new {
      section = sectionOf[photo] ?? section
      let style = section.map { layout.sections[$0].style } ?? layout.usual
      if section != last || expected.isEmpty { expected.append(GridSection(count: 0, style: style)) }
      expected[expected.count - 1].count += 1
      last = section
    }
    let shown = layout.showing(content(new), insteadOf: seed % 3 == 0 ? nil : content(old))
    #expect(shown == layout.laidOut(in: expected), "seed \(seed)")
  }
}
