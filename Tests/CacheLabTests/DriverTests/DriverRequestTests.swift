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
    let registry = StrategyRegistry(prefetchers: [Listener.self], evictionPolicies: [])
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
}
