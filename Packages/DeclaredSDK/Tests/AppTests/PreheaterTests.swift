import GridDriver
import Photos
import Strategies
import Testing
import UIKit

@testable import GridPhotos

@MainActor
@Suite struct PreheaterTests {
  private let manager = PHCachingImageManager()

  private func preheater(_ text: String) throws -> Preheater {
    try Preheater(
      try StrategySpec(text), manager: manager, options: nil, layout: .hundred(count: 300), clock: { .zero }
    ) { PHAsset(rehearsed: "\($0)") }
  }

  @Test(arguments: ["fixed-window", "preheat2x", "windowed-lead", "glide-preloader", "flashlist"])
  func itPreparesWhatIsNearTheScreen(_ text: String) throws {
    let preheater = try preheater(text)
    for frame in 0..<60 { preheater.scrolled(to: .points(frame * 40)) }
    #expect(manager.preparedMost > 0 && manager.preparedMost < 100)
    #expect(!manager.prepared.isEmpty && manager.prepared.values.allSatisfy { $0 == CGSize(width: 200, height: 200) })
    let style = GridSection.Style(columns: 3, cellWidth: .points(50), cellHeight: .points(50))
    let cells = GridSection(count: 300, style: style)
    preheater.layoutChanged(to: GridLayout.hundred(count: 300).laidOut(in: [cells], usual: style))
    #expect(manager.prepared.isEmpty)
    for frame in 0..<60 { preheater.scrolled(to: .points(frame * 20)) }
    #expect(!manager.prepared.isEmpty && manager.prepared.values.allSatisfy { $0 == CGSize(width: 100, height: 100) })
    preheater.contentChanged(.reload(from: 300, to: 0), layout: .hundred(count: 0))
    preheater.scrolled(to: .zero)
    #expect(manager.prepared.isEmpty)
  }

  @Test(arguments: ["fixed-window", "preheat2x", "windowed-lead"])
  func aWarningPreparesNothingUntilTheGridMovesOrTheAppIsBack(_ text: String) throws {
    let preheater = try preheater(text)
    for frame in 0..<30 { preheater.scrolled(to: .points(frame * 40)) }
    preheater.memoryWarning()
    preheater.scrolled(to: .points(1160))
    #expect(manager.prepared.isEmpty)
    preheater.scrolled(to: .points(1200))
    #expect(!manager.prepared.isEmpty)
    preheater.memoryWarning()
    preheater.enteredForeground()
    preheater.scrolled(to: .points(1200))
    #expect(!manager.prepared.isEmpty)
  }

  @Test func whatNobodyStopsEndsWithThePreheater() throws {
    do {
      let preheater = try preheater("preheat2x")
      for frame in 0..<9 { preheater.scrolled(to: .points(frame * 40)) }
      #expect(!manager.prepared.isEmpty)
    }
    #expect(manager.prepared.isEmpty)
    // One that was stopped takes nothing from the one after it.
    do {
      let preheater = try preheater("preheat2x")
      preheater.scrolled(to: .zero)
      preheater.stop()
      let size = CGSize(width: 9, height: 9)
      manager.startCachingImages(
        for: [PHAsset(rehearsed: "other")], targetSize: size, contentMode: .aspectFill, options: nil)
    }
    #expect(manager.prepared.count == 1)
  }

