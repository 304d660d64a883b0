import Strategies
import Testing

@testable import GridDriver

/// Thumbnails that come with a request stand in no budget: they go with the cells that show them.
@Suite struct DriverPlaceholderTests {
  /// A grid whose photo at place 5 is in the cloud: Photos gave its thumbnail, and nothing more.
  private func grid(_ strategy: String = "budget-priority:budget=4MB") throws -> HandGrid {
    let grid = try HandGrid(try StrategySpec(strategy))
    grid.scroll(toRow: 0)
    grid.answerEach { request in
      if request.place == 5 { request.answer(.thumbnail("small 5")) }
      request.answer(request.place == 5 ? .failure : .image("image \(request.place)"))
    }
    #expect(grid.shown[5] == "small 5" && grid.driver.image(at: 5) == "small 5")
    return grid
  }

  @Test func oneGoesWithItsCell() throws {
    let grid = try grid()
    grid.scroll(toRow: 1)
    #expect(grid.driver.image(at: 5) == "small 5")
    grid.scroll(toRow: 2)
    #expect(grid.driver.image(at: 5) == nil)
  }

  @Test func oneOffScreenGoesWithItsRequest() throws {
    let grid = try HandGrid(try StrategySpec("budget-priority:budget=4MB"))
    grid.scroll(toRow: 0)
    while grid.source.begun.allSatisfy({ $0.place < 12 }) {
      grid.source.begun.first { grid.shown[$0.place] == nil }?.answer(.image("image"))
    }
    let ahead = try #require(grid.source.begun.first { $0.place >= 12 })
    ahead.answer(.thumbnail("small"))
    #expect(grid.driver.image(at: ahead.place) == "small")
    ahead.answer(.failure)
    #expect(grid.driver.image(at: ahead.place) == nil)
  }

  @Test func aMemoryWarningTakesThoseOffScreen() throws {
    let grid = try grid("none+lru:budget=4MB")
    grid.scroll(toRow: 10)
    let open = try #require(grid.source.begun.last)
    open.answer(.thumbnail("small"))
    grid.scroll(toRow: 0)
    #expect(grid.driver.image(at: open.place) == "small")
    grid.driver.memoryWarning()
    #expect(grid.driver.image(at: open.place) == nil && grid.driver.image(at: 0) == "image 0")
  }

  /// With room in the machine, with another size of cells, and with a machine anew.
  @Test(arguments: [(1, 100), (1, 90), (9000, 100), (9000, 90)])
  func oneMovesWithItsPhoto(_ count: Int, _ cell: Int) throws {
    let grid = try grid()
    let layout = HandGrid.layout(count: Int32(300 + count), cell: cell)
    grid.driver.contentChanged(inserting: [12..<12 + count], layout: layout)
    #expect(grid.driver.image(at: 5) == "small 5")
    grid.scroll(toRow: 0)
    #expect(grid.driver.image(at: 5) == "small 5")
    grid.driver.contentChanged(removing: [0..<2], layout: HandGrid.layout(count: layout.count - 2, cell: cell))
    #expect(grid.driver.image(at: 3) == "small 5")
    grid.scroll(toRow: 0)
    #expect(grid.driver.image(at: 3) == "small 5" && grid.driver.image(at: 5) != "small 5")
    grid.driver.contentChanged(removing: [3..<4], layout: HandGrid.layout(count: layout.count - 3, cell: cell))
    grid.scroll(toRow: 0)
    #expect((0..<12).allSatisfy { grid.driver.image(at: $0) != "small 5" })
  }

  /// With room in the machine, with another size of cells, and with a machine anew.
  @Test(arguments: [(0, 100), (0, 90), (9000, 100)])
  func aPhotoThatIsEditedOrMovesShowsItsImageUntilTheNewOneIsThere(_ more: Int, _ cell: Int) throws {
    let grid = try HandGrid(try StrategySpec("budget-priority:budget=4MB"))
    grid.fill(row: 0)
    grid.clear()
    let asked = grid.source.begun.count
    grid.driver.contentChanged(
      GridChanges(countBefore: 300, inserted: 300..<300 + more, moved: [(from: 2, to: 7)], edited: [4]),
      layout: HandGrid.layout(count: Int32(300 + more), cell: cell))
    let stayed = [0, 1, 3, 4, 5, 6, 7, 2, 8].map { "image \($0)" }
    #expect((0..<9).map { grid.driver.image(at: $0) } == stayed)
    grid.scroll(toRow: 0)
    #expect((0..<9).map { grid.driver.image(at: $0) } == stayed)
    #expect(!grid.told.contains { $0.hasPrefix("4 ") && $0 != "4 full image 5" })
    if cell == 100 { #expect(grid.source.begun.dropFirst(asked).prefix(2).map(\.place) == [4, 7]) }
    grid.answerAll()
    #expect(grid.shown[4] == "image 4" && grid.shown[7] == "image 7" && grid.driver.placeholders.isEmpty)
  }
}
