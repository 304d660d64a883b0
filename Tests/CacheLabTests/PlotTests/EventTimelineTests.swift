import Strategies
import Testing

@testable import CacheLab

@Suite struct EventTimelineTests {
  /// A replay's event file, read back, and its exact counts.
  private func replay(_ strategy: String, _ trace: String) throws -> (EventTimeline, ReplayTally) {
    let folder = try TemporaryDirectory()
    let replay = try ReplayFixture.shipped(trace)
    let spec = try StrategySpec(strategy)
    let configuration = JSON.object([
      "strategy-short": .string(strategy), "trace": .object(["name": .string(trace)]),
      "screen": .object(["viewport-pt": .array([.string("390"), .string("844")])]),
    ])
    let file = try EventFile(path: folder.path + "/e.jsonl", configuration: configuration, table: replay.table)
    _ = replay.run(spec, cells: .cancel, observer: file)
    try file.finish()
    let text = try #require(try TextFile.read(folder.path + "/e.jsonl"))
    return (try EventTimeline(text: text, name: "e.jsonl"), replay.run(spec, cells: .cancel))
  }

  @Test(arguments: [("preheat2x", "ios-overscroll"), ("lru:budget=20MB", "hunt"), ("fixed-window", "browse")])
  func whatItShowsIsWhatWasCounted(strategy: String, trace: String) throws {
    let (timeline, tally) = try replay(strategy, trace)
    let peak = try #require(timeline.memory.max { $0.live < $1.live })
    #expect(peak.live == tally.peak.bytes)
    #expect(timeline.memory.first { $0.live == peak.live }?.time == tally.peak.time)
    #expect(timeline.frames.reduce(0) { $0 + Int64($1.hits) } == tally.requests.hits)
    #expect(timeline.frames.reduce(0) { $0 + Int64($1.late) } == tally.requests.late)
    #expect(timeline.frames.reduce(0) { $0 + Int64($1.misses) } == tally.requests.misses)
    #expect(Int64(timeline.frames.count) == tally.frames)
    let zeros = timeline.waits.count { $0 == 0 }
    #expect(Int64(zeros) >= tally.requests.hits)
  }

  @Test func theSameReplayDrawsTheSameBytes() throws {
    let (first, again) = (try replay("preheat2x", "zoom").0, try replay("preheat2x", "zoom").0)
    for (one, two) in [
      (Plot.memory(first), Plot.memory(again)), (.outcomes(first), .outcomes(again)),
      (.waits([first]), .waits([again])),
    ] {
      #expect(one.data == two.data)
      #expect(one.script(command: "lab-run") == two.script(command: "lab-run"))
    }
    #expect(Plot.memory(first).script(command: "lab-run plot memory").hasPrefix("# lab-run plot memory\n"))
  }

  @Test(arguments: ["", "{}", "{\"events\":2}", "{\"events\":1}\n{\"t\":0}", "{\"events\":1}\nx"])
  func whatIsNoEventFileIsRefused(text: String) {
    #expect(throws: ResultError.self) { try EventTimeline(text: text, name: "e.jsonl") }
  }
}

@Suite struct LabelPlacesTests {
  @Test func labelsOfOnePlaceStandAboveEachOther() {
    var places = LabelPlaces(left: 0, right: 100, top: 10, width: 1000, height: 500)
    let lines = (0..<4).map { _ in places.place("preheat2x", x: 50, y: 5) }
    #expect(Set(lines).count == 4)
    #expect(places.place("none", x: 10, y: 5) == 0.6, "far from them all")
  }
}
