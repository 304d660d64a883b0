import CacheLab
import Strategies
import Testing

@testable import GridEngine
@testable import StrategyKit

/// Visible areas, all of them blank, beside sums over all cells, as docs/definitions.md has them.
@Suite struct BlankAreaTests {
  /// Of each cell its height in view, times its width over that of a usual cell, rounded down.
  private func area(_ layout: GridLayout, at offset: MilliPoints) -> Int64 {
    let viewport = layout.viewport(at: offset)
    return (0..<layout.count).reduce(0) { sum, item in
      let cell = layout.frame(of: item)
      let height = min(cell.rows.maxY, viewport.maxY) - max(cell.rows.minY, viewport.minY)
      return sum + (height > .zero ? height.rawValue * cell.width.rawValue / layout.cellWidth.rawValue : 0)
    }
  }

  @Test(arguments: UInt64(1)...40) func areasAreSumsOverTheCellsInView(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    var layout = ReplayFixture.layout(count: 300)
    if seed % 4 != 0 { layout = RandomSections.laidOut(layout, next) }
    let offsets = (0..<8).map { _ in next(Int(layout.lastOffset.rawValue / 1000) + 1) }
    let script = ReplayFixture.script(
      offsets.enumerated().map { ($0.offset * 100, $0.element) }, end: 800, layout: layout)
    // Nothing is decoded before the end.
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 100_000))
    let tally = replay.run(try StrategySpec("none"))
    let sum = offsets.reduce(Int128(0)) { $0 + Int128(area(layout, at: .points(Double($1)))) * 100_000_000 }
    #expect(tally.blank.whole == WideSum(sum) && tally.blank.part == tally.blank.whole)
  }

  @Test func betweenALayoutAndItsFirstFrameNothingIsInView() throws {
    let layouts = [ReplayFixture.layout(), ReplayFixture.layout(columns: 5, cell: 76_000)]
    let script = ReplayFixture.script([(0, 0), (300, 0)], changes: [(100, 1)], of: layouts, end: 500)
    let tally = ReplayFixture.replay(script).run(try StrategySpec("none"))
    let sum = area(layouts[0], at: .zero) * 100_000_000 + area(layouts[1], at: .zero) * 200_000_000
    #expect(tally.blank.whole == WideSum(Int128(sum)))
  }
}
