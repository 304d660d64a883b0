import GridDriver
import Testing

@Suite struct GridChangesTests {
  /// Returns a list after changes: kept photos keep their numbers, new ones have none.
  private static func apply(_ changes: GridChanges, to list: [Int]) -> [Int?] {
    let gone = Set(changes.removed.flatMap { Array($0) })
    var stayed = list.indices.filter { !gone.contains($0) }.map { list[$0] }[...]
    let new = Set(changes.inserted.flatMap { Array($0) })
    return (0..<changes.count).map { new.contains($0) ? nil : stayed.popFirst() }
  }

  /// How many of two lists can stay, by the length of all their parts.
  private static func longestCommon(_ left: [Int], _ right: [Int]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for element in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }

  @Test(arguments: 0..<300) func oneListBecomesTheOther(_ seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 977)
    let before = Array(0..<dice.roll(below: 12))
    var after = before
    for _ in 0..<dice.roll(below: 4) where !after.isEmpty { after.remove(at: dice.roll(below: after.count)) }
    for _ in 0..<dice.roll(below: 3) where !after.isEmpty {
      let id = after.remove(at: dice.roll(below: after.count))
      after.insert(id, at: dice.roll(below: after.count + 1))
    }
    for id in 100..<100 + dice.roll(below: 4) { after.insert(id, at: dice.roll(below: after.count + 1)) }
    let edited = Set(after.filter { _ in dice.roll(below: 5) == 0 })
    let changes = GridChanges(from: before, to: after, edited: edited)
    let shown = GridChangesTests.apply(changes, to: before)
    #expect(shown.count == after.count)
    for (id, photo) in zip(after, shown) where photo != nil { #expect(id == photo) }
    let all = [changes.removed, changes.inserted, changes.edited, changes.renewed, changes.replaced]
    for ranges in all {
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
    }
    for (place, id) in before.enumerated() { #expect(changes.place(after: place) == after.firstIndex(of: id)) }
    // All that can stay does.
    let inserted = Set(changes.inserted.joined())
    #expect(after.count - inserted.count == Self.longestCommon(before, after))
    let edits = after.indices.filter { edited.contains(after[$0]) && !inserted.contains($0) }
    #expect(Array(changes.edited.joined()) == edits)
    #expect(changes.isEmpty == (before == after && edited.isEmpty))
    #expect(changes.renewed.joined().count == inserted.count + edits.count)
    #expect(changes.replaced.joined().count == before.count - shown.count { $0 != nil } + edits.count)
    // Photos from 1000 on are those of renewed places.
    let content = changes.apply(to: GridContent(first: Int32(before.count)), renewedFrom: 1000)
    let renewed = changes.renewed.joined().map { after[$0] }
    #expect(content.numbers.map { $0 < 1000 ? before[Int($0)] : renewed[Int($0) - 1000] } == after)
  }

  /// Where a step's place counts in what the steps before have left, and where it counts afterwards.
  @Test func stepsLeadToTheSameAsTheLists() {
    let changes = GridChanges(
      countBefore: 100_000, count: 100_001, removed: [5], inserted: [0, 50_000], moves: [(from: 3, to: 99_000)],
      changed: [10, 99_000])
    #expect(changes?.removed == [2..<3, 5..<6] && changes?.inserted == [0..<1, 49_999..<50_000, 99_000..<99_001])
    #expect(changes?.edited == [10..<11])
    #expect(changes?.place(after: 2) == 99_000 && changes?.place(after: 11) == 10)
  }

  /// Photos of sections with a header as high as the section's name, three in a row.
  private static func layout(_ sections: [(section: Int, items: [Int])]) -> GridLayout {
    let plain = GridSection.Style(columns: 3, cellWidth: .points(100), cellHeight: .points(100))
    return GridLayout.hundred(count: 0).laidOut(
      in: sections.map { section in
        var style = plain
        style.header = .points(section.section)
        return GridSection(count: Int32(section.items.count), style: style)
      }, usual: plain)
  }

  @Test(arguments: 0..<200) func sectionsBecomeOthers(_ seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 7919)
    var next = 0
    let before: [(section: Int, items: [Int])] = (0..<dice.roll(below: 6)).map { section in
      let count = dice.roll(below: 5)
      next += count
      return (section + 1, Array(next - count..<next))
    }
    var after = before.filter { _ in dice.roll(below: 4) > 0 }
    if !after.isEmpty { after.swapAt(0, dice.roll(below: after.count)) }
    if dice.roll(below: 2) == 0 { after.insert((50, []), at: dice.roll(below: after.count + 1)) }
    for _ in 0..<dice.roll(below: 4) where !after.isEmpty {
      let (from, to) = (dice.roll(below: after.count), dice.roll(below: after.count))
      let moved = after[from].items.popLast() ?? 100 + next
      next += 1
      after[to].items.insert(moved, at: dice.roll(below: after[to].items.count + 1))
    }
    let changes = GridChanges(from: before, to: after)
    let flat = GridChanges(from: before.flatMap { $0.items }, to: after.flatMap { $0.items })
    #expect(changes.removed == flat.removed && changes.inserted == flat.inserted && changes.count == flat.count)
    #expect(changes.sections?.map { $0.count } == after.map { $0.items.count })
    // Sections lie as before; a new one lies as most do.
    let layout = Self.layout(before).showing(changes)
    #expect(layout == Self.layout(after.map { ($0.section == 50 ? 0 : $0.section, $0.items) }))
  }

