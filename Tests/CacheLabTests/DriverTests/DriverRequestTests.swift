import FoundationEssentials
import Strategies
import Testing

@testable import GridDriver

@Suite struct DriverRequestTests {
  private let none: StrategySpec

  init() throws { none = try StrategySpec("none") }

  @Test(arguments: [(-1, 1), (0, 1), (3, 3), (64, 64), (65, 64)])
  func aNumberOfWorkersIsOneThatASessionMayHave(_ asked: Int, _ allowed: Int) throws {
    var options = GridDriverOptions()
    options.workers = asked
    let grid = try HandGrid(none, options: options)
    grid.scroll(toRow: 0)
    #expect(grid.driver.options.workers == allowed && grid.source.begun.count == min(allowed, 12))
  }

  @Test(arguments: [(-1, 0), (5, 5), (4_294_967_295, 4_294_967_295), (4_294_967_296, 4_294_967_295)])
  func bytesAreToldAsTheyAreCounted(_ bytes: Int, _ allowed: Int64) throws {
    var told: [GridDriverAnswer.Result] = []
    let grid = try HandGrid(none, count: 2)
    grid.driver.onEvent = { _, event, _ in
      if case .answered(let answer) = event { told.append(answer.result) }
    }
    grid.scroll(toRow: 0)
    let before = grid.driver.liveBytes.rawValue
    grid.source.bytes = ["image": bytes]
    grid.source.begun[0].answer(.image("image"))
    #expect(told == [.image(bytes: allowed)])
    #expect(grid.driver.liveBytes.rawValue == before / 2 + allowed)
  }

  @Test func aPeakIsTheFirstMomentOfItsBytes() throws {
    let grid = try HandGrid(none, count: 1)
    grid.scroll(toRow: 0)
    let bytes = Int(grid.driver.liveBytes.rawValue)
    grid.pass(milliseconds: 10)
    grid.source.bytes = ["image": bytes]
    grid.source.begun[0].answer(.image("image"))
    let peak = grid.driver.machine.tally.peak
    #expect(peak.bytes == bytes && peak.time == 16_000_000)
  }

  /// A layout that is turned by a quarter asks for images as the screen shows them, and keeps the sizes of photos.
  @Test func aTurnedGridAsksForUprightImages() throws {
    let photos = Array(repeating: PhotoSize(PixelSize(width: 3000, height: 4000)), count: 300)
    let grid = try HandGrid(none, photos: photos)
    grid.scroll(toRow: 0)
    grid.source.begun[0].answer(.image("image 0"))
    grid.clear()
    grid.driver.isTurned = true
    grid.driver.layoutChanged(to: Self.strip(count: 300))
    grid.scroll(toRow: 0)
    #expect(grid.driver.image(at: 0) == "image 0", "until the new one is there")
    grid.answerAll()
    let request = try #require(grid.source.begun.last)
    #expect(request.targetSize == PixelSize(width: 400, height: 200))
    #expect(grid.driver.machine.table.bytes(ofSlot: request.slot) == 4 * 400 * 533)
    #expect(grid.driver.photoSizes() == photos && grid.shown == [0: "image 0", 1: "image 1"])
  }

  /// Two cells in a row that scrolls sideways, turned.
  private static func strip(count: Int32) -> GridLayout {
    GridLayout(
      count: count, columns: 1, cellWidth: .points(100), cellHeight: .points(200), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(100), viewportHeight: .points(400), scaleThousandths: 2000)
  }

  @Test func aTurnedPhotoWithoutAThumbnailGetsNone() throws {
    let none = PixelSize(width: 0, height: 0)
    let photos = Array(repeating: PhotoSize(PixelSize(width: 3000, height: 4000), thumbnail: none), count: 300)
    let grid = try HandGrid(self.none, photos: photos, thumbnailSize: PixelSize(width: 160, height: 120))
    grid.driver.isTurned = true
    grid.driver.layoutChanged(to: Self.strip(count: 300))
    grid.scroll(toRow: 0)
    #expect(!grid.source.begun.isEmpty && grid.source.begun.allSatisfy { $0.tier == .full })
  }

  @Test func aTurnTellsNoSizeThatIsNotKnown() throws {
    let grid = try HandGrid(none)
    var told: [PhotoSize]?
    grid.driver.onEvent = { _, event, _ in
      if case .content(_, let photos, _) = event { told = photos }
    }
    grid.driver.isTurned = true
    #expect(told?.count == 300 && told?.allSatisfy { $0.pixels == PixelSize(width: 0, height: 0) } == true)
  }

  /// From within a call of the driver, photos go and the grid turns: each takes effect in its order.
  @Test func aGridIsTurnedBehindWhatWasToldBefore() throws {
    let grid = try HandGrid(none)
    grid.whenShown = { [unowned grid] place in
      guard place == 0, !grid.driver.isTurned else { return }
      grid.driver.contentChanged(GridChanges(countBefore: 300, removed: 250..<300), layout: HandGrid.layout(count: 250))
      grid.driver.isTurned = true
      grid.driver.layoutChanged(to: Self.strip(count: 250))
      grid.driver.scrolled(to: .zero)
    }
    grid.fill(row: 0)
    #expect(grid.driver.layout == Self.strip(count: 250) && grid.driver.image(at: 1) == "image 1")
    #expect(grid.source.begun.last?.targetSize == PixelSize(width: 400, height: 200))
  }

