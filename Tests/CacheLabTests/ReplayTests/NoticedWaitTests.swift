import CacheLab
import Strategies
import Testing

/// Waits beyond 100 ms, on a device that decodes two images every 10 ms.
@Suite struct NoticedWaitTests {
  private func tally(
    _ frames: [(Int, Int)], end: Int, delivery: ReplayDelivery = .highquality, milliseconds: Int = 10
  ) throws -> ReplayTally {
    let script = ReplayFixture.script(frames, end: end)
    let replay = Replay(
      script: script, assets: ReplayFixture.assets(script.itemCapacity),
      device: ReplayFixture.device(milliseconds: milliseconds), settings: ReplayFixture.eighths(delivery))
    return replay.run(try StrategySpec("none"))
  }

  @Test func aWaitOfExactlyTheLimitIsNotNoticed() throws {
    let tally = try tally([(0, 0), (1000, 5000)], end: 3000)
    // After ten times 10 ms twenty cells have their image, the last two at the limit.
    #expect(tally.warmRequests.count > 20 && tally.waits.noticed == tally.warmRequests.count - 20)
  }

  @Test func theFirstScreenIsLeftOut() throws {
    let tally = try tally([(0, 0)], end: 3000)
    #expect(tally.requests.count > 20 && tally.waits.noticed == 0)
  }

  @Test func aVisitThatEndsAtTheLimitIsNotNoticed() throws {
    let leaves = try tally([(0, 0), (1000, 5000), (1100, 10_000)], end: 1200)
    #expect(leaves.neverShown > 0 && leaves.waits.noticed == 0)
    let stays = try tally([(0, 0), (1000, 5000), (1101, 10_000)], end: 1200)
    #expect(stays.waits.noticed > 0)
  }

  @Test func aThumbnailIsABlankLessAndAWaitAllTheSame() throws {
    let tally = try tally([(0, 0), (1000, 5000)], end: 3000, delivery: .opportunistic, milliseconds: 40)
    #expect(tally.waits.noticed > 0 && tally.thumbnails.waits.noticed < tally.waits.noticed)
  }
}
