import Strategies
import Testing

@testable import GridEngine
@testable import CacheLab

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
    #expect(content.limited(to: 95).photos == ranges((90, 95), (0, 20)))
    #expect(content.limited(to: 0).count == 0)
  }
}