  @Test func theEndFailsNothing() throws {
    let grid = try HandGrid(none)
    grid.scroll(toRow: 0)
    grid.source.begun[0].answer(.failure)
    let counters = grid.driver.counters
    grid.driver.stop()
    #expect(grid.source.cancelled.count == 2 && grid.driver.counters == counters && counters.failures == 1)
  }

  @Test func anAnswerThatWaitsForAFrameIsNotLate() throws {
    let grid = try HandGrid(none)
    var told = 0
    grid.driver.onEvent = { _, event, _ in
      if case .answered = event { told += 1 }
    }
    grid.scroll(toRow: 0)
    grid.driver.contentChanged(removing: [200..<201], layout: HandGrid.layout(count: 299))
    grid.source.begun[0].answer(.image("image 0"))
    grid.pass(milliseconds: 40_000)
    grid.driver.tick()
    // The other one has no answer.
    #expect(grid.source.cancelled.map(\.place) == [1] && told == 2)
    grid.scroll(toRow: 0)
    #expect(grid.shown == [0: "image 0"] && grid.driver.counters.failures == 1)
  }

  private struct Listener: CacheStrategy {
    static let descriptor = PolicyDescriptor(id: "listener", summary: "listens")
    nonisolated(unsafe) static var means: [Int64] = []

    init(_ parameters: ParameterValues) {}

    mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
      unsafe Listener.means.append(frame.meanDecodeTime.rawValue)
    }
  }

  @Test func whatWaitsForAFrameTookNoLonger() throws {
    unsafe Listener.means = []
    let registry = StrategyRegistry(prefetchers: [Listener.registered], evictionPolicies: [])
    let grid = try HandGrid(try StrategySpec("listener", registry: registry))
    grid.scroll(toRow: 0)
    grid.pass(milliseconds: 20)
    grid.driver.contentChanged(removing: [200..<201], layout: HandGrid.layout(count: 299))
    grid.source.begun[0].answer(.image("image 0"))
    grid.pass(milliseconds: 5_000)
    grid.scroll(toRow: 0)
    grid.scroll(toRow: 0)
    #expect(unsafe Listener.means == [0, 0, 20_000_000])
  }

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

  /// Answers at once, with images larger than their cells.
  private final class Source: ImageSource {
    let thumbnailSize: PixelSize? = PhotoSize.cameraThumbnail
    func bytes(of image: Int) -> Int { 300 * 400 * 4 }
    func begin(_ request: ImageRequest<Int>) { request.answer(.image(request.place)) }
    func cancel(_ request: ImageRequest<Int>) {}
  }

  private static func layout(count: Int) -> GridLayout {
    GridLayout(
      count: count, columns: 4, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(400), viewportHeight: .points(800), scaleThousandths: 3000)
  }

  /// Memory pages of 4 KiB that this thread has touched for the first time; nil where the system does not say.
  private static var pages: Int? {
    guard let text = try? String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8) else { return nil }
    return text.split(separator: ")").last.flatMap { Int($0.split(separator: " ")[7]) }
  }

  /// A table of a million numbers is a thousand pages; so are the states of 128,000 photos.
  @Test(
    .enabled(if: pages != nil, "the system does not count pages"),
    arguments: ["none", "preheat2x", "budget-priority:budget=40MB", "windowed-lead:window=40MB"])
  func itTouchesLittleMemory(_ strategy: String) throws {
    var (now, count) = (Int64(0), 1_000_000)
    let driver = try GridDriver(
      try StrategySpec(strategy), source: Source(), layout: DriverRequestTests.layout(count: count),
      clock: { Nanoseconds(rawValue: now) })
    for row in 0..<100 {
      now += 8_333_333
      driver.scrolled(to: .points(12_345_600 + row * 50), phase: .dragging)
    }
    let place = 493_824
    let changes = [
      GridChanges(countBefore: count, inserted: [count]),
      GridChanges(countBefore: count + 1, removed: [place + 100]),
      GridChanges(countBefore: count, moved: [(from: place, to: 0)], edited: [place + 20]),
      GridChanges(countBefore: count, removed: [0], inserted: [7]),
    ]
    for change in changes {
      let before = DriverRequestTests.pages ?? 0
      count = change.count
      driver.contentChanged(change, layout: DriverRequestTests.layout(count: count))
      now += 8_333_333
      driver.scrolled(to: .points(12_350_000), phase: .still)
      let touched = (DriverRequestTests.pages ?? 0) - before
      #expect(touched < 300, "\(touched) pages")
      #expect(driver.image(at: 494_000) != nil)
    }
  }
}
