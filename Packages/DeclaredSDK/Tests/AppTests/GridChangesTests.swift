import GridDriver
import Testing

@Suite struct GridChangesTests {
  /// What changes do with a list: photos that stay keep their numbers, those that come have none.
  private static func apply(_ changes: GridChanges, to list: [Int]) -> [Int?] {
    let gone = Set(changes.removed.flatMap { Array($0) })
    var stayed = list.indices.filter { !gone.contains($0) }.map { list[$0] }[...]
    let new = Set(changes.inserted.flatMap { Array($0) })
    return (0..<changes.count).map { new.contains($0) ? nil : stayed.popFirst() }
  }

  /// Numbers from a seed.
  private struct Dice {
    var state: UInt64

    mutating func roll(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, limit)))
    }
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
    for (place, id) in after.enumerated() where edited.contains(id) { #expect(shown[place] == nil) }
    for ranges in [changes.removed, changes.inserted] {
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
    }
    for (place, id) in before.enumerated() {
      if let there = changes.place(after: place) { #expect(after[there] == id) }
    }
    #expect(shown.compactMap { $0 }.count == before.indices.compactMap(changes.place(after:)).count)
    // All that can stay does, but for what is edited.
    let kept = GridChanges(from: before, to: after)
    #expect(kept.count - kept.inserted.joined().count == Self.longestCommon(before, after))
    let moved = Set(kept.inserted.joined())
    let edits = after.indices.count { edited.contains(after[$0]) && !moved.contains($0) }
    #expect(changes.inserted.joined().count == moved.count + edits)
  }

  @Test(arguments: 0..<50) func aListFollowsItsPhotos(_ seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 31)
    let before = Array(0..<dice.roll(below: 9))
    var after = before.filter { _ in dice.roll(below: 3) > 0 }
    for id in 100..<100 + dice.roll(below: 5) { after.insert(id, at: dice.roll(below: after.count + 1)) }
    let changes = GridChanges(from: before, to: after)
    #expect(changes.apply(to: before, inserting: changes.inserted.joined().map { after[$0] }) == after)
  }

  @Test func asFewPhotosMoveAsPossible() {
    let changes = GridChanges(from: [0, 1, 2, 3, 4, 5], to: [5, 0, 1, 2, 3, 4])
    #expect(changes.removed == [5..<6] && changes.inserted == [0..<1])
    #expect(GridChanges(from: [1, 2], to: [1, 2]).isEmpty)
  }

  @Test func aMoveIsOneRemovedAndOneInserted() {
    let changes = GridChanges(countBefore: 5, removed: [0], inserted: [1], moved: [(from: 4, to: 0)])
    #expect(changes.removed == [0..<1, 4..<5] && changes.inserted == [0..<2] && changes.count == 5)
    #expect(changes.place(after: 1) == 2 && changes.place(after: 4) == nil)
  }

  @Test func anEditIsOneRemovedAndOneInsertedAtItsPlace() {
    // Places afterwards: one was inserted before them.
    let changes = GridChanges(countBefore: 4, removed: [0], inserted: [0, 1], edited: [2, 4])
    #expect(changes.removed == [0..<2, 3..<4])
    #expect(changes.inserted == [0..<3, 4..<5])
    #expect(changes.count == 5)
    // One that is new needs no edit.
    let new = GridChanges(countBefore: 3, inserted: [1], edited: [1])
    #expect(new.removed == [] && new.inserted == [1..<2])
  }

  @Test func aReloadKeepsNothing() {
    let changes = GridChanges.reload(from: 3, to: 2)
    #expect(changes.removed == [0..<3] && changes.inserted == [0..<2])
    #expect(GridChanges.reload(from: 0, to: 0).isEmpty)
  }
}
