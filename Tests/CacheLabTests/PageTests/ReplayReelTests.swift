import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct ReplayReelTests {
  private func trace(_ strategies: [String], on name: String) throws -> (ReelTrace, Replay) {
    let replay = try ReplayFixture.shipped(name)
    let reels = try strategies.map { text in
      let strategy = try StrategySpec(text)
      let recorder = ReelRecorder(replay, of: strategy.shortText)
      return replay.run(strategy, observer: recorder).observer.reel
    }
    return (ReelTrace(name: name, script: replay.script, reels: reels), replay)
  }

  @Test func whatThePlayerReadsIsTheReel() throws {
    let trace = try trace(["preheat2x"], on: "zoom").0
    let reel = trace.reels[0]
    let json = try #require(JSON.parse(PlayerData([trace], best: nil).script).array?.first)
    func column(_ json: JSON?, _ name: String) -> [Int64] { (json?[name]?.array ?? []).compactMap { $0.integer } }
    #expect(column(json, "times") == trace.frames.map(\.time) && column(json, "offsets") == trace.frames.map(\.offset))
    #expect(Set(column(json, "grids")).count > 1, "zoom changes its layout")
    let visible = zip(column(json, "firsts"), column(json, "counts")).map {
      ItemRange(lower: Int32($0), upper: Int32($0 + $1))
    }
    #expect(visible == trace.frames.map(\.visible))

    let run = json["runs"]?.array?.first
    let (cells, held, blank) = (run?["cells"], run?["held"], run?["blank"])
    let found = zip(column(cells, "times"), zip(column(cells, "items"), column(cells, "states"))).map {
      ReplayReel.Change(time: $0, item: Int32($1.0), state: ReelCell(rawValue: UInt8($1.1)) ?? .thumbnail)
    }
    #expect(found == reel.changes && !found.isEmpty)
    let levels = zip(column(held, "times"), column(held, "values")).map { ReplayReel.Level(time: $0, bytes: $1) }
    #expect(levels == reel.levels)
    #expect(column(blank, "times") == trace.blankSteps(of: reel).map(\.time))
  }

  /// Strategies and traces that differ in what changes a screen: flings, layouts, photos that come and go, warnings, rests.
  @Test(
    arguments: ["none", "preheat2x+opportunistic", "lru:budget=20MB"],
    ["hunt", "browse", "ios-fastscroll", "zoom", "library-changes"])
  func curvesAddUpToTheMetrics(strategy: String, name: String) throws {
    let (trace, replay) = try trace([strategy], on: name)
    let (tally, reel) = (replay.run(try StrategySpec(strategy)), trace.reels[0])
    let steps = trace.blankSteps(of: reel)
    // A time is cut to microseconds: each step may begin one early.
    let most = Int128(steps.map(\.visible).max() ?? 0)
    let blank = trace.blankTime(of: reel) * 1000
    #expect(abs(blank - Int128(tally.blank.part)) <= most * Int128(1000 * steps.count))
    #expect(steps.contains { $0.blank > 0 })
    let ends = reel.levels.dropFirst().map(\.time) + [trace.end]
    let held = zip(reel.levels, ends).reduce(Int128(0)) { $0 + Int128($1.0.bytes) * Int128($1.1 - $1.0.time) * 1000 }
    #expect(reel.peakBytes == tally.peak.bytes && reel.levels.allSatisfy { $0.bytes <= tally.peak.bytes })
    let rounding = Int128(reel.peakBytes) * Int128(1000 * reel.levels.count)
    #expect(abs(held - Int128(tally.liveByteTime)) <= rounding)
  }

  @Test func theBestStandsBesideWhatLeavesMostBlank() throws {
    let trace = try trace(["preheat2x", "none", "lru"], on: "hunt").0
    for (best, right): (String?, Int64) in [("preheat2x", 0), (nil, 2), ("lru", 2)] {
      let json = try JSON.parse(PlayerData([trace], best: best).script).array?.first
      #expect(json?["shown"]?.array?.map { $0.integer } == [1, right], "\(best ?? "none is named")")
    }
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let names = ["zoom", "browse", "hunt"]
    let traces = try names.map { try trace(["none"], on: $0).0 }
    func shown(_ data: PlayerData) throws -> [String?]? {
      try JSON.parse(data.script).array?.map { $0["name"]?.string }
    }
    let all = PlayerData(traces, best: nil)
    #expect(try shown(all) == names && all.leftOut.isEmpty)
    #expect(all.script.utf8.count < 1_600_000)
    // The first one always fits, however large.
    let first = PlayerData(traces, best: nil, bytesMax: 10)
    #expect(try shown(first) == ["zoom"] && first.leftOut == ["browse", "hunt"])
    // A later one that fits is shown though one before it does not.
    let sizes = traces.map { PlayerData([$0], best: nil).script.utf8.count }
    let (less, more) = sizes[1] < sizes[2] ? (1, 2) : (2, 1)
    let some = PlayerData([traces[0], traces[more], traces[less]], best: nil, bytesMax: sizes[0] + sizes[less])
    #expect(try sizes[less] < sizes[more] && shown(some) == ["zoom", names[less]] && some.leftOut == [names[more]])
  }
}
