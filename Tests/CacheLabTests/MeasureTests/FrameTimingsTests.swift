import CacheLab
import Testing

@Suite struct FrameTimingsTests {
  @Test func aFrameDoneByTheNextRefreshIsInTime() {
    var timings = FrameTimings(refreshPeriod: 10)
    for frame in [(due: 0, done: 0), (10, 20), (20, 29)] as [(due: Int64, done: Int64)] {
      timings.record(due: frame.due, done: frame.done)
    }
    #expect(timings.dropped == 0 && timings.lateness == [0, 10, 9])
    timings.record(due: 30, done: 41)
    #expect(timings.dropped == 1 && timings.lateness.last == 11)
  }
}
