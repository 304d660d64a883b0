import Testing

@testable import Strategies

/// Hands that drag through the whole content, 60 frames a second.
@Suite struct HandPathTests {
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
        path.see(this, after: last, interval: HandPathTests.interval, isNext: elapsed < 0.05)
        path.follow(
          this, interval: HandPathTests.interval, isHand: true, isFast: velocity.magnitude > 8_440_000,
          lastOffset: HandPathTests.lastOffset, plain: Double(offset) + velocity * 8 * HandPathTests.interval)
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
      hand.move(to: end, frames: 60, HandPathTests.reach) { _, _, _ in }
    }
    var foreseen = 0
    hand.move(to: 20_000_000, frames: 60, HandPathTests.reach) { path, frame, _ in
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
        { share in bend > 2 ? HandPathTests.reach(share) : 1 - (1 - share) * (1 - share * bend / 4) }
      ) {
        path, _, _ in
        let offsets = path.steps.map(\.offset)
        #expect(offsets == offsets.sorted() || offsets == offsets.sorted(by: >))
        #expect(offsets.allSatisfy { 0...HandPathTests.lastOffset ~= $0 })
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
      hand.move(to: end, frames: 60, HandPathTests.reach) { _, _, _ in }
    }
    hand.path.forget()
    hand.last.offset = 10_000_000
    var looks = 0
    hand.move(to: 70_000_000, frames: 60, rest: 0, HandPathTests.reach) { path, frame, _ in
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
      hand.move(to: end, frames: 40, HandPathTests.reach) { path, _, offset in
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
