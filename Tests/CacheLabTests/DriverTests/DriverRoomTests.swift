import GridDriver
import Strategies
import Testing

/// A grid that outgrows its machine's room: 8,192 photos at least.
@Suite struct DriverRoomTests {
  /// Two new photos stand in view, and the source takes its time: neither holds up what is there.
  @Test(arguments: [
    "none", "preheat2x", "none+lru:budget=4MB", "preheat2x+opportunistic", "budget-priority:budget=4MB",
  ])
  func whatCellsShowStays(_ strategy: String) throws {
    let grid = try HandGrid(try StrategySpec(strategy))
    grid.scroll(toRow: 0)
    grid.answerAll()
    let begun = grid.source.begun.count
    grid.clear()
    grid.driver.contentChanged(inserting: [0..<2, 302..<9000], layout: HandGrid.layout(count: 9000))
    #expect((2..<12).allSatisfy { grid.driver.image(at: $0) == "image \($0 - 2)" })
    grid.scroll(toRow: 0)
    #expect((2..<12).allSatisfy { grid.driver.image(at: $0) == "image \($0 - 2)" && grid.shown[$0] != nil })
    let asked = grid.source.begun.dropFirst(begun).map(\.place)
    #expect(asked.prefix(2) == [0, 1])
    #expect(grid.driver.counters.failures == 0)
    grid.answerAll()
    #expect(grid.shown[0] == "image 0" && grid.shown[1] == "image 1" && grid.shown[2] == "image 0")
    #expect(grid.source.begun.dropFirst(begun).allSatisfy { !(2..<12).contains($0.place) })
  }
}
