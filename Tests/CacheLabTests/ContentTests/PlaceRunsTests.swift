import StrategyKit
import Testing

@testable import GridEngine

/// Sets of items and maps of places, against plain ones.
@Suite struct PlaceRunsTests {
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
}
