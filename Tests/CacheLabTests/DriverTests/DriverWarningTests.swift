import GridDriver
import Strategies
import Testing

@Suite struct DriverWarningTests {
  private static let image: Int64 = 200 * 200 * 4

  @Test(arguments: StrategyRegistry.all.descriptors.map(\.id) + ["preheat2x+lru:budget=9MB"])
  func aWarningLeavesWhatCellsShow(_ strategy: String) throws {
    let grid = try HandGrid(try StrategySpec(strategy))
    grid.source.answersAtOnce = true
    for row in 0...20 { grid.scroll(toRow: row) }
    let live = grid.driver.liveBytes.rawValue
    grid.driver.memoryWarning()
    #expect(grid.driver.liveBytes.rawValue == 12 * Self.image)
    #expect((60..<72).allSatisfy { grid.driver.image(at: $0) != nil })
    let begun = grid.source.begun.count
    for _ in 0..<10 {
      grid.scroll(toRow: 20)
      grid.pass(milliseconds: 1000)
      grid.driver.tick()
    }
    #expect(grid.source.begun.count == begun && grid.driver.liveBytes.rawValue == 12 * Self.image)
    for row in 19...24 { grid.scroll(toRow: row) }
    if live > 12 * Self.image { #expect(grid.driver.liveBytes.rawValue > 12 * Self.image) }
  }

  @Test func whenTheAppIsBackImagesArePreparedAgain() throws {
    let grid = try HandGrid(try StrategySpec("fixed-window"))
    grid.source.answersAtOnce = true
    grid.scroll(toRow: 20)
    grid.driver.memoryWarning()
    grid.scroll(toRow: 20)
    #expect(grid.driver.image(at: 59) == nil)
    grid.driver.enteredForeground()
    grid.scroll(toRow: 20)
    #expect(grid.driver.image(at: 59) != nil && grid.driver.liveBytes.rawValue == 36 * Self.image)
  }
}
