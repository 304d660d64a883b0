import LabBase
import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What is followed from the events alone is what the replay did.
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
        #expect(cause == .demand || follower.demandCount == 0, "a preheat goes behind all requests")
        #expect(follower.running.count < replay.table.device.workers)
      }
      follower.take(next.event, at: next.time)
      #expect(follower.displayed + follower.inFlight <= max(follower.live, follower.displayed + follower.inFlight))
      peak = max(peak, follower.live)
    }
    #expect(Int64(begun) == tally.decodes && follower.jobs.decodeCount == begun)
    #expect(peak == tally.peak.bytes)
    #expect(Int64(follower.frame) + 1 == tally.frames)
  }

  @Test func theLedgerOfThePeakIsTheReplaysOwn() throws {
    let replay = try ReplayFixture.shipped("ios-overscroll")
    let (header, events, tally) = try ExplainFixture.events(replay, "preheat2x")
    var follower = ReplayFollower(header: header)
    var found: (displayed: Int64, inFlight: Int64)?
    for next in events {
      follower.take(next.event, at: next.time)
      if found == nil, case .live(tally.peak.bytes) = next.event { found = (follower.displayed, follower.inFlight) }
    }
    #expect(found?.displayed == tally.peak.displayed && found?.inFlight == tally.peak.inFlight)
  }

  @Test func aCoarseImageStandsInAndNothingOfItIsTakenForTheFullOne() {
    var follower = ReplayFollower(
      header: .object(["screen": .object(["target-px": .array([.integer(288), .integer(288)])])]))
    let full = BitmapKey(item: 3, size: PixelSize(width: 288, height: 288))
    let coarse = BitmapKey(item: 3, size: PixelSize(width: 96, height: 96), tier: .coarse)
    let events: [ReplayEvent] = [
      .frame(offset: 0, visible: ItemRange(lower: 3, upper: 4)), .request(3, full.size, .miss),
      .begin(coarse, cause: .demand, cost: 1, bytes: 10), .end(coarse, kept: true), .cancel(3, .coarse),
      .stop([ItemRange(lower: 3, upper: 4)], .coarse),
    ]
    for (time, event) in events.enumerated() { follower.take(event, at: Int64(time)) }
    #expect(follower.shown[3] == coarse && follower.waiting[3] == full && follower.demandCount == 1)
    #expect(follower.blankCount == 0 && follower.waiting.count == 1 && follower.displayed == 10)
    for (time, event) in [
      ReplayEvent.begin(full, cause: .demand, cost: 1, bytes: 90), .end(full, kept: true),
      .drop(coarse, bytes: 10, why: .unwanted),
    ].enumerated() {
      follower.take(event, at: Int64(10 + time))
    }
    #expect(follower.shown[3] == full && follower.waiting.isEmpty && follower.displayed == 90)
    #expect(follower.blankCount == 0)
  }
}
