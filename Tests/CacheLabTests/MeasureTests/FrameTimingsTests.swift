import CacheLab
import Testing

@Suite struct FrameTimingsTests {
  private func timings(_ frames: [(due: Int64, done: Int64)]) -> FrameTimings {
    var timings = FrameTimings(refreshPeriod: 10)
    for frame in frames { timings.record(due: frame.due, done: frame.done) }
    return timings
  }

  @Test func aFrameDoneByTheNextRefreshIsInTime() {
    let timings = timings([(0, 0), (10, 20), (20, 29)])
    #expect(timings.dropped == 0)
    #expect(timings.hitchTime == 0)
    #expect(timings.lateness == [0, 10, 9])
  }

  @Test func aLateFrameHitchesForWholeRefreshes() {
    #expect(timings([(0, 11)]).hitchTime == 10)
    #expect(timings([(0, 20)]).hitchTime == 10)
    #expect(timings([(0, 21)]).hitchTime == 20)
    #expect(timings([(0, 21)]).dropped == 1)
  }

  @Test func refreshesThatLateFramesShareCountOnce() {
    // The first frame is shown at 40 instead of 10; the next two were to be shown at 20 and 30.
    let timings = timings([(0, 35), (10, 36), (20, 37), (30, 38)])
    #expect(timings.dropped == 3)
    #expect(timings.hitchTime == 30)
  }

  @Test func separateHitchesAddUp() {
    #expect(timings([(0, 15), (100, 125)]).hitchTime == 10 + 20)
  }
}
