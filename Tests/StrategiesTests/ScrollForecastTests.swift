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
    #expect(forecast(samples).velocity == 0 && forecast(samples, phase: .scrubbing).velocity > 0)
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
    #expect(forecast.isResting && forecast.velocity == 0 && forecast.visit(minY: 0, maxY: 500_000).end == .infinity)
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

  static let interval = 1 / 60.0
  static let lastOffset: Int64 = 97_000_000

  /// A hand's way from one offset to another in some frames, by the share of its way at a share of its time, after a rest.
  private struct Hand {
    var path = HandPath()
    var now: Int64 = 1_000_000_000
    var last = HandPath.Frame(time: 0, offset: 0)

    mutating func move(
      to end: Int64, frames: Int, rest: Int64 = 1_000_000_000, _ way: (Double) -> Double,
      _ each: (HandPath, Int, Int64) -> Void
    ) {
      let begin = last.offset
      now += rest
      last.time = now - max(rest, 16_666_667)
      for frame in 1...frames {
        let offset = begin + Int64(Double(end - begin) * way(Double(frame) / Double(frames)))
        let this = HandPath.Frame(time: now, offset: offset)
        let elapsed = Double(this.time - last.time) / 1e9
        let velocity = Double(offset - last.offset) / elapsed
        path.see(this, after: last, interval: ScrollForecastTests.interval, isNext: elapsed < 0.05)
        path.follow(
          this, interval: ScrollForecastTests.interval, isHand: true, isFast: velocity.magnitude > 8_440_000,
          lastOffset: ScrollForecastTests.lastOffset,
          plain: Double(offset) + velocity * 8 * ScrollForecastTests.interval)
        last = this
        each(path, frame, offset)
        now += 16_666_667
      }
    }
  }

  private static func reach(_ share: Double) -> Double { share * share * share * (10 + share * (6 * share - 15)) }

  @Test func theEndOfAReachIsForeseenOnceReachesWereRight() {
    var hand = Hand()
    for end: Int64 in [60_000_000, 5_000_000, 80_000_000] {
      hand.move(to: end, frames: 60, ScrollForecastTests.reach) { _, _, _ in }
    }
    var foreseen = 0
    hand.move(to: 20_000_000, frames: 60, ScrollForecastTests.reach) { path, frame, _ in
      guard (36...56).contains(frame) else { return }
      foreseen += 1
      let error = ((path.aim ?? 0) - 20_000_000).magnitude
      #expect(error < 400_000, "frame \(frame): \(error)")
      #expect(path.isReaching && abs((path.steps.last?.after ?? 0) - Double(60 - frame) / 60) < 0.05)
    }
    #expect(foreseen == 21)
  }

  @Test func ofAHandThatMovesEvenlyNoEndIsForeseen() {
    var hand = Hand()
    for end: Int64 in [60_000_000, 5_000_000, 80_000_000] { hand.move(to: end, frames: 60, { $0 }) { _, _, _ in } }
    hand.move(to: 20_000_000, frames: 60, { $0 }) { path, frame, _ in
      // What is plain was right: nothing else is forecast.
      if frame > 10 { #expect(path.steps.isEmpty && path.aim == nil, "frame \(frame)") }
    }
  }

  @Test func aHandThatGetsFasterIsFollowedByItsSpeed() throws {
    var hand = Hand()
    for end: Int64 in [60_000_000, 5_000_000] { hand.move(to: end, frames: 60, { $0 * $0 }) { _, _, _ in } }
    var looks = 0
    hand.move(to: 80_000_000, frames: 60, { $0 * $0 }) { path, frame, _ in
      guard (30...50).contains(frame), let next = path.steps.first else { return }
      looks += 1
      let expected = 5_000_000 + 75_000_000 * Double((frame + 1) * (frame + 1)) / 3600
      #expect(abs(Double(next.offset) - expected) < 20_000, "frame \(frame)")
    }
    #expect(looks == 21)
  }

  @Test func stepsNeverTurnNorLeaveTheContent() {
    var random = SplitMix(seed: 5)
    var hand = Hand()
    var looks = 0
    for _ in 0..<200 {
      let bend = Double(random.below(30) + 1) / 10
      let end = Int64(random.below(97_000)) * 1000
      hand.move(
        to: end, frames: 10 + random.below(60),
        { share in bend > 2 ? ScrollForecastTests.reach(share) : 1 - (1 - share) * (1 - share * bend / 4) }
      ) {
        path, _, _ in
        let offsets = path.steps.map(\.offset)
        #expect(offsets == offsets.sorted() || offsets == offsets.sorted(by: >))
        #expect(offsets.allSatisfy { 0...ScrollForecastTests.lastOffset ~= $0 })
        let times = path.steps.map(\.after)
        #expect(times == times.sorted() && times.count <= 24)
        looks += times.isEmpty ? 0 : 1
      }
    }
    #expect(looks > 1000, "\(looks)")
  }

  @Test func anotherContentHasNoWayBehindIt() {
    var hand = Hand()
    for end: Int64 in [60_000_000, 5_000_000, 80_000_000] {
      hand.move(to: end, frames: 60, ScrollForecastTests.reach) { _, _, _ in }
    }
    hand.path.forget()
    hand.last.offset = 10_000_000
    var looks = 0
    hand.move(to: 70_000_000, frames: 60, rest: 0, ScrollForecastTests.reach) { path, frame, _ in
      guard (36...50).contains(frame), let aim = path.aim else { return }
      looks += 1
      #expect(abs(aim - 70_000_000) < 3_000_000, "frame \(frame): \(aim)")
    }
    #expect(looks == 15)
  }

  @Test func aRowIsSeenFromTheFirstStepThatShowsItOn() {
    var random = SplitMix(seed: 6)
    var hand = Hand()
    var seen = 0
    for round in 0..<60 {
      let end = Int64(random.below(97_000)) * 1000
      hand.move(to: end, frames: 40, ScrollForecastTests.reach) { path, _, offset in
        guard !path.steps.isEmpty else { return }
        for _ in 0..<4 {
          let top = Int64(random.below(97_000)) * 1000
          let visit = path.visit(minY: top, maxY: top + 96_000, viewportHeight: 844_000, from: offset)
          let shows = path.steps.map { top < $0.offset + 844_000 && top + 96_000 > $0.offset }
          if top < offset + 844_000 && top + 96_000 > offset { continue }
          let first = shows.firstIndex(of: true)
          let gone = first.flatMap { first in shows[first...].firstIndex(of: false) }
          if first != nil { seen += 1 }
          #expect(visit.begin == first.map { path.steps[$0].after } ?? .infinity, "round \(round)")
          if first != nil { #expect(visit.end == gone.map { path.steps[$0].after } ?? .infinity) }
        }
      }
    }
    #expect(seen > 100)
  }
}
