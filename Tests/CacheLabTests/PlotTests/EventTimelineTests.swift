import CacheLab
import Strategies
import Testing

@testable import LabPictures
@testable import LabRecords

@Suite struct EventTimelineTests {
  @Test(arguments: [
    ("preheat2x", "ios-overscroll"), ("lru:budget=20MB", "hunt"), ("fixed-window", "browse"), ("none", "zoom"),
  ])
  func whatItShowsIsWhatWasCounted(strategy: String, trace: String) throws {
    let folder = try TemporaryDirectory()
    let (path, tally) = try PlotFixture.replay(strategy, trace, in: folder)
    let timeline = try EventTimeline(EventReader(path: path))
    #expect(timeline.peak.live == tally.peak.bytes)
    #expect(timeline.peak.time == tally.peak.time)
    #expect(timeline.memory.map(\.live).max() == tally.peak.bytes, "no peak gets lost")
    let count = tally.requests.count
    #expect(Int64(timeline.waits.count) == count, "every request waits once, be it for nothing")
    #expect(Int64(timeline.waits.count { $0 == 0 }) >= tally.requests.hits)
    #expect(timeline.waits == timeline.waits.sorted())
  }

  @Test func aFileAndItsTextTellTheSame() throws {
    let folder = try TemporaryDirectory()
    let path = try PlotFixture.replay("preheat2x", "zoom", in: folder).path
    let text = try #require(try TextFile.read(path))
    let (file, read) = (
      try EventTimeline(EventReader(path: path)), try EventTimeline(EventReader(text: text, name: "e.jsonl"))
    )
    #expect(file.memory == read.memory && file.waits == read.waits)
    #expect(file.end == read.end && file.offsets == read.offsets)
  }

  @Test(arguments: [
    "", "{}", "{\"events\":2}", "{\"events\":1}\n{\"t\":0}", "{\"events\":1}\nx",
    "{\"events\":1}\n\n{\"t\":4,\"e\":\"stop\"}",
    "{\"events\":1}\n{\"t\":5,\"e\":\"stop\"}\n{\"t\":4,\"e\":\"stop\"}",
    "{\"events\":1}\n{\"t\":-1,\"e\":\"live\",\"bytes\":1}\n{\"t\":4,\"e\":\"stop\"}",
  ])
  func whatIsNoEventFileIsRefused(text: String) {
    #expect(throws: ResultError.self) { try EventTimeline(EventReader(text: text, name: "e.jsonl")) }
  }

  @Test func theLineThatIsNoEventIsNamed() {
    let text =
      "{\"events\":1}\n{\"t\":0,\"e\":\"stop\",\"items\":[[0,4]]}\n{\"t\":0,\"e\":\"stop\",\"items\":[[0,4]]}\n{\"t\":1,\"e\":\"end\"\n"
    let error = #expect(throws: ResultError.self) { try EventTimeline(EventReader(text: text, name: "e.jsonl")) }
    #expect(error.map { "\($0)" }?.contains("line 4") == true)
  }

  @Test func whatWasCutInALineSaysSo() throws {
    let folder = try TemporaryDirectory()
    let path = try PlotFixture.replay("none", "zoom", in: folder).path
    let text = try #require(try TextFile.read(path))
    let cut = String(text.dropLast(9))
    try ResultFile.write(cut.utf8, to: path)
    let errors = [
      #expect(throws: ResultError.self) { try EventTimeline(EventReader(path: path)) },
      #expect(throws: ResultError.self) { try EventTimeline(EventReader(text: cut, name: path)) },
    ]
    let last = "line \(text.split(separator: "\n").count) is no event, so it is damaged or was cut: {"
    for error in errors { #expect(error?.reason.hasPrefix(last) == true, "\(error?.reason ?? "")") }
    let header = try EventTimeline(EventReader(text: String(text.prefix { $0 != "\n" }), name: "e"))
    #expect(header.end == 0 && header.waits.isEmpty)
  }

  @Test func aSoftImageIsNotASharpOne() throws {
    let text = """
      {"events":1}
      {"t":0,"e":"frame","y":0,"visible":[0,1]}
      {"t":0,"e":"request","item":0,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"begin","item":0,"size":[96,96],"tier":"coarse","cause":"demand","cost":4,"bytes":10}
      {"t":400,"e":"end","item":0,"size":[96,96],"tier":"coarse","kept":true}
      {"t":400,"e":"live","bytes":10}
      {"t":400,"e":"begin","item":0,"size":[288,288],"tier":"full","cause":"demand","cost":4,"bytes":90}
      {"t":800,"e":"end","item":0,"size":[288,288],"kept":true}
      {"t":1200,"e":"frame","y":0,"visible":[0,1]}
      """
    let timeline = try EventTimeline(EventReader(text: text, name: "e.jsonl"))
    #expect(timeline.firstScreen.filled == [400] && timeline.firstScreen.sharp == [800])
    #expect(timeline.waits == [800], "the coarse image does not end the wait")
  }
}
