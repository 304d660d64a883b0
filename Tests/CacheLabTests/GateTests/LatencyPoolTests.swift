import Testing

@testable import LabJudge

@Suite struct LatencyPoolTests {
  private let pool = LatencyPool(
    arms: (1...25).map { LatencyEvidence.Arm(p50: $0 * 1000, mean: $0 * 1000, p99: $0 * 1000, wallP99: $0 * 1000) },
    decodes: 60, wall: 25_000)

  @Test func windowsShareNoArmAndKeepTheOrder() {
    let windows = pool.windows(pairs: 4)
    #expect(windows.count == 3)
    // Old new new old.
    #expect(windows[1].pairs.map { $0.base.p50 / 1000 } == [9, 12, 13, 16])
    #expect(windows[1].pairs.map { $0.head.p50 / 1000 } == [10, 11, 14, 15])
    #expect(windows[1].pairs.map(\.baseFirst) == [true, false, true, false])
    #expect(windows[1].wall == 8_000)
  }

  @Test func onlyTheNewSideIsMadeLonger() {
    let window = pool.windows(pairs: 4, slowdown: 0.05)[0]
    #expect(window.pairs[0].base.p50 == 1000 && window.pairs[0].head.p50 == 2100 && window.pairs[0].head.mean == 2100)
  }
}