  @Test func photosStayInTheirSectionsUnlessTheyAreTold() {
    let layout = Self.layout([(10, [0, 1, 2, 3]), (20, [4, 5])])
    let shown = layout.showing(GridChanges(countBefore: 6, removed: [0], inserted: [3, 5]))
    #expect(shown.sections.map { $0.count } == [4, 3])
    #expect(shown.sections.map { $0.style.header } == [.points(10), .points(20)])
    #expect(layout.showing(GridChanges(countBefore: 6)) == layout)
    let plain = GridLayout.hundred(count: 6)
    #expect(plain.showing(GridChanges(countBefore: 6, removed: [0, 1])) == .hundred(count: 4))
  }

  private struct Counted: Hashable {
    final class Counter { var count = 0 }

    let id: Int
    let counter: Counter
    static func == (left: Counted, right: Counted) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) {
      counter.count += 1
      hasher.combine(id)
    }
  }

  @Test(arguments: [0, 40_000, 100_000]) func whatStaysAtEitherEndIsNotHashed(_ place: Int) {
    let counter = Counted.Counter()
    let before = (0..<100_000).map { Counted(id: $0, counter: counter) }
    var after = before
    after.insert(Counted(id: -1, counter: counter), at: place)
    let changes = GridChanges(from: before, to: after)
    #expect(changes.inserted == [place..<place + 1] && changes.removed.isEmpty && counter.count < 20)
  }

  @Test func aMoveIsOneRemovedAndOneInsertedElsewhere() {
    let changes = GridChanges(countBefore: 5, removed: [0], inserted: [1], moved: [(from: 4, to: 0)])
    #expect(changes.removed == [0..<1, 4..<5] && changes.inserted == [0..<2] && changes.count == 5)
    #expect(changes.place(after: 1) == 2 && changes.place(after: 4) == 0)
  }

  @Test func anEditedPhotoStays() {
    // Places afterwards: one was inserted before them.
    let changes = GridChanges(countBefore: 4, removed: [0], inserted: [0, 1], edited: [2, 4])
    #expect(changes.removed == [0..<1] && changes.inserted == [0..<2] && changes.edited == [2..<3, 4..<5])
    #expect(changes.replaced == [0..<2, 3..<4] && changes.renewed == [0..<3, 4..<5] && changes.count == 5)
    #expect(changes.place(after: 1) == 2)
    // One that is new needs no edit.
    let new = GridChanges(countBefore: 3, inserted: [1], edited: [1])
    #expect(new.removed == [] && new.inserted == [1..<2] && new.edited == [])
  }
}
