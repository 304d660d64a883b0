import GridDriver
import Strategies
import Testing

/// Calls of an app or a source while the driver is in the middle of its work.
@Suite struct DriverMomentTests {
  private static let visible = Array(0..<12)
  private static let sizes = [PhotoSize](
    repeating: PhotoSize(PixelSize(width: 400, height: 400), thumbnail: PixelSize(width: 40, height: 40)), count: 300)

  private func grid(_ strategy: String = "budget-priority:budget=4MB", photos: [PhotoSize]? = nil) throws -> HandGrid {
    try HandGrid(try StrategySpec(strategy), photos: photos)
  }

  @Test func anAnswerBetweenAChangeAndItsFrameIsShownWhereItsPhotoIs() throws {
    let grid = try grid()
    grid.scroll(toRow: 0)
    grid.driver.contentChanged(removing: [0..<1], layout: HandGrid.layout(count: 299))
    let asked = grid.source.begun
    asked[1].answer(.image("image 1"))
    #expect(grid.shown.isEmpty)
    grid.scroll(toRow: 0)
    #expect(grid.shown == [0: "image 1"] && grid.driver.image(at: 0) == "image 1")
    // The photo of the other is gone.
    asked[0].answer(.image("image 0"))
    #expect(!grid.shown.values.contains("image 0"))
    grid.answerAll()
    #expect(grid.shown.keys.sorted() == Self.visible)
  }

  @Test func afterTheEndNothingIsHeard() throws {
    let grid = try grid("none+lru:budget=4MB")
    grid.fill(row: 0)
    grid.scroll(toRow: 4)
    let (begun, shown) = (grid.source.begun.count, grid.shown)
    grid.driver.stop()
    #expect(grid.driver.liveBytes == .zero && grid.source.cancelled.count == 2)
    let counters = grid.driver.counters
    grid.driver.perform { grid.scroll(toRow: 9) }
    grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: 50))
    grid.driver.contentChanged(removing: [0..<300], layout: HandGrid.layout(count: 0))
    grid.driver.memoryWarning()
    grid.pass(milliseconds: 60_000)
    grid.driver.tick()
    grid.driver.stop()
    grid.answerAll()
    #expect(grid.source.begun.count == begun && grid.source.cancelled.count == 2)
    #expect(grid.shown == shown && grid.driver.image(at: 0) == nil)
    #expect(grid.driver.liveBytes == .zero && grid.driver.counters == counters)
  }

  @Test func aRotationMayComeWithPhotos() throws {
    let grid = try grid(photos: Self.sizes)
    grid.fill(row: 0)
    grid.clear()
    grid.driver.contentChanged(
      inserting: [0..<3], photos: Array(Self.sizes.prefix(3)), layout: HandGrid.layout(count: 303, cell: 150))
    grid.scroll(toRow: 0)
    // Cells show the images of the size before, and every cell asks anew.
    #expect(grid.shown == Dictionary(uniqueKeysWithValues: (3..<9).map { ($0, "image \($0 - 3)") }))
    let asked = grid.source.begun.count
    grid.answerAll()
    #expect(grid.source.begun[(asked - 2)...].allSatisfy { $0.targetSize == PixelSize(width: 300, height: 300) })
    #expect((0..<9).allSatisfy { grid.shown[$0] == "image \($0)" })
    #expect(grid.driver.liveBytes.rawValue <= 4_000_000)
    grid.driver.contentChanged(removing: [0..<303], layout: HandGrid.layout(count: 0))
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test(arguments: ["none+lru-by-size:budget=3MB", "none+lru:budget=3MB", "none+lru:budget=3MB,match=at-least"])
  func sizesMayComeBack(_ strategy: String) throws {
    let grid = try grid(strategy)
    for cell in [100, 50, 100, 75, 50, 100] {
      grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: cell))
      for row in [0, 8, 2] {
        grid.fill(row: row)
      }
      #expect(grid.driver.liveBytes.rawValue <= 3_000_000 && grid.driver.image(at: 200 / cell * 3) != nil)
    }
    grid.driver.contentChanged(removing: [0..<300], layout: HandGrid.layout(count: 0))
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test func aMachineAnewHandsNobodyAnothersImage() throws {
    let grid = try grid("none+lru:budget=4MB")
    for cell in [100, 50, 100] {
      grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: cell))
      grid.fill(row: 0)
    }
    // The machine has room for 8,192 photos. The photo of that number stands at place 7,892 now, the first one at 9,000.
    grid.driver.contentChanged(inserting: [0..<9000], layout: HandGrid.layout(count: 9300))
    grid.clear()
    grid.scroll(toRow: 2630)
    #expect(grid.shown.isEmpty && grid.driver.image(at: 7892) == nil)
    grid.answerAll()
    #expect(grid.shown[7892] == "image 7892")
  }

  @Test func aThumbnailOfAPreheatStandsWhenItsCellComes() throws {
    let grid = try grid()
    grid.scroll(toRow: 0)
    while grid.source.begun.allSatisfy({ $0.place < 12 }) {
      grid.source.begun.first { grid.shown[$0.place] == nil }?.answer(.image("image"))
    }
    let ahead = try #require(grid.source.begun.first { $0.place >= 12 })
    #expect(!ahead.isUrgent)
    ahead.answer(.thumbnail("small"))
    #expect(grid.shown[ahead.place] == nil)
    grid.scroll(toRow: ahead.place / 3)
    #expect(grid.shown[ahead.place] == "small" && grid.tiers[ahead.place] == .thumbnail)
    ahead.answer(.image("large"))
    #expect(grid.shown[ahead.place] == "large" && grid.tiers[ahead.place] == .full)
  }

  @Test func aThumbnailThatFailsStandsNowhere() throws {
    let grid = try grid("preheat2x+opportunistic", photos: Self.sizes)
    grid.scroll(toRow: 0)
    grid.answerEach { $0.answer($0.tier == .thumbnail ? .failure : .image("image \($0.place)")) }
    #expect(grid.source.begun.contains { $0.tier == .thumbnail } && grid.driver.counters.failures > 0)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" && grid.tiers[$0] == .full })
    grid.driver.contentChanged(removing: [0..<300], layout: HandGrid.layout(count: 0))
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test func anAppMayCallTheDriverFromOnImage() throws {
    let grid = try grid()
    var steps = 0
    grid.whenShown = { [unowned grid] _ in
      steps += 1
      switch steps {
      case 1: grid.scroll(toRow: 5)
      case 2: grid.driver.contentChanged(inserting: [0..<3], layout: HandGrid.layout(count: 303))
      case 3: grid.driver.memoryWarning()
      case 4: grid.driver.layoutChanged(to: HandGrid.layout(count: 303, cell: 50))
      case 5: grid.scroll(toRow: 0)
      default: break
      }
    }
    grid.source.answersAtOnce = true
    grid.scroll(toRow: 0)
    for _ in 0..<5 { grid.scroll(toRow: 0) }
    #expect(steps > 5 && (0..<24).allSatisfy { grid.driver.image(at: $0) != nil })
    grid.whenShown = { [unowned grid] _ in grid.driver.stop() }
    grid.scroll(toRow: 30)
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test func aSourceMayStopTheDriver() throws {
    let grid = try grid()
    grid.source.whenBegun = { [unowned grid] in grid.driver.stop() }
    grid.scroll(toRow: 0)
    #expect(grid.source.begun.count == 1 && grid.source.cancelled.count == 1 && grid.driver.liveBytes == .zero)
    grid.source.begun[0].answer(.image("late"))
    #expect(grid.shown.isEmpty && grid.driver.liveBytes == .zero)
  }
}
