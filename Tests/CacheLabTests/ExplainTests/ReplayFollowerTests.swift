import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What is followed from the events alone is what the replay did. `FollowedLedgerTests` compares bytes and cells.
@Suite struct ReplayFollowerTests {
  struct Case: CustomTestStringConvertible {
    var strategy: String
    var trace: String
    var cells = CellPolicy.cancel
    var testDescription: String { "\(strategy) \(trace) \(cells)" }
  }

  static let cases = [
    Case(strategy: "preheat2x", trace: "zoom"), Case(strategy: "fixed-window", trace: "rotation", cells: .keep),
    Case(strategy: "preheat2x+lru:budget=16MB", trace: "ios-overscroll"),
    Case(strategy: "none", trace: "flicks", cells: .keep),
  ]

  @Test(arguments: cases) func everyDecodeIsTakenFromTheHeadOfItsQueue(_ run: Case) throws {
    let replay = try ReplayFixture.shipped(run.trace)
    let (header, events, tally) = try ExplainFixture.events(replay, run.strategy, cells: run.cells)
    var follower = ReplayFollower(header: header)
    var (begun, peak) = (0, Int64(0))
    for next in events {
      if case .begin(let key, let cause, _, _) = next.event {
        begun += 1
        let queue = cause == .demand ? follower.jobs.demand : follower.jobs.preheat
        #expect(queue.jobsBefore(key) == 0, "item \(key.item) at \(next.time)")
        #expect(cause == .demand || follower.jobs.demand.keys.isEmpty, "a preheat goes behind all requests")
        #expect(follower.jobs.running.count < replay.table.device.workers)
      }
      follower.take(next.event, at: next.time)
      peak = max(peak, follower.live)
    }
    #expect(Int64(begun) == tally.decodes)
    #expect(peak == tally.peak.bytes)
    #expect(Int64(follower.frame) + 1 == tally.frames)
  }
}
