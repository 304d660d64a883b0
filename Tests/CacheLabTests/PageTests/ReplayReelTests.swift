import Strategies
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabPictures
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

  /// Blank cells at the ends of some microseconds, from an event file.
  private func blanks(_ replay: Replay, _ strategy: String, at times: [Int64]) throws -> [Int] {
    let folder = try TemporaryDirectory()
    let file = try EventFile(path: folder.path + "/e.jsonl", configuration: .object([:]))
    _ = replay.run(try StrategySpec(strategy), observer: file)
    try file.finish()
    let lines = try #require(try TextFile.read(folder.path + "/e.jsonl")).split(separator: "\n").dropFirst()
    var (counts, waiting): ([Int], Set<Int>) = ([], [])
    for line in lines {
      let event = try JSON.parse(String(line))
      let time = Int64(event["t"]?.integer ?? 0) / 1000
      while counts.count < times.count && times[counts.count] < time { counts.append(waiting.count) }
      let item = Int(event["item"]?.integer ?? -1)
      switch event["e"]?.string {
      case "request": if event["outcome"]?.string != "hit" { waiting.insert(item) }
      case "release": waiting.remove(item)
      case "end": if event["kept"] == .bool(true) { waiting.remove(item) }
      default: break
      }
    }
    return counts + Array(repeating: waiting.count, count: times.count - counts.count)
  }

  @Test(arguments: [("preheat2x", "ios-overscroll"), ("lru:budget=20MB", "hunt"), ("none", "browse")])
  func blankCellsAreThoseOfTheEventFile(strategy: String, name: String) throws {
    let (trace, replay) = try trace([strategy], on: name)
    let times = stride(from: 0, to: trace.end, by: 81_237).map { $0 }
    let expected = try blanks(replay, strategy, at: times)
    let found = times.map { time in
      trace.cells(trace.reels[0], at: time).count { $0.state == .blank }
    }
    #expect(found == expected)
    #expect(expected.contains { $0 > 0 })
  }

  /// Reads columns as the player does.
  private func columns(_ json: JSON?) -> [[Int64]] {
    (json?.array ?? []).map { column in
      var value: Int64 = 0
      return (column.string ?? "").split(separator: " ").map { word in
        value += Int64(word, radix: 36) ?? 0
        return value
      }
    }
  }

  @Test func whatThePlayerReadsIsTheReel() throws {
    let trace = try trace(["preheat2x"], on: "zoom").0
    let reel = trace.reels[0]
    let json = try JSON.parse(PlayerData([trace], best: nil).script)["traces"]?.array?.first
    let frames = columns(json?["frames"])
    #expect(frames == trace.frameColumns && frames[0].count == trace.frames.count && !frames[0].isEmpty)
    #expect(Set(frames[2]).count > 1, "zoom changes its layout")
    let visible = zip(frames[3], frames[4]).map { ItemRange(lower: Int32($0), upper: Int32($0 + $1)) }
    #expect(visible == trace.frames.map(trace.visible))

    let run = columns(json?["runs"]?.array?.first?["columns"])
    #expect(run == reel.columns + [trace.blanks(reel).map(Int64.init)] && run.allSatisfy { !$0.isEmpty })
    let changes = run[0].indices.map {
      ReplayReel.Change(
        time: run[0][$0], item: Int32(run[1][$0]), state: ReelCell(rawValue: UInt8(run[2][$0])) ?? .soft)
    }
    #expect(changes == reel.changes)
    #expect(zip(run[3], run[4]).map { ReplayReel.Level(time: $0, bytes: $1) } == reel.levels)
  }

  @Test(arguments: ["preheat2x", "lru:budget=20MB"]) func thePeakIsTheLedgers(_ strategy: String) throws {
    let (trace, replay) = try trace([strategy], on: "hunt")
    let tally = replay.run(try StrategySpec(strategy))
    #expect(trace.reels[0].peakBytes == tally.peak.bytes)
    #expect(trace.reels[0].levels.allSatisfy { $0.bytes <= tally.peak.bytes })
  }

  @Test func theMomentIsWhereTheyDifferMost() throws {
    let trace = try trace(["preheat2x", "none"], on: "ios-fastscroll").0
    let moment = ReelMoment(trace, best: "preheat2x")
    #expect(trace.reels[moment.right].strategy == "preheat2x" && trace.reels[moment.left].strategy == "none")
    let (left, right) = (
      trace.blanks(trace.reels[moment.left]), trace.blanks(trace.reels[moment.right])
    )
    let most = zip(left, right).map { $0 - $1 }.max()
    let frame = try #require(trace.frames.firstIndex { $0.time == moment.time })
    #expect(left[frame] - right[frame] == most)
    #expect(
      moment.caption.contains("none has \(left[frame]) of") && moment.caption.contains("preheat2x has \(right[frame])"))
    let svg = moment.svg(isFile: false)
    #expect(svg.ranges(of: "class=\"blank\"").count == left[frame] + right[frame])
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let traces = try ["zoom", "browse", "hunt"].map { try trace(["none"], on: $0).0 }
    let all = PlayerData(traces, best: nil)
    #expect(all.leftOut.isEmpty && all.moments.count == 3)
    let first = PlayerData(traces, best: nil, bytesMax: 10)
    #expect(first.moments.map(\.trace.name) == ["zoom"] && first.leftOut == ["browse", "hunt"])
    let json = try JSON.parse(all.script)
    #expect(json["traces"]?.array?.compactMap { $0["name"]?.string } == ["zoom", "browse", "hunt"])
    #expect(all.script.utf8.count < 900_000)
  }
}
