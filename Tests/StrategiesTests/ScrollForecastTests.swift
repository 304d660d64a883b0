import Testing

@testable import Strategies

@Suite struct ScrollForecastTests {
  private let layout = GridLayoutTests.layout(count: 4000)

  private func forecast(
    _ samples: [(ms: Int, points: Int)], phase: ScrollPhase? = nil, target: Int? = nil
  ) -> ScrollForecast {
    var forecast = ScrollForecast(tau: 0.3)
    for sample in samples {
      forecast.observe(
        FrameContext(
          time: .milliseconds(sample.ms), offset: .points(sample.points), layout: layout, phase: phase,
          target: target.map { .points($0) }))
    }
    return forecast
  }

  /// A click into the scroll bar, after a rest or within three frames; a hand that drags the bar goes on.
  @Test(arguments: [[(0, 0), (1000, 2000)], [(0, 0), (16, 600), (32, 1200), (48, 1800)]])
  func aLeapWithoutAFingerDoesNotGoOn(_ samples: [(ms: Int, points: Int)]) {
    #expect(forecast(samples).velocity == 0)
    #expect(forecast(samples, phase: .scrubbing).velocity > 0)
  }

  @Test func exponentialAndLogarithmUndoEachOther() {
    for step in 1...2000 {
      let x = Double(step) * 0.01
      let back = -Exponential.logarithm(Exponential.decay(x))
      #expect(abs(back - x) < 1e-5 * max(1, x), "\(x)")
    }
    #expect(Exponential.decay(0) == 1 && Exponential.decay(1000) == 0)
    #expect(abs(Exponential.logarithm(2) - 0.693147) < 1e-5)
  }

  @Test func aRowAheadIsVisibleLaterThanANearerOne() {
    let forecast = forecast([(0, 20000), (16, 20050), (32, 20100), (48, 20150)])
    #expect(forecast.isMovingDown && !forecast.isResting)
    var last = 0.0
    for row in 0..<8 {
      let minY = (20_150 + 844) * 1000 + Int64(row) * 98_000
      let visit = forecast.visit(minY: minY, maxY: minY + 96_000)
      #expect(visit.begin >= last && visit.end > visit.begin)
      last = visit.begin
    }
    let behind = forecast.visit(minY: 20_000_000, maxY: 20_096_000)
    #expect(behind.begin == .infinity)
  }

  @Test func upIsTheMirrorOfDown() {
    let down = forecast([(0, 20000), (16, 20040), (32, 20080)])
    let up = forecast([(0, 20160), (16, 20120), (32, 20080)])
    let (top, bottom): (Int64, Int64) = (20_080_000, 20_924_000)
    for gap: Int64 in [0, 1_000, 50_000, 300_000] {
      let below = down.visit(minY: bottom + gap, maxY: bottom + gap + 96_000)
      let above = up.visit(minY: top - gap - 96_000, maxY: top - gap)
      #expect(below.begin == above.begin && below.end == above.end, "\(gap)")
    }
  }

  @Test func withoutFramesTheContentRests() {
    var forecast = forecast([(0, 0), (16, 50), (32, 100)])
    forecast.wait(until: 60_000_000)
    #expect(!forecast.isResting)
    forecast.wait(until: 90_000_000)
    #expect(forecast.isResting && forecast.velocity == 0)
    #expect(forecast.visit(minY: 0, maxY: 500_000).end == .infinity)
  }

  @Test func whatSlowsDownStopsSoonerThanWhatDoesNot() {
    let steady = forecast((0..<12).map { ($0 * 16, 20000 + $0 * 40) })
    let slowing = forecast((0..<12).map { ($0 * 16, 20000 + $0 * 100 - $0 * $0 * 4) })
    // How far each still goes, for each point a second that it moves.
    func reach(_ forecast: ScrollForecast) -> Double {
      let bottom = forecast.offset + 844_000
      let gap = (1...5000).first { forecast.visit(minY: bottom + $0 * 1000, maxY: .max).begin == .infinity } ?? 0
      return Double(gap) * 1000 / forecast.velocity
    }
    #expect(reach(slowing) > 0 && reach(slowing) < reach(steady) * 0.7)
  }

  /// A fling that stops at `target`, as far as the phone says.
  private func fling(phase: ScrollPhase?, target: Int?) -> ScrollForecast {
    forecast((0..<6).map { ($0 * 16, 20_000 + $0 * 40) }, phase: phase, target: target)
  }

  private func lastPointSeen(_ forecast: ScrollForecast) -> Int64 {
    let bottom = forecast.offset + 844_000
    return (0...20_000).last { forecast.visit(minY: bottom + $0 * 1000, maxY: .max).begin < .infinity } ?? -1
  }

  @Test func nothingIsForecastBeyondTheTarget() {
    let (free, told) = (fling(phase: .decelerating, target: nil), fling(phase: .decelerating, target: 20_500))
    #expect(lastPointSeen(free) > 600)
    #expect((290...300).contains(lastPointSeen(told)))
    let far = fling(phase: .decelerating, target: 21_300)
    #expect(lastPointSeen(far) > lastPointSeen(free), "a fling that goes farther than the usual one is known to")
  }

  @Test func whatIsAnimatedGoesToItsTargetFromRest() {
    var forecast = forecast((0..<3).map { ($0 * 16, 30_000) }, phase: .animated, target: 0)
    forecast.wait(until: 1_000_000_000)
    #expect(!forecast.isMovingDown && forecast.velocity < 0)
    #expect(forecast.visit(minY: 700_000, maxY: 796_000).begin < .infinity)
  }

  @Test func stillIsBelieved() {
    #expect(fling(phase: .still, target: nil).velocity == 0)
    #expect(fling(phase: .tracking, target: nil).velocity > 0, "the next stroke mostly goes on")
  }

  @Test func whereItIsFastRowsBetweenFramesAreNeverSeen() {
    // Two viewports a frame.
    let fast = forecast((0..<8).map { ($0 * 16, 5000 + $0 * 1688) }, phase: .scrubbing)
    let bottom = fast.offset + 844_000
    let between = fast.visit(minY: bottom + 200_000, maxY: bottom + 296_000)
    #expect(between.end == 0)
    let seen = fast.visit(minY: bottom + 1_000_000, maxY: bottom + 1_096_000)
    #expect(seen.begin > 0 && seen.end > seen.begin && abs(seen.begin - fast.interval) < 1e-9)
  }

  @Test func theContentsEndIsNotPassed() {
    let last = Int(layout.lastOffset.rawValue) / 1000
    let forecast = forecast((0..<4).map { ($0 * 16, last - 100 + $0 * 30) })
    // The rows shown at the end never leave.
    let visit = forecast.visit(minY: layout.lastOffset.rawValue + 400_000, maxY: layout.lastOffset.rawValue + 496_000)
    #expect(visit.begin == 0 && visit.end == .infinity)
  }
}
