import StrategyKit
import Testing

/// What a strategy asks of several items at once is what it would add up item by item.
struct JobViewTests {
  private let board = SlotBoard(
    { [Slot.State.queued, .decoding, .kept, .absent, .queued][$0.index % 5] },
    bytes: { Int64(($0.index * 37) % 11 + 1) })

  @Test(arguments: [0..<0, 0..<1, 3..<7, 0..<400, 395..<400])
  func countsTheQueuedAndAddsTheBytesOfAll(_ range: Range<Int32>) {
    board.withView { view in
      let items = range.map { ItemID(rawValue: $0) }
      let found = view.queued(in: ItemRange(lower: range.lowerBound, upper: range.upperBound))
      #expect(found.count == items.count { view.state(of: $0) == .queued })
      #expect(found.bytes == items.reduce(.zero) { $0 + view.bytes(of: $1) })
    }
  }

  @Test(arguments: [0..<0, 1..<4, 4..<5, 0..<400, 123..<321])
  func findsTheFirstOfTheSmallestThatWait(_ range: Range<Int32>) {
    board.withView { view in
      let queued = range.map { ItemID(rawValue: $0) }.filter { view.state(of: $0) == .queued }
      // The first of the least, as `min` finds it.
      let least = queued.min { view.bytes(of: $0) < view.bytes(of: $1) }
      let found = view.smallestQueued(in: ItemRange(lower: range.lowerBound, upper: range.upperBound))
      #expect(found?.item == least && found?.bytes == least.map { view.bytes(of: $0) })
    }
  }

  @Test(arguments: [0..<0, 0..<2, 0..<3, 3..<7, 2..<3, 123..<321, 0..<400])
  func findsWhereBitmapsAreHeld(_ range: Range<Int32>) {
    board.withView { view in
      let held = range.filter { view.state(of: ItemID(rawValue: $0)).isResident }
      let found = view.residents(in: ItemRange(lower: range.lowerBound, upper: range.upperBound))
      #expect(found.isEmpty == held.isEmpty)
      if let first = held.first, let last = held.last { #expect(found == ItemRange(lower: first, upper: last + 1)) }
    }
  }
}
