import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// Whatever the parser accepts can be replayed, bounded, described, changed and drawn: no sum and no product of what a
/// trace may hold leaves its type.
@Suite struct TraceLimitTests {
  private static let others = [
    "preheat2x+opportunistic", "preheat2x+lru:budget=20MB", "lru:match=at-least", "preheat2x+belady",
    "preheat2x+unbounded",
    "clairvoyant:budget=45MB", "deadline-lookahead:factor=99.9999", "preheat2x:height=99.9999,delta=0.00001",
    "skewport:time=9.99999,eventually=99999.9", "flashlist:buffer=99999.9", "displayport:rest=99.9999",
  ]

  /// A device at the limits of its own format.
  private static let slowest = DeviceProfile(
    name: "slowest", fixed: Nanoseconds(rawValue: DeviceLimits.fixedMax),
    picosecondsPerByte: DeviceLimits.picosecondsMax, picosecondsPerPixel: DeviceLimits.picosecondsMax,
    workers: DeviceLimits.workersMax, scaleFactors: Array(repeating: DeviceLimits.factorMax, count: 8))

  private static func trace(_ trace: ExtremeTrace) throws -> Trace {
    try Trace.parse(Array(trace.text.utf8), name: trace.name)
  }

  private static func replay(_ trace: ExtremeTrace, _ device: DeviceProfile = DeviceProfile.all[0]) throws -> Replay {
    let script = ReplayScript(try TraceLimitTests.trace(trace))
    return ReplayFixture.replay(script, device: device, assets: ReplayFixture.mixedAssets(script.itemCapacity))
  }

  @Test(arguments: ExtremeTrace.all) func everyStrategyReplaysIt(_ trace: ExtremeTrace) throws {
    let replay = try TraceLimitTests.replay(trace)
    let hits = replay.script.hasChangingContent ? nil : HitBound(replay)
    let priced = replay.script.hasChangingContent ? nil : PricedBound(replay)
    for id in StrategyRegistry.all.descriptors.map(\.id) + TraceLimitTests.others {
      let strategy = try StrategySpec(id)
      if strategy.isOffline && replay.script.hasChangingContent { continue }
      let tally = replay.run(strategy)
      #expect(tally.frames == Int64(replay.script.steps.count { $0.kind == .frame }), "\(id)")
      #expect(!RunFacts(tally: tally).deterministic.digest.isEmpty, "\(id)")
      // A larger bitmap is another key, and a cell with a thumbnail is not blank: these bounds say nothing of either.
      if id.contains("at-least") || strategy.hasThumbnails { continue }
      let most = hits?.hits(memory: tally.peak.bytes) ?? .max
      let least = priced?.warmBlank(memory: tally.peak.bytes, rounds: 20, stepsMax: 20_000) ?? 0
      #expect(tally.warmRequests.hits <= most && Int128(tally.warmBlank.part) >= least, "\(id)")
    }
  }

  @Test(arguments: ExtremeTrace.all) func theSlowestDeviceReplaysIt(_ trace: ExtremeTrace) throws {
    let replay = try TraceLimitTests.replay(trace, TraceLimitTests.slowest)
    for id in ["none", "preheat2x", "budget-priority", "deadline-lookahead:factor=99.9999", "preheat2x+opportunistic"] {
      let tally = replay.leaving(.keep).run(try StrategySpec(id))
      #expect(tally.frames > 0 && !RunFacts(tally: tally).deterministic.digest.isEmpty, "\(id)")
    }
    if replay.script.hasChangingContent { return }
    let seer = replay.run(try StrategySpec("clairvoyant:budget=20MB"))
    let bound = OfflineBound(replay, memory: ByteCount(rawValue: 20_000_000))
    #expect(seer.warmRequests.hits <= bound.hits && Int128(seer.warmBlank.part) >= bound.blank)
  }

