import Strategies
import Testing

@testable import GridDriver

/// Faults of a source, and calls of an app at a bad moment.
@Suite struct DriverFaultTests {
  private let plain: StrategySpec

  init() throws { plain = try StrategySpec("budget-priority:budget=4MB,reach=3/2") }

  private static let visible = Array(0..<12)

  @Test func cellsGetTheirImages() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    #expect(grid.source.begun.map(\.place) == [0, 1] && grid.source.begun.allSatisfy(\.isUrgent))
    #expect(grid.source.begun[0].targetSize == PixelSize(width: 200, height: 200) && grid.driver.image(at: 0) == nil)
    grid.answerAll()
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" && grid.driver.image(at: $0) == "image \($0)" })
    // 160,000 bytes an image: at most 25 in 4 MB.
    #expect((13...25).contains(grid.source.begun.count))
    #expect(grid.driver.liveBytes.rawValue == Int64(grid.source.begun.count) * 160_000)
    grid.scroll(toRow: 4)
    // Ready images come at once, without a waiting request.
    #expect((12..<24).allSatisfy { grid.shown[$0] == "image \($0)" })
    #expect(grid.driver.counters.hits == 12 && grid.driver.counters.hitRate == 1)
  }

  private func answerLocal(_ grid: HandGrid) {
    grid.answerEach { request in
      if !request.isDownload { request.answer(.image("image \(request.place)")) }
    }
  }

  private func downloads(_ grid: HandGrid) -> [ImageRequest<String>] { grid.source.begun.filter { $0.isDownload } }

  @Test func downloadsThatHangStopNoImage() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    for request in grid.source.begun { request.answer(.inCloud) }
    #expect(grid.source.begun.map(\.place) == [0, 1, 2, 0, 3, 1] && downloads(grid).map(\.place) == [0, 1])
    #expect(grid.driver.counters.decodes == 2 && grid.driver.liveBytes.rawValue == 2 * 160_000)
    answerLocal(grid)
    #expect((2..<12).allSatisfy { grid.shown[$0] == "image \($0)" } && grid.shown[0] == nil)
    grid.pass(milliseconds: 31_000)
    grid.driver.tick()
    #expect(grid.source.cancelled.map(\.place) == [0, 1] && grid.driver.counters.failures == 2)
    grid.pass(milliseconds: 1_000)
    grid.driver.tick()
    // One gives the file, the other one the image.
    let (decodes, again) = (grid.driver.counters.decodes, downloads(grid).suffix(2))
    #expect(again.map(\.place) == [0, 1])
    again.first?.answer(.downloaded)
    again.last?.answer(.image("image 1"))
    answerLocal(grid)
    #expect(grid.shown[0] == "image 0" && grid.shown[1] == "image 1" && downloads(grid).count == 4)
    #expect(grid.driver.counters.decodes == decodes + 2)
    try grid.driver.machine.checkInvariants()
  }

  @Test func soManyDownloadsAreOpenAtOnce() throws {
    let grid = try HandGrid(try StrategySpec("none"))
    grid.scroll(toRow: 0)
    grid.answerEach { if !$0.isDownload { $0.answer(.inCloud) } }
    #expect(downloads(grid).map(\.place) == [0, 1, 2, 3])
    grid.source.bytes = ["image 2": 1_000]
    downloads(grid)[2].answer(.image("image 2"))
    #expect(grid.shown == [2: "image 2"] && downloads(grid).map(\.place) == [0, 1, 2, 3, 4])
    #expect(grid.driver.liveBytes.rawValue == 1_000 && grid.driver.counters.decodes == 1)
    // Nobody waits for the others any more; those that have begun go on, and nothing of them is held.
    grid.scroll(toRow: 50)
    answerLocal(grid)
    for request in downloads(grid) { request.answer(.image("late")) }
    #expect(downloads(grid).count == 5 && !grid.shown.values.contains("late"))
    #expect(grid.driver.liveBytes.rawValue == 12 * 160_000)
    grid.driver.stop()
    #expect(grid.driver.liveBytes == .zero)
  }

  /// A photo of two sizes, as after a rotation: its other request is left alone.
  @Test func aPhotoInTheCloudMayBeAskedForInTwoSizes() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: 50))
    grid.scroll(toRow: 0)
    let old = Array(grid.source.begun)
    old[1].answer(.failure)
    #expect(grid.source.begun.last?.place == 0)
    grid.source.begun.last?.answer(.inCloud)
    old[0].answer(.inCloud)
    #expect(downloads(grid).map(\.place) == [0])
    downloads(grid)[0].answer(.downloaded)
    grid.answerAll()
    #expect(grid.shown[0] == "image 0")
    grid.driver.stop()
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test func aSecondAnswerIsIgnored() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    let first = grid.source.begun[0]
    first.answer(.image("image 0"))
    let live = grid.driver.liveBytes
    for answer in [ImageAnswer.image("other"), .failure, .thumbnail("small")] { first.answer(answer) }
    #expect(grid.shown[0] == "image 0" && grid.driver.liveBytes == live)
  }

  @Test func whatFailsIsAskedForAgain() throws {
    // The budget holds the whole window, so that nothing takes the room of what failed.
    let grid = try HandGrid(try StrategySpec("budget-priority:budget=4MB,reach=1"))
    grid.scroll(toRow: 0)
    grid.source.begun[0].answer(.failure)
    grid.answerAll()
    #expect(grid.shown[0] == nil && grid.driver.counters.failures == 1)
    let before = grid.source.begun.count
    grid.pass(milliseconds: 900)
    grid.driver.tick()
    #expect(grid.source.begun.count == before)
    grid.pass(milliseconds: 200)
    grid.driver.tick()
    #expect(grid.source.begun.count == before + 1 && grid.source.begun.last?.place == 0)
    grid.source.begun.last?.answer(.failure)
    // The next time after twice as long.
    grid.pass(milliseconds: 1500)
    grid.driver.tick()
    #expect(grid.source.begun.count == before + 1)
    grid.pass(milliseconds: 600)
    grid.driver.tick()
    grid.source.begun.last?.answer(.image("image 0"))
    #expect(grid.shown[0] == "image 0")
  }

  @Test func aSourceThatNeverAnswersHoldsNoWorkerForEver() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    grid.pass(milliseconds: 29_000)
    grid.driver.tick()
    #expect(grid.source.cancelled.isEmpty && grid.source.begun.count == 2)
    grid.pass(milliseconds: 2_000)
    grid.driver.tick()
    #expect(grid.source.cancelled.map(\.place) == [0, 1] && grid.source.begun.count == 4)
    // An answer that comes after all is too late.
    grid.source.begun[0].answer(.image("late"))
    #expect(grid.shown[0] == nil)
    for _ in 0..<4 {
      grid.pass(milliseconds: 3_000)
      grid.answerAll()
      grid.driver.tick()
    }
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" })
  }

  @Test func anImageOfOtherBytesIsCountedAsItIs() throws {
    let grid = try HandGrid(plain)
    grid.scroll(toRow: 0)
    let before = grid.driver.liveBytes.rawValue
    grid.source.bytes = ["image 0": 300_000]
    grid.source.begun[0].answer(.image("image 0"))
    // Another request has begun in its place, whose image is foreseen as large.
    #expect(grid.driver.liveBytes.rawValue == before + 140_000 + 300_000)
    grid.fill(row: 50)
    #expect(grid.driver.liveBytes.rawValue <= 4_000_000)
    grid.driver.contentChanged(removing: [0..<300], layout: HandGrid.layout(count: 0))
    #expect(grid.driver.liveBytes == .zero)
  }

  @Test func aBudgetBelowTheScreenShowsAllOfIt() throws {
    let grid = try HandGrid(try StrategySpec("budget-priority:budget=500kB"))
    grid.fill(row: 0)
    #expect(Self.visible.allSatisfy { grid.shown[$0] == "image \($0)" })
    grid.fill(row: 40)
    #expect((120..<132).allSatisfy { grid.shown[$0] == "image \($0)" } && grid.driver.image(at: 0) == nil)
  }

  @Test(arguments: ["budget-priority:budget=4MB", "preheat2x", "preheat2x+lru:budget=4MB", "preheat2x+opportunistic"])
  func photosComeAndGo(_ text: String) throws {
    let sizes = [PhotoSize](
      repeating: PhotoSize(PixelSize(width: 400, height: 400), thumbnail: PixelSize(width: 40, height: 40)), count: 300)
    let grid = try HandGrid(try StrategySpec(text), photos: sizes)
    grid.fill(row: 10)
    let held = grid.driver.image(at: 31)
    #expect(held == "image 31")
    // Two go before it, three come at the front: it stands one place further on.
    grid.driver.contentChanged(
      removing: [4..<6], inserting: [0..<3], photos: Array(sizes.prefix(3)), layout: HandGrid.layout(count: 301))
    grid.scroll(toRow: 10)
    #expect(grid.driver.image(at: 32) == held)
    grid.answerAll()
    #expect((30..<42).allSatisfy { grid.driver.image(at: $0) != nil })
    // All of them go.
    grid.driver.contentChanged(removing: [0..<301], layout: HandGrid.layout(count: 0))
    grid.fill(row: 0)
    #expect(grid.driver.liveBytes == .zero && grid.driver.image(at: 0) == nil)
  }

  /// More photos than a machine has room for, two of them in view, whose source takes its time.
  @Test(arguments: [
    "none", "preheat2x", "none+lru:budget=4MB", "preheat2x+opportunistic", "budget-priority:budget=4MB",
  ])
  func aGridThatOutgrowsItsMachineKeepsItsImages(_ strategy: String) throws {
    let grid = try HandGrid(try StrategySpec(strategy))
    grid.fill(row: 0)
    let begun = grid.source.begun.count
    grid.clear()
    grid.driver.contentChanged(inserting: [0..<2, 302..<9000], layout: HandGrid.layout(count: 9000))
    #expect((2..<12).allSatisfy { grid.driver.image(at: $0) == "image \($0 - 2)" })
    grid.scroll(toRow: 0)
    #expect((2..<12).allSatisfy { grid.driver.image(at: $0) == "image \($0 - 2)" && grid.shown[$0] != nil })
    let asked = grid.source.begun.dropFirst(begun).map(\.place)
    #expect(asked.prefix(2) == [0, 1])
    #expect(grid.driver.counters.failures == 0 && grid.driver.counters.requests == 0)
    grid.answerAll()
    #expect(grid.shown[0] == "image 0" && grid.shown[1] == "image 1" && grid.shown[2] == "image 0")
    #expect(grid.source.begun.dropFirst(begun).allSatisfy { !(2..<12).contains($0.place) })
  }

  @Test func aGridOfMoreTargetSizesThanThereIsRoomForKeepsItsImages() throws {
    let grid = try HandGrid(plain)
    grid.fill(row: 0)
    for cell in [90, 80, 70, 60, 50, 40] {
      grid.driver.layoutChanged(to: HandGrid.layout(count: 300, cell: cell))
      grid.fill(row: 0)
      #expect(grid.driver.image(at: 0) == "image 0")
    }
    #expect(grid.driver.liveBytes.rawValue <= 4_000_000)
  }

  @Test func noAppRunsAnOracle() throws {
    let clairvoyant = try StrategySpec("clairvoyant")
    #expect(throws: GridDriverError.oracle(clairvoyant.shortText)) { try HandGrid(clairvoyant) }
  }

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
