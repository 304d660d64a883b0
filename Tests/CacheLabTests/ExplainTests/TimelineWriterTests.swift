import Strategies
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabJudge

@Suite struct TimelineWriterTests {
  private func text(_ replay: Replay, _ strategy: String, cells: CellPolicy = .cancel) throws -> String {
    let (header, events, _) = try ExplainFixture.events(replay, strategy, cells: cells)
    let gathered = Gathered()
    var writer = TimelineWriter(header: header) { gathered.text += $0 }
    for next in events { writer.take(next.event, at: next.time) }
    try writer.finish(end: replay.script.end.rawValue)
    return gathered.text
  }

  private final class Gathered {
    var text = ""
  }

  private func rows(_ document: JSON, _ phase: String) -> [JSON] {
    (document["traceEvents"]?.array ?? []).filter { $0["ph"]?.string == phase }
  }

  @Test func aRunByHandIsWrittenAsItWas() throws {
    let script = ReplayFixture.script([(0, 0), (1000, 98), (1005, 98)], end: 1012)
    let replay = ReplayFixture.replay(script)
    let document = try JSON.parse(try text(replay, "none"))
    #expect(ChromeTraceRules.violations(document) == [])
    let slices = rows(document, "X")
    let frames = slices.filter { $0["name"]?.string == "frame" }
    #expect(frames.map { $0["ts"]?.number } == [0, 1_000_000, 1_005_000])
    #expect(frames.map { $0["dur"]?.number } == [1_000_000, 5000, 7000])
    #expect(frames.map { $0["args"]?["misses"]?.integer } == [36, 4, 0])
    #expect(frames.map { $0["args"]?["blank"]?.integer } == [0, 4, 2])
    // 36 decodes two at a time, then two of four, two still running at the end.
    let decodes = slices.filter { $0["name"]?.string != "frame" }
    #expect(decodes.count == 40)
    #expect(decodes.filter { $0["tid"]?.integer == 10 }.count == 20)
    #expect(decodes.suffix(2).map { $0["args"]?["outcome"]?.string } == ["unfinished", "unfinished"])
    #expect(decodes.suffix(2).map { $0["dur"]?.number } == [2000, 2000])
    #expect(decodes.dropLast(2).allSatisfy { $0["args"]?["outcome"]?.string == "shown" })
    let blank = rows(document, "C").filter { $0["name"]?.string == "blank cells" }
    #expect(blank.first?["args"]?["cells"]?.integer == 36)
    #expect(blank.last.map { [$0["ts"]?.number, $0["args"]?["cells"]?.number] } == [1_010_000, 2])
    #expect(rows(document, "b").count == 40 && rows(document, "e").count == 40)
    let queue = rows(document, "C").filter { $0["name"]?.string == "queue" }
    #expect(queue.first.map { [$0["ts"]?.number, $0["args"]?["demand"]?.number] } == [0, 34])
  }

  @Test func evictionsAreInstants() throws {
    let script = ReplayFixture.script([(0, 0), (1000, 8820), (2000, 0)], end: 3000)
    let replay = ReplayFixture.replay(script)
    let evicted = replay.run(try StrategySpec("lru:budget=20MB"), cells: .cancel).evictions
    let document = try JSON.parse(try text(replay, "lru:budget=20MB"))
    #expect(evicted > 0)
    #expect(Int64(rows(document, "i").filter { $0["name"]?.string == "evicted" }.count) == evicted)
    #expect(ChromeTraceRules.violations(document) == [])
  }

  @Test(arguments: [ReplayFollowerTests.cases[0], ReplayFollowerTests.cases[2]]) func shippedTracesKeepTheFormatsRules(
    _ run: ReplayFollowerTests.Case
  ) throws {
    let replay = try ReplayFixture.shipped(run.trace)
    let text = try text(replay, run.strategy, cells: run.cells)
    #expect(ChromeTraceRules.violations(try JSON.parse(text)) == [])
    let layout = replay.script.layouts[0]
    let document = try ChromeTrace.document(text, name: "timeline", layout: layout)
    let offsets = document.lines.compactMap { if case .sample(let y) = $0.body { y } else { nil } }
    #expect(offsets == replay.script.steps.filter { $0.kind == .frame }.map(\.value))
  }

  @Test(arguments: [
    (#"{"ph":"X","pid":1,"tid":1,"ts":0,"name":"a","args":{}}"#, "duration"),
    (#"{"ph":"C","pid":1,"tid":1,"ts":0,"name":"a","args":{"y":"1"}}"#, "numbers"),
    (#"{"ph":"C","pid":1,"tid":1,"name":"a","args":{"y":1}}"#, "no time"),
    (#"{"ph":"b","pid":1,"tid":1,"ts":0,"name":"a","cat":"c","id":1,"args":{}}"#, "never ends"),
    (#"{"ph":"e","pid":1,"tid":1,"ts":0,"name":"a","cat":"c","id":1,"args":{}}"#, "does not match"),
    (#"{"ph":"i","pid":1,"tid":9,"ts":0,"name":"a","s":"t","args":{}}"#, "has no name"),
    (
      #"{"ph":"X","pid":1,"tid":1,"ts":0,"dur":2,"name":"a","args":{}},{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"b"}"#,
      "overlaps"
    ),
  ]) func whatBreaksTheRulesIsFound(_ rows: String, _ word: String) throws {
    let thread = #"{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"x"}},"#
    let found = ChromeTraceRules.violations(try JSON.parse("{\"traceEvents\":[\(thread)\(rows)]}"))
    #expect(found.contains { $0.contains(word) }, "\(found)")
  }
}