  @Test func whatStandsStillForAMonthIsCountedExactly() throws {
    let replay = try TraceLimitTests.replay(.rest)
    let tally = replay.run(try StrategySpec("none"))
    // Eight whole rows of four cells and 60 points of the ninth, for 30 days.
    let area = Int128(4 * (8 * 96_000 + 60_000)) * 2_592_000_000_000_000
    #expect(Int128(tally.blank.whole) == area && tally.coldBlank == tally.blank && area > Int128(Int64.max))
    let bound = PricedBound(replay)
    #expect(bound.warmArea == 0 && bound.warmBlank(memory: 1_000_000, stepsMax: 1000) == 0)
  }

  @Test(arguments: ExtremeTrace.all) func itIsDescribedAndDrawn(_ trace: ExtremeTrace) throws {
    let parsed = try TraceLimitTests.trace(trace)
    let info = TraceInfo(parsed)
    let figures = [
      info.seconds, info.peakSpeed, info.meanSpeed, info.medianSpeed, info.p90Speed, info.movingShare, info.distance,
    ]
    #expect(figures.allSatisfy { $0.isFinite && $0 >= 0 }, "\(figures)")
    #expect(Plot.trace(parsed, name: "t").data.contains("\n"))
  }

  @Test(arguments: ExtremeTrace.all) func whatIsMadeOfItIsValid(_ trace: ExtremeTrace) throws {
    let document = try TraceDocument(Array(trace.text.utf8), name: trace.name)
    let whole = try document.trace(name: trace.name)
    let end = whole.end.rawValue
    for (from, to) in [(0, Int64.max), (end / 2, end), (end - 1, end)] where from >= 0 && from < end {
      // Before the first frame there is nothing to begin with.
      guard whole.entries.contains(where: { $0.kind == .sample && $0.time <= from }) else { continue }
      #expect(try document.cut(from: from, to: to, name: "cut").trace(name: "cut").end.rawValue == min(to, end) - from)
    }
    for screen in ["390x400", "1024x1366"] {
      let parts = screen.split(separator: "x").compactMap { Int($0) }
      let other = ScreenOverride(viewport: (.points(parts[0]), .points(parts[1])))
      // Some cells fit no other screen, some grids get higher than a trace may be: that is said, not trapped.
      do throws(InputError) {
        #expect(try whole.applying(other).end == whole.end)
      } catch {
        #expect(!error.description.contains("offset"), "\(error)")
      }
    }
  }

  @Test(arguments: ExtremeTrace.all) func itsEventsAreToldAndDrawn(_ trace: ExtremeTrace) throws {
    let replay = try TraceLimitTests.replay(trace)
    for strategy in ["preheat2x", "preheat2x+opportunistic"] {
      let (_, _, tally) = try ExplainFixture.events(replay, strategy)
      let visits = try ExplainFixture.collect(replay, strategy)
      #expect(visits.visits.count <= Int(tally.requests.count))
      let folder = TemporaryDirectory()
      let path = folder.path + "/e.jsonl"
      try ExplainFixture.write(replay, strategy, to: path)
      let timeline = try EventTimeline(EventReader(path: path))
      #expect(timeline.peak.live == tally.peak.bytes)
      _ = Plot.memory(timeline).script(command: "c")
      let reel = replay.run(try StrategySpec(strategy), observer: ReplayReel(replay, of: strategy)).observer
      let trace = ReelTrace(name: "t", script: replay.script, reels: [reel])
      #expect(!PlayerData([trace], best: nil).script.isEmpty)
    }
  }

  @Test func soManyRequestsAsATraceCanAskForHaveAWorth() {
    // Ten million lines, with a thousand cells each.
    for requests in [0, 4000, 23_000_000, 100_000_000, RequestFuture.requestsMax, 10_000_000_000] {
      let unit = HitBound.unit(requests: requests)
      #expect(unit > 0 && Int128(unit) * Int128(requests) <= Int128(BoundPrices.most))
    }
    // Figures of shorter traces stay what they were.
    #expect(HitBound.unit(requests: 20_000_000) == 100_000_000_000)
  }
}
