import Testing

@testable import LabJudge

@Suite struct LatencyWindowTests {
  private let arms = (1...25).map { LatencyEvidence.Arm([Int64](repeating: $0 * 1000, count: 4)) }

  @Test func windowsShareNoArmAndKeepTheOrder() {
    let windows = LatencyEvidence.windows(of: arms, decodes: 60, pairs: 4)
    #expect(windows.count == 3 && windows[1].cell == "window 2")
    // Old new new old.
    #expect(windows[1].pairs.map { $0.base[.cpuP50] / 1000 } == [9, 12, 13, 16])
    #expect(windows[1].pairs.map { $0.head[.cpuP50] / 1000 } == [10, 11, 14, 15])
    #expect(windows[1].pairs.map(\.baseFirst) == [true, false, true, false])
    #expect(LatencyEvidence.windows(of: arms, decodes: 60, pairs: 13).isEmpty)
  }

  @Test func onlyTheNewSideIsMadeLonger() {
    let window = LatencyEvidence.windows(of: arms, decodes: 60, pairs: 4, slowdown: 0.05)[0]
    #expect(window.pairs[0].base[.cpuP50] == 1000)
    #expect(window.pairs[0].head[.cpuP50] == 2100 && window.pairs[0].head[.cpuMean] == 2100)
  }
}
