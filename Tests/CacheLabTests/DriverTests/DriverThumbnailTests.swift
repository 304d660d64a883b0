import Strategies
import Testing

@testable import GridDriver

/// A source that has thumbnails is asked for those of all cells that wait, whatever it then does with them.
@Suite struct DriverThumbnailTests {
  private static let visible = Array(0..<12)
  private static let small = PixelSize(width: 40, height: 30)

  /// Returns a grid that has had its first frame.
  private func grid(_ strategy: String = "budget-priority:budget=4MB", photos: [PhotoSize]? = nil) throws -> HandGrid {
    let grid = try HandGrid(try StrategySpec(strategy), photos: photos, thumbnailSize: DriverThumbnailTests.small)
    grid.scroll(toRow: 0)
    return grid
  }

  private func thumbnails(_ grid: HandGrid) -> [ImageRequest<String>] {
    grid.source.begun.filter { $0.tier == .thumbnail }
  }

  private func giveThumbnails(_ grid: HandGrid) {
    for request in thumbnails(grid) { request.answer(.image("small \(request.place)")) }
  }

  /// Answers images, those that follow too, and no thumbnail.
  private func giveImages(_ grid: HandGrid) {
    grid.answerEach { if $0.tier == .full { $0.answer(.image("image \($0.place)")) } }
  }

  /// The counters add up, and no cell got an image twice, or a thumbnail after an image.
  private func check(_ grid: HandGrid) throws {
    try grid.driver.machine.checkInvariants()
    let counters = grid.driver.counters
    #expect(counters.hits + counters.late + counters.misses == counters.requests)
    #expect(counters.decodes == Int64(grid.source.begun.count) && counters.thumbnails == Int64(thumbnails(grid).count))
    #expect(Set(grid.told).count == grid.told.count, "\(grid.told)")
    for place in Set(grid.shown.keys) {
      let tiers = grid.told.filter { $0.hasPrefix("\(place) ") }.map { $0.contains(" full ") }
      #expect(tiers == tiers.sorted { !$0 && $1 }, "\(grid.told)")
    }
  }