  private struct Reckless: CacheStrategy {
    static let descriptor = PolicyDescriptor(id: "reckless", summary: "plans past the ends")
    init(_ parameters: ParameterValues) {}
    mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
      if frame.offset == .zero {
        plan.start(ItemRange(lower: -20, upper: 5))
        plan.start(ItemRange(lower: 295, upper: 900))
      } else {
        plan.stop(ItemRange(lower: 290, upper: 5000))
      }
    }
  }

  @Test func aPlanMayReachPastTheEnds() throws {
    let registry = StrategyRegistry(prefetchers: [Reckless.registered], evictionPolicies: [])
    let preheater = try Preheater(
      try StrategySpec("reckless", registry: registry), manager: manager, options: nil, layout: .hundred(count: 300),
      clock: { .zero }
    ) { place in
      #expect((0..<300).contains(place))
      return PHAsset(rehearsed: "\(place)")
    }
    preheater.scrolled(to: .zero)
    #expect(manager.prepared.keys.compactMap { Int($0) }.sorted() == Array(0..<5) + Array(295..<300))
    preheater.scrolled(to: .points(10))
    #expect(manager.prepared.keys.compactMap { Int($0) }.sorted() == Array(0..<5))
  }

  private static let large = GridSection.Style(columns: 2, cellWidth: .points(150), cellHeight: .points(150))
  private static let small = GridSection.Style(columns: 3, cellWidth: .points(100), cellHeight: .points(100))

  private func layout(_ sections: [(Int32, GridSection.Style)]) -> GridLayout {
    GridLayout.hundred(count: 0).laidOut(in: sections.map { GridSection(count: $0, style: $1) }, usual: Self.small)
  }

  private struct Greedy: CacheStrategy {
    static let descriptor = PolicyDescriptor(id: "greedy", summary: "starts all")
    init(_ parameters: ParameterValues) {}
    mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
      plan.start(ItemRange(lower: 0, upper: frame.layout.count))
    }
  }

  @Test func aCallHasOneSize() throws {
    let registry = StrategyRegistry(prefetchers: [Greedy.registered], evictionPolicies: [])
    var calls: [String] = []
    // An empty section of large cells parts nothing.
    let layout = layout([
      (4, Self.small), (3, Self.large), (2, Self.large), (5, Self.small), (0, Self.large), (9, Self.small),
    ])
    let preheater = try Preheater(
      try StrategySpec("greedy", registry: registry), layout: layout, clock: { .zero }, size: { _ in nil },
      start: { calls.append("\($0.lowerBound)..<\($0.upperBound) \($1.width)") }, stop: { _, _ in }, stopAll: {})
    preheater.scrolled(to: .zero)
    #expect(calls == ["0..<4 200", "4..<9 300", "9..<23 200"])
    calls = []
    preheater.layoutChanged(to: self.layout([(4, Self.small), (0, Self.large), (5, Self.small)]))
    preheater.scrolled(to: .zero)
    #expect(calls == ["0..<9 200"])
  }

  @Test func aStrategyThatOrdersDecodesIsRefused() throws {
    #expect(throws: GridDriverError.doesNotDrivePhotos("budget-priority")) { try preheater("budget-priority") }
    #expect(throws: GridDriverError.doesNotDrivePhotos("preheat2x+lru")) { try preheater("preheat2x+lru") }
  }

  /// Images of a grid that scrolls sideways are prepared as the screen shows them.
  @Test func aTurnedGridIsPreparedUpright() throws {
    let style = GridSection.Style(columns: 3, cellWidth: .points(100), cellHeight: .points(50))
    let layout = GridLayout.hundred(count: 0).laidOut(in: [GridSection(count: 300, style: style)], usual: style)
    let preheater = try preheater("fixed-window")
    preheater.scrolled(to: .zero)
    preheater.isTurned = true
    #expect(manager.prepared.isEmpty)
    preheater.layoutChanged(to: layout)
    preheater.scrolled(to: .zero)
    #expect(!manager.prepared.isEmpty && manager.prepared.values.allSatisfy { $0 == CGSize(width: 100, height: 200) })
  }

  private func result(_ ids: some Sequence<Int>) -> PHFetchResult<PHAsset> {
    PHFetchResult(rehearsed: ids.map { PHAsset(rehearsed: "\($0)") })
  }

  @Test func changesOfAFetchResultAreThoseOfTheGrid() {
    let details = PHFetchResultChangeDetails(
      rehearsed: result([0, 1, 2, 3]), result([3, 1, 2, 9]), removed: [0], inserted: [2], changed: [1], moves: [(3, 0)])
    let changes = GridChanges(details)
    #expect(changes?.removed == [0..<1, 3..<4] && changes?.inserted == [0..<1, 3..<4] && changes?.count == 4)
    #expect(changes?.edited == [1..<2] && changes?.place(after: 3) == 0)
    // A toggled favourite looks as before.
    let edit = GridChanges(details, in: PHChange(rehearsed: details, edited: ["1"]))
    let favourite = GridChanges(details, in: PHChange(rehearsed: details, edited: []))
    #expect(edit == changes && favourite?.edited == [] && favourite?.renewed == [0..<1, 3..<4])
    let other = PHFetchResultChangeDetails(rehearsed: result([0]), result([1]), hasIncrementalChanges: false)
    #expect(GridChanges(other) == nil)
  }

  /// Removals in the result before, insertions in what they leave, then moves one after another, as the header has it.
  @Test(arguments: 0..<100) func movesFollowOneAnother(_ seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 2_654_435_761 &+ 1)
    let before = Array(0..<10)
    var after = before
    var (removed, inserted, moves): (IndexSet, IndexSet, [(Int, Int)]) = ([1], [2], [(8, 0), (3, 7)])
    if seed > 0 {
      removed = IndexSet((0..<dice.roll(below: 4)).map { _ in dice.roll(below: 10) })
      let left = 10 - removed.count
      inserted = IndexSet((0..<dice.roll(below: 4)).map { _ in dice.roll(below: left + 1) })
      moves = (0..<dice.roll(below: 6)).map { _ in (dice.roll(below: left), dice.roll(below: left)) }
    }
    for place in removed.reversed() { after.remove(at: place) }
    for place in inserted { after.insert(100 + place, at: place) }
    for (from, to) in moves { after.insert(after.remove(at: from), at: to) }
    let changes = GridChanges(
      PHFetchResultChangeDetails(
        rehearsed: result(before), result(after), removed: removed, inserted: inserted, moves: moves))
    #expect(changes?.countBefore == 10 && changes?.count == after.count)
    let kept = before.compactMap { photo in changes?.place(after: photo).map { after[$0] == photo } }
    #expect(kept.allSatisfy { $0 }, "what stays is the same photo: \(after)")
    #expect(kept.count == 10 - removed.count)
    let stayed = after.count - (changes?.inserted.joined().count ?? 0)
    #expect(stayed >= 10 - removed.count - moves.count, "a move is one removed and one inserted")
  }

  /// Photos may tell what does not fit its own fetch results.
  @Test func changesThatDoNotAddUpAreAReload() {
    func changes(
      _ before: Int, _ after: Int, removed: IndexSet = [], inserted: IndexSet = [], changed: IndexSet = [],
      moves: [(Int, Int)] = []
    ) -> GridChanges? {
      GridChanges(
        PHFetchResultChangeDetails(
          rehearsed: result(0..<before), result(0..<after), removed: removed, inserted: inserted, changed: changed,
          moves: moves))
    }
    #expect(changes(4, 4, removed: [3], inserted: [3]) != nil)
    #expect(changes(4, 5, removed: [3], inserted: [3]) == nil)
    #expect(changes(4, 4, removed: [4], inserted: [3]) == nil)
    #expect(changes(4, 4, removed: [3], inserted: [4]) == nil)
    #expect(changes(4, 4, changed: [4]) == nil)
    #expect(changes(4, 4, moves: [(4, 0)]) == nil)
    #expect(changes(4, 4, moves: [(0, 4)]) == nil)
  }
}
