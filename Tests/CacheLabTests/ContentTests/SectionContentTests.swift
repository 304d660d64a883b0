import CacheLab
import StrategyKit
import Testing

/// The sections of a grid that shows other photos, beside a walk over its photos one by one.
@Suite struct SectionContentTests {
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