  @Test(arguments: ["budget-priority:budget=4MB", "none", "preheat2x", "lru:budget=4MB", "preheat2x+opportunistic"])
  func allThatWaitAreAskedForAtOnceBesideTheImages(_ strategy: String) throws {
    let grid = try grid(strategy)
    #expect(
      thumbnails(grid).map(\.place) == Self.visible && thumbnails(grid).allSatisfy { $0.targetSize == Self.small })
    #expect(grid.source.begun.filter { $0.tier == .full }.map(\.place) == [0, 1])
    // They come first: a source that does one thing after the other has them before an image.
    #expect(grid.source.begun.prefix(12).allSatisfy { $0.tier == .thumbnail && $0.isUrgent })
    giveThumbnails(grid)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "small \($0)" && grid.tiers[$0] == .thumbnail })
    giveImages(grid)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" && grid.tiers[$0] == .full })
    #expect(grid.problems.isEmpty && grid.driver.strategy.canonicalText.hasSuffix("+opportunistic"))
    try check(grid)
  }

  // MARK: - What is known of a photo

  @Test func aSizeThatNobodyToldIsNoPhotoWithoutAThumbnail() throws {
    let pixels = PixelSize(width: 4000, height: 3000)
    let none = PixelSize(width: 0, height: 0)
    var photos = [PhotoSize](repeating: PhotoSize(pixels), count: 300)
    photos[1] = PhotoSize(pixels, thumbnail: none)
    photos[2] = PhotoSize(none)
    photos[3] = PhotoSize(none, thumbnail: PixelSize(width: 80, height: 60))
    // More than a bitmap may take, and longer than a JPEG may be.
    photos[4] = PhotoSize(pixels, thumbnail: PixelSize(width: 65_535, height: 65_535))
    photos[5] = PhotoSize(pixels, thumbnail: PixelSize(width: 70_000, height: 1))
    let grid = try grid(photos: photos)
    #expect(thumbnails(grid).map(\.place) == [0, 2, 3] + Array(6..<12))
    #expect(thumbnails(grid)[2].targetSize == PixelSize(width: 80, height: 60))
    let known = grid.driver.photoSizes()
    #expect(known[0] == PhotoSize(pixels, thumbnail: Self.small) && known[1] == PhotoSize(pixels))
    #expect(known[2] == PhotoSize(none, thumbnail: Self.small))
    // Photos that come later, too.
    grid.driver.contentChanged(inserting: [0..<1], layout: HandGrid.layout(count: 301))
    grid.scroll(toRow: 0)
    #expect(thumbnails(grid).last?.place == 0)
  }

  @Test func whatASourceCannotGiveIsSaidOnce() throws {
    let strategy = "preheat2x+opportunistic"
    let grid = try HandGrid(try StrategySpec(strategy))
    #expect(grid.problems.isEmpty)
    for row in 0..<9 { grid.scroll(toRow: row) }
    #expect(grid.problems == [.noThumbnails(strategy: strategy)] && thumbnails(grid).isEmpty)
    let text = try #require(grid.problems.first?.description)
    #expect(text.contains("'\(strategy)'") && text.contains("thumbnailSize") && text.contains("PhotoSize"))
    // One photo with a thumbnail, or none that is asked for, is no problem.
    var photos = [PhotoSize](repeating: PhotoSize(PixelSize(width: 400, height: 400)), count: 300)
    photos[299].thumbnail = Self.small
    let known = try HandGrid(try StrategySpec(strategy), photos: photos)
    known.scroll(toRow: 0)
    let plain = try HandGrid(try StrategySpec("preheat2x"))
    plain.scroll(toRow: 0)
    #expect(known.problems.isEmpty && plain.problems.isEmpty)
  }

  // MARK: - What is shown stays

  @Test(arguments: [50, 90, 150]) func anotherLayoutBringsNoThumbnailInAnImagesPlace(_ cell: Int) throws {
    let grid = try grid()
    giveThumbnails(grid)
    giveImages(grid)
    grid.clear()
    grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: cell))
    #expect(grid.driver.image(at: 0) == "image 0")
    grid.scroll(toRow: 0)
    giveThumbnails(grid)
    let before = Self.visible.prefix(9)
    #expect(before.allSatisfy { grid.shown[$0] == "image \($0)" && grid.driver.image(at: $0) == "image \($0)" })
    #expect(before.allSatisfy { grid.tiers[$0] == .full } && grid.told.count { $0.hasPrefix("0 ") } == 1)
    for request in grid.source.begun.suffix(2) where request.tier == .full { request.answer(.image("new")) }
    #expect(grid.driver.image(at: 0) == "new" && grid.driver.image(at: 5) == "image 5")
    // One that leaves is let go.
    grid.scroll(toRow: 90)
    #expect(grid.driver.placeholders.isEmpty)
  }

  @Test func thumbnailsStayWhilePhotosComeAndGo() throws {
    let grid = try grid()
    giveThumbnails(grid)
    var count = 300
    // With room in the machine, and with a machine anew.
    for more in [2, 9000] {
      let moved = grid.driver.image(at: 2)
      count += more - 1
      grid.driver.contentChanged(
        removing: [0..<1], inserting: [11..<11 + more], layout: HandGrid.layout(count: Int32(count)))
      #expect(grid.driver.image(at: 1) == moved && moved != nil)
      grid.scroll(toRow: 0)
      #expect(grid.driver.image(at: 1) == moved)
    }
    try grid.driver.machine.checkInvariants()
  }

  // MARK: - Bad sources

  @Test func aSourceThatNeverGivesThemHoldsNoImageUp() throws {
    let grid = try grid()
    giveImages(grid)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" })
    for row in 1..<80 {
      grid.scroll(toRow: row)
      giveImages(grid)
    }
    #expect((237..<249).allSatisfy { grid.shown[$0] == "image \($0)" })
    grid.pass(milliseconds: 31_000)
    grid.driver.tick()
    #expect(grid.source.cancelled.count == thumbnails(grid).count && thumbnails(grid).count >= 12)
    #expect(grid.driver.counters.failures == Int64(thumbnails(grid).count))
    try grid.driver.machine.checkInvariants()
  }

  @Test func noMoreThan64AreOpenAtOnce() throws {
    let layout = GridLayout(
      count: 300, columns: 10, cellWidth: .points(30), cellHeight: .points(30), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(300), viewportHeight: .points(400), scaleThousandths: 2000)
    let source = HandSource(thumbnailSize: Self.small)
    let driver = try GridDriver(try StrategySpec("none"), source: source, layout: layout, clock: { .zero })
    driver.scrolled(to: .zero)
    #expect(source.begun.count { $0.tier == .thumbnail } == 64)
    source.begun.first { $0.tier == .thumbnail }?.answer(.failure)
    #expect(source.begun.count { $0.tier == .thumbnail } == 65)
  }

  @Test func theSecondOfTwoIsIgnored() throws {
    let grid = try grid()
    for request in thumbnails(grid) {
      request.answer(.thumbnail("small \(request.place)"))
      for answer in [ImageAnswer.image("other"), .thumbnail("other"), .failure] { request.answer(answer) }
    }
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "small \($0)" } && grid.driver.counters.failures == 0)
    // The answer to an image's request, behind it, is the second too.
    grid.source.begun.first { $0.tier == .full }?.answer(.thumbnail("other"))
    #expect(grid.shown[0] == "small 0" && grid.driver.image(at: 0) == "small 0")
    giveImages(grid)
    try check(grid)
  }

  @Test func oneBehindThatOfAnImagesRequestIsNotShown() throws {
    let grid = try grid()
    let image = try #require(grid.source.begun.first { $0.tier == .full })
    image.answer(.thumbnail("first"))
    giveThumbnails(grid)
    #expect(grid.shown[0] == "first" && grid.driver.image(at: 0) == "first" && grid.shown[5] == "small 5")
    image.answer(.failure)
    #expect(grid.shown[0] == "first" && grid.driver.image(at: 0) != nil)
    try check(grid)
  }

  @Test func oneThatIsLargerThanItsImageIsCountedAsItIs() throws {
    let grid = try grid()
    let before = grid.driver.liveBytes.rawValue
    for request in thumbnails(grid) {
      grid.source.bytes["large \(request.place)"] = 1_000_000
      request.answer(.image("large \(request.place)"))
    }
    #expect(grid.driver.liveBytes.rawValue == before + 12 * (1_000_000 - 40 * 30 * 4))
    #expect(grid.driver.counters.peak == grid.driver.liveBytes)
    try grid.driver.machine.checkInvariants()
    giveImages(grid)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" })
    grid.scroll(toRow: 40)
    giveThumbnails(grid)
    giveImages(grid)
    #expect(grid.driver.liveBytes.rawValue <= 4_000_000)
    try grid.driver.machine.checkInvariants()
  }

  @Test func oneThatComesAfterTheImageIsNotShown() throws {
    let grid = try grid("none")
    giveImages(grid)
    let (live, told) = (grid.driver.liveBytes, grid.told)
    giveThumbnails(grid)
    #expect(grid.told == told && Self.visible.allSatisfy { grid.driver.image(at: $0) == "image \($0)" })
    #expect(grid.driver.liveBytes.rawValue == live.rawValue - 12 * 40 * 30 * 4, "none is kept")
    try check(grid)
  }

  @Test func oneOfAPhotoThatIsGoneIsNobodys() throws {
    let grid = try grid()
    let asked = thumbnails(grid)
    grid.driver.contentChanged(removing: [0..<12], layout: HandGrid.layout(count: 288))
    // Before and after the frame that follows.
    for request in asked.prefix(6) { request.answer(.image("gone")) }
    grid.scroll(toRow: 0)
    for request in asked.suffix(6) { request.answer(.thumbnail("gone")) }
    #expect(grid.told.isEmpty && grid.driver.image(at: 0) == nil)
    #expect(thumbnails(grid).count == 24)
    for request in thumbnails(grid).suffix(12) { request.answer(.image("small \(request.place)")) }
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "small \($0)" })
    try check(grid)
    grid.driver.contentChanged(removing: [0..<288], layout: HandGrid.layout(count: 0))
    grid.scroll(toRow: 0)
    for request in grid.source.begun { request.answer(.image("gone")) }
    #expect(grid.driver.liveBytes == .zero && grid.driver.placeholders.isEmpty)
  }

  /// A grid whose photo at place 5 is in the cloud: Photos gave its thumbnail, and nothing more.
  private func gridWithAFailure(_ strategy: String = "budget-priority:budget=4MB") throws -> HandGrid {
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
    let grid = try gridWithAFailure()
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
    let grid = try gridWithAFailure("none+lru:budget=4MB")
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
    let grid = try gridWithAFailure()
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
