import Strategies
import Testing

@testable import LabMeasure
@testable import LabSystem

@Suite struct ReplayClockTests {
  @Test func traceTimePassesAtTheSpeedAskedFor() {
    #expect(ReplayClock(start: 0, speed: Rational(4)).traceDuration(1000) == 4000)
    #expect(ReplayClock(start: 0, speed: Rational(1, 3)).traceDuration(1000) == 333)
    #expect(ReplayClock(start: 0, speed: Rational(1, 3)).traceDuration(-1) == -1)
  }

  @Test func aMonthPassesAtAnySpeed() {
    let month: Int64 = 2_592_000_000_000_000
    let slow = ReplayClock(start: 5, speed: Rational(99_999, 100_000))
    #expect(slow.wallTime(of: month) == 5 + 2_592_025_920_259_203)
    #expect(slow.traceDuration(month) == 2_591_974_080_000_000)
    // What a clock cannot hold is as far ahead as it can.
    #expect(ReplayClock(start: 5, speed: Rational(1, 999_999)).wallTime(of: month) == .max)
    #expect(ReplayClock(start: 5, speed: Rational(999_999)).traceDuration(month) == .max)
  }

  @Test(arguments: [Rational(1), Rational(4), Rational(1, 3), Rational(100), Rational(7, 9)])
  func whoeverWaitedFindsTheTimeReached(speed: Rational) {
    let clock = ReplayClock(start: Clocks.monotonic(), speed: speed)
    for time: Int64 in [1, 999, 100_000, 100_001] {
      clock.wait(until: time)
      #expect(clock.now() >= time)
    }
  }

  @Test func whatHasPassedIsNotWaitedFor() {
    let clock = ReplayClock(start: Clocks.monotonic() - 1_000_000_000_000, speed: Rational(1))
    clock.wait(until: 5)
    #expect(clock.now() < 2_000_000_000_000)
  }
}
