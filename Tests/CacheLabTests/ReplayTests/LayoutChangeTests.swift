import CacheLab
import Strategies
import Testing

@Suite struct LayoutChangeTests {
  private let small = ReplayFixture.page()
  private let large = ReplayFixture.page(height: 300)

  /// Small cells, large ones at 15 ms, small ones again at 60 ms; item 0 is visible throughout.
  private func replay() -> Replay {
    let script = ReplayFixture.script(
      [(0, 0), (15, 0), (60, 0)], changes: [(15, 1), (60, 0)], of: [small, large], end: 100)
    return ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
  }

  @Test func everythingIsReleasedStoppedAndRequestedAnew() throws {
    let lines = try replay().run(StrategySpec("fixed-window:screens=1"), observer: EventLog())
      .observer.lines
    #expect(
      lines.filter { $0.hasPrefix("15 ") } == [
        "15 layout 100x300", "15 release 0", "15 stop 0..<2", "15 drop 0 unwanted", "15 frame 0..<1",
        "15 start 0..<1", "15 miss 0",
      ])
    #expect(lines.contains("20 end 1 gone"), "the decode that ran at the old size ends, and nothing wants it")
    #expect(lines.contains("20 begin 0' demand"), "at the large target size")
  }

  @Test func lruKeepsTheOldSizeAndServesItLater() throws {
    let lines = try replay().run(StrategySpec("lru"), observer: EventLog()).observer.lines
    #expect(lines.contains("15 miss 0"))
    #expect(lines.contains("60 hit 0"))
  }

  @Test func atLeastServesTheSmallerFromTheLarger() throws {
    let script = ReplayFixture.script([(0, 0), (30, 0)], changes: [(30, 1)], of: [large, small], end: 100)
    let replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
    let exact = try replay.run(StrategySpec("lru"))
    let atLeast = try replay.run(StrategySpec("lru:match=at-least"))
    #expect(exact.requests.hits == 0)
    #expect(atLeast.requests.hits == 1)
    #expect(atLeast.decodes == 1)
  }
}
