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
      let heard = replay.run(strategy, cells: .cancel, observer: ReelRecorder(replay)).observer
      return ReplayReel(strategy: strategy.shortText, heard)
    }
    return (ReelTrace(name: name, script: replay.script, reels: reels), replay)
  }

  /// Blank cells at the ends of some microseconds, from an event file.
  private func blanks(_ replay: Replay, _ strategy: String, at times: [Int64]) throws -> [Int] {
    let folder = try TemporaryDirectory()
    let file = try EventFile(path: folder.path + "/e.jsonl", configuration: .object([:]))
    _ = replay.run(try StrategySpec(strategy), cells: .cancel, observer: file)
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
      ReelMoment.cells(trace.reels[0], trace, at: time).count { $0.state == .blank }
    }
    #expect(found == expected)
    #expect(expected.contains { $0 > 0 })
  }

  @Test func whatIsPackedComesBack() throws {
    let trace = try trace(["preheat2x"], on: "zoom").0
    let reel = trace.reels[0]
    var (time, item): (Int64, Int64) = (0, 0)
    let changes = PackedBytesTests.numbers(reel.packedChanges.bytes)
    let read = stride(from: 0, to: changes.count, by: 2).map { index -> ReplayReel.Change in
      time += Int64(changes[index])
      item += PackedBytesTests.unfolded(changes[index + 1] >> 2)
      return .init(time: time, item: Int32(item), state: ReelCell(rawValue: UInt8(changes[index + 1] & 3)) ?? .soft)
    }
    #expect(read == reel.changes && !read.isEmpty)

    var (at, held): (Int64, Int64) = (0, 0)
    let levels = PackedBytesTests.numbers(reel.packedLevels.bytes)
    let ledger = stride(from: 0, to: levels.count, by: 2).map { index -> ReplayReel.Level in
      at += Int64(levels[index])
      held += PackedBytesTests.unfolded(levels[index + 1])
      return .init(time: at, bytes: held)
    }
    #expect(ledger == reel.levels && !ledger.isEmpty)

    var frame = ReelTrace.Frame(time: 0, offset: 0, layout: 0)
    var numbers = PackedBytesTests.numbers(trace.packedFrames.bytes)[...]
    var frames: [ReelTrace.Frame] = []
    var visible: [ItemRange] = []
    var first: Int32 = 0
    while let head = numbers.popFirst() {
      frame.time += Int64(head >> 1)
      if head & 1 == 1 { frame.layout = Int(numbers.popFirst() ?? 0) }
      frame.offset += PackedBytesTests.unfolded(numbers.popFirst() ?? 0)
      frames.append(frame)
      first += Int32(PackedBytesTests.unfolded(numbers.popFirst() ?? 0))
      visible.append(ItemRange(lower: first, upper: first + Int32(numbers.popFirst() ?? 0)))
    }
    #expect(frames == trace.frames && visible == frames.map(trace.visible))
    #expect(Set(frames.map(\.layout)).count > 1, "zoom changes its layout")
  }

  @Test(arguments: ["preheat2x", "lru:budget=20MB"]) func thePeakIsTheLedgers(_ strategy: String) throws {
    let (trace, replay) = try trace([strategy], on: "hunt")
    let tally = replay.run(try StrategySpec(strategy), cells: .cancel)
    #expect(trace.reels[0].peakBytes == tally.peak.bytes)
    #expect(trace.reels[0].levels.allSatisfy { $0.bytes <= tally.peak.bytes })
  }

  @Test func theMomentIsWhereTheyDifferMost() throws {
    let trace = try trace(["preheat2x", "none"], on: "ios-fastscroll").0
    let moment = ReelMoment(trace, best: "preheat2x")
    #expect(trace.reels[moment.right].strategy == "preheat2x" && trace.reels[moment.left].strategy == "none")
    let (left, right) = (
      ReelMoment.blanks(trace.reels[moment.left], trace), ReelMoment.blanks(trace.reels[moment.right], trace)
    )
    let most = zip(left, right).map { $0 - $1 }.max()
    let frame = try #require(trace.frames.firstIndex { $0.time == moment.time })
    #expect(left[frame] - right[frame] == most)
    let still = ReelStill(trace: trace, moment: moment)
    #expect(
      still.caption.contains("none has \(left[frame]) of") && still.caption.contains("preheat2x has \(right[frame])"))
    let svg = still.svg(isFile: false)
    #expect(svg.ranges(of: "class=\"blank\"").count == left[frame] + right[frame])
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let traces = try ["zoom", "browse", "hunt"].map { try trace(["none"], on: $0).0 }
    let all = PlayerData(traces, best: nil)
    #expect(all.leftOut.isEmpty && all.traces.count == 3)
    let first = PlayerData(traces, best: nil, bytesMax: 10)
    #expect(first.traces.map(\.name) == ["zoom"] && first.leftOut == ["browse", "hunt"])
    let json = try JSON.parse(all.script)
    #expect(json["traces"]?.array?.compactMap { $0["name"]?.string } == ["zoom", "browse", "hunt"])
    #expect(all.script.utf8.count < 600_000)
  }
}
