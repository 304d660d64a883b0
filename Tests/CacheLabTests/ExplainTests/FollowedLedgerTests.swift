import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// A replay rebuilt from its events has the replay's own ledger at every moment.
@Suite struct FollowedLedgerTests {
  /// Every strategy of the registry, oracles among them, and what reads events in its own way: bitmaps that serve
  /// smaller requests, thumbnails, both parts of a strategy at once.
  static let strategies =
    (StrategyRegistry.all.descriptors + StrategyRegistry.all.oracleDescriptors).map(\.id)
    + [
      "preheat2x+opportunistic", "lru:match=at-least,budget=600MB", "preheat2x+lru:match=at-least,budget=40MB",
      "lru:budget=60MB",
    ]

  /// Layouts of several target sizes, one after the other; photos that come and go; a random scroll with both.
  ///
  /// What knows the trace is for grids that keep their photos.
  static func replays(for strategy: String) throws -> [(name: String, replay: Replay)] {
    let content = RandomContent(seed: 5).script
    let isOffline = try StrategySpec(strategy).isOffline
    return [
      ("5, 3, 4 columns", ReplayFixture.replay(columns5And3And4, assets: ReplayFixture.mixedAssets(400))),
      ("random content", ReplayFixture.replay(content, assets: ReplayFixture.mixedAssets(content.itemCapacity))),
      ("open-photo", try ReplayFixture.shipped("open-photo")),
    ].filter { !isOffline || !$0.1.script.hasChangingContent }
  }

  /// Down, up and down again over the same photos at three target sizes.
  private static let columns5And3And4: ReplayScript = {
    let layouts = [
      ReplayFixture.layout(columns: 5, cell: 76_000), ReplayFixture.layout(columns: 3, cell: 128_000),
      ReplayFixture.layout(columns: 4, cell: 96_000),
    ]
    var steps: ContiguousArray<ReplayScript.Step> = []
    for index in 0..<120 {
      let time = Nanoseconds.milliseconds(index * 25)
      if index % 30 == 0 && index > 0 {
        steps.append(.init(time: time, value: Int64(index / 30 % 3), kind: .layout))
      }
      let place = index % 60 < 30 ? index % 30 : 30 - index % 30
      steps.append(.init(time: time, value: Int64(place) * 60_000, kind: .frame))
    }
    return ReplayScript(steps: steps, layouts: layouts, end: .milliseconds(3100))
  }()

  @Test(arguments: strategies) func displayedBytesAreTheReplaysOwnAtEveryMoment(_ strategy: String) throws {
    for (name, replay) in try FollowedLedgerTests.replays(for: strategy) {
      let folder = TemporaryDirectory()
      let (path, header) = ("\(folder.path)/e.jsonl", ExplainFixture.header(replay, strategy))
      var ledger = LedgerMoments()
      let file = try EventFile(path: path, configuration: header)
      try ledger.replay(replay, StrategySpec(strategy), observer: file).finish()

      let events = try ExplainFixture.read(path)
      #expect(explained(events, header, ledger.moments) == nil, "explanations, \(name)")
      #expect(drawn(events, header, ledger.moments) == nil, "pictures, \(name)")
    }
  }

  @Test(arguments: strategies) func thePagesPlayerShowsWhatTheCellsShow(_ strategy: String) throws {
    for (name, replay) in try FollowedLedgerTests.replays(for: strategy) {
      var ledger = LedgerMoments()
      let reel = try ledger.replay(replay, StrategySpec(strategy), observer: FramedReel(replay))
      #expect(played(reel, ledger.moments) == nil, "\(name)")
    }
  }

  /// The first moment at which explanations keep other books than the replay; nil when there is none.
  private func explained(_ events: [TimedEvent], _ header: JSON, _ moments: [LedgerMoments.Moment]) -> String? {
    var follower = ReplayFollower(header: header)
    var next = 0
    for moment in moments {
      while next < events.count, events[next].time <= moment.time {
        follower.take(events[next].event, at: events[next].time)
        next += 1
      }
      let blankCount = blankCount(follower)
      let found = LedgerMoments.Moment(
        time: moment.time, live: follower.live, displayed: follower.displayed, inFlight: follower.inFlight,
        blank: blankCount, thumbnails: follower.waiting.count - blankCount)
      if found != moment { return "\(found) is not \(moment)" }
    }
    return nil
  }

  private func blankCount(_ follower: ReplayFollower) -> Int {
    follower.waiting.keys.count { follower.shown[$0] == nil }
  }

  /// The same of pictures.
  private func drawn(_ events: [TimedEvent], _ header: JSON, _ moments: [LedgerMoments.Moment]) -> String? {
    var reduction = TimelineReduction(header, end: moments.last?.time ?? 0)
    var next = 0
    for moment in moments {
      while next < events.count, events[next].time <= moment.time {
        reduction.take(events[next].event, at: events[next].time)
        next += 1
      }
      let follower = reduction.follower
      let (displayed, inFlight, blank) = (follower.displayed, follower.inFlight, blankCount(follower))
      if displayed != moment.displayed || inFlight != moment.inFlight || blank != moment.blank {
        return "\(displayed), \(inFlight) in flight, \(blank) blank: is not \(moment)"
      }
    }
    return nil
  }

  /// The same of the page's player, whose times are microseconds.
  private func played(_ watched: FramedReel, _ moments: [LedgerMoments.Moment]) -> String? {
    var cells: [Int32: ReelCell] = [:]
    var (change, frame, visible) = (0, 0, ItemRange.empty)
    for (index, moment) in moments.enumerated() {
      let time = moment.time / 1000
      // Of those within a microsecond the last one counts.
      if index + 1 < moments.count, moments[index + 1].time / 1000 == time { continue }
      let changes = watched.reel.changes
      while change < changes.count, changes[change].time <= time {
        cells[changes[change].item] = changes[change].state
        change += 1
      }
      while frame < watched.frames.count, watched.frames[frame].time <= moment.time {
        visible = watched.frames[frame].visible
        frame += 1
      }
      let seen = (visible.lower..<visible.upper).map { cells[$0] ?? .blank }
      let (blank, thumbnails) = (seen.count { $0 == .blank }, seen.count { $0 == .thumbnail })
      if blank != moment.blank || thumbnails != moment.thumbnails {
        return "\(blank) blank, \(thumbnails) with a thumbnail: is not \(moment)"
      }
    }
    return nil
  }

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
        let queue = cause == .demand ? follower.demand : follower.preheat
        #expect(queue.jobsBefore(key) == 0, "item \(key.item) at \(next.time)")
        #expect(cause == .demand || follower.demand.count == 0, "a preheat goes behind all requests")
        #expect(follower.running.count < replay.table.device.workers)
      }
      follower.take(next.event, at: next.time)
      peak = max(peak, follower.live)
    }
    #expect(Int64(begun) == tally.decodes)
    #expect(peak == tally.peak.bytes)
    #expect(Int64(follower.frame) + 1 == tally.frames)
  }
}

/// The page's recorder, and which places the frames showed.
private struct FramedReel: ReplayObserver {
  var reel: ReplayReel
  var frames: [(time: Int64, visible: ItemRange)] = []

  init(_ replay: Replay) { reel = ReplayReel(replay, of: "") }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .frame(_, let visible) = event { frames.append((time, visible)) }
    reel.take(event, at: time)
  }
  mutating func show(_ photo: Int32, _ tier: Tier, at time: Int64) { reel.show(photo, tier, at: time) }
}
