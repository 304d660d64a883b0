import Strategies
import Synchronization
import Testing

@testable import GridDriver

private final class Gate: Sendable {
  private struct State {
    var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
    var cancelled: Set<Int> = []
    var sizes: [Int: PixelSize] = [:]
  }

  private let state = Mutex(State())

  func decode(_ item: Int, _ size: PixelSize) async throws -> String {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { state in
          state.waiting[item] = continuation
          state.sizes[item] = size
        }
      }
    } onCancel: {
      state.withLock { _ = $0.cancelled.insert(item) }
    }
  }

  func end(_ item: Int, _ result: Result<String, any Error>) {
    state.withLock { $0.waiting.removeValue(forKey: item) }?.resume(with: result)
  }

  /// Goes on when a condition holds, which decodes that begin or are cancelled change.
  func until(_ isTrue: @Sendable (_ waiting: Set<Int>, _ cancelled: Set<Int>) -> Bool) async {
    while !state.withLock({ isTrue(Set($0.waiting.keys), $0.cancelled) }) { await Task.yield() }
  }

  func size(of item: Int) -> PixelSize? { state.withLock { $0.sizes[item] } }
}

private struct Broken: Error {}

@MainActor
@Suite struct DecodeSourceTests {
  private let gate = Gate()
  private let clock = HandClock()

  private func driver(
    _ source: DecodeSource<Int, String>, count: Int32 = 300
  ) throws -> (GridDriver<DecodeSource<Int, String>>, AsyncStream<Int>) {
    let driver = try GridDriver(
      try StrategySpec("budget-priority"), source: source, layout: .hundred(count: count),
      clock: { [clock] in clock.now })
    let (shown, continuation) = AsyncStream<Int>.makeStream()
    driver.onImage = { place, _, _ in continuation.yield(place) }
    return (driver, shown)
  }

  @Test func whatIsInTheCloudIsDownloadedApart() async throws {
    let source = DecodeSource<Int, String>(
      item: { $0 }, bytes: { _ in 160_000 }, download: { item, _ in "downloaded \(item)" },
      decode: { item, _ in
        if item == 1 { throw PhotoInCloud() }
        return "image \(item)"
      })
    let (driver, shown) = try driver(source, count: 3)
    driver.scrolled(to: .zero)
    var places = shown.makeAsyncIterator()
    for _ in 0..<3 { _ = await places.next() }
    #expect((0..<3).map { driver.image(at: $0) } == ["image 0", "downloaded 1", "image 2"])
    #expect(driver.counters.failures == 0 && driver.counters.decodes == 3)
  }

  private func source() -> DecodeSource<Int, String> {
    DecodeSource(item: { $0 }, bytes: { _ in 160_000 }) { [gate] in try await gate.decode($0, $1) }
  }

  @Test func imagesOutOfOrderReachTheirCells() async throws {
    let (driver, shown) = try driver(source())
    driver.scrolled(to: .zero)
    var places = shown.makeAsyncIterator()
    await gate.until { waiting, _ in waiting == [0, 1] }
    #expect(gate.size(of: 0) == PixelSize(width: 200, height: 200))
    gate.end(1, .success("one"))
    #expect(await places.next() == 1)
    #expect(driver.image(at: 1) == "one" && driver.image(at: 0) == nil)
    gate.end(0, .success("zero"))
    #expect(await places.next() == 0)
    #expect(driver.image(at: 0) == "zero")
    driver.stop()
  }

  @Test func thumbnailsAreMadeByTheirOwnFunction() async throws {
    let small = Gate()
    let source = DecodeSource<Int, String>(
      item: { $0 }, bytes: { _ in 1000 }, thumbnail: { [small] in try await small.decode($0, $1) },
      decode: { [gate] in try await gate.decode($0, $1) })
    let (driver, shown) = try driver(source)
    driver.scrolled(to: .zero)
    var places = shown.makeAsyncIterator()
    await small.until { waiting, _ in waiting == Set(0..<12) }
    await gate.until { waiting, _ in waiting == [0, 1] }
    #expect(small.size(of: 5) == PhotoSize.cameraThumbnail && gate.size(of: 0) == PixelSize(width: 200, height: 200))
    small.end(5, .success("small"))
    #expect(await places.next() == 5)
    #expect(driver.image(at: 5) == "small")
    driver.stop()
    await small.until { _, cancelled in cancelled == Set(0..<12).subtracting([5]) }
    await gate.until { _, cancelled in cancelled == [0, 1] }
    for place in 0..<12 { small.end(place, .failure(Broken())) }
    for place in 0..<2 { gate.end(place, .failure(Broken())) }
  }

  @Test func whatNobodyWaitsForIsCancelledAndItsImageIgnored() async throws {
    let source = source()
    let (driver, _) = try driver(source)
    driver.scrolled(to: .zero)
    await gate.until { waiting, _ in waiting == [0, 1] }
    driver.stop()
    await gate.until { _, cancelled in cancelled == [0, 1] }
    #expect(source.open.isEmpty)
    gate.end(0, .success("late"))
    gate.end(1, .failure(CancellationError()))
    #expect(driver.image(at: 0) == nil && driver.liveBytes == .zero)
  }

  @Test func anErrorIsAFailureThatIsTriedAgain() async throws {
    let (driver, shown) = try driver(source(), count: 1)
    var places = shown.makeAsyncIterator()
    driver.scrolled(to: .zero)
    await gate.until { waiting, _ in waiting == [0] }
    gate.end(0, .failure(Broken()))
    await gate.until { waiting, _ in waiting == [] }
    // The failure reaches the driver in a later turn of the main actor.
    while driver.counters.failures == 0 { await Task.yield() }
    clock.pass(seconds: 2)
    driver.tick()
    await gate.until { waiting, _ in waiting == [0] }
    gate.end(0, .success("zero"))
    #expect(await places.next() == 0)
    driver.stop()
  }

  @Test func aPlaceWithoutAPhotoIsAFailure() throws {
    let source = DecodeSource<Int, String>(item: { _ in nil }, bytes: { _ in 1000 }) { [gate] in
      try await gate.decode($0, $1)
    }
    let (driver, _) = try driver(source, count: 2)
    driver.scrolled(to: .zero)
    #expect(driver.counters.failures == 2 && source.open.isEmpty)
    driver.stop()
  }
}
