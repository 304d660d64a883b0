import CacheLab
import Strategies
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct EventTimelineTests {
  /// A curve changes when what it shows does: its area is the metric of the table.
  @Test(arguments: [
    ("preheat2x", "ios-overscroll"), ("lru:budget=20MB", "hunt"), ("budget-priority", "browse"),
    ("fixed-window", "browse"), ("none", "zoom"),
  ])
  func eachCurveIntegratedIsItsMetric(strategy: String, trace: String) throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/e.jsonl"
    let tally = try ExplainFixture.write(try ReplayFixture.shipped(trace), strategy, to: path)
    let (timeline, facts) = (try EventTimeline(EventReader(path: path)), RunFacts(tally: tally))
    #expect(timeline.peak.live == tally.peak.bytes && timeline.peak.time == tally.peak.time)
    #expect(timeline.parts.map(\.most).max() == tally.peak.bytes, "no peak gets lost")
    #expect(Int64(timeline.waits.count) == tally.requests.count, "every request waits once, be it for nothing")
    #expect(Int64(timeline.waits.count { $0 == 0 }) >= tally.requests.hits && timeline.waits == timeline.waits.sorted())
    func isNear(_ one: Double, _ two: Double?) -> Bool {
      two.map { abs(one - $0) <= 1e-4 * max(1e-6, abs($0)) } ?? false
    }
    // Memory: the areas together over the time are the mean, the line's highest point is the peak.
    let memory = numbers(Plot.memory(timeline).data)
    let area = zip(memory, memory.dropFirst()).reduce(0) { sum, rows -> Double in
      let held = rows.0[1] + rows.0[2] + rows.0[3]
      return sum + (rows.1[0] - rows.0[0]) * held
    }
    #expect(isNear(area / (memory.last?[0] ?? 0) * 1e6, Metric.meanBitmapBytes.value(of: facts).number))
    #expect(isNear((memory.map { $0[4] }.max() ?? 0) * 1e6, Metric.peakBitmapBytes.value(of: facts).number))
    // Waits: the area on the left of the curve is the mean wait.
    let waits = steps(Plot.waits([timeline]).data)
    let mean = zip(waits, waits.dropFirst()).reduce(0) { sum, rows -> Double in
      sum + rows.1[0] * (rows.1[1] - rows.0[1]) / 100
    }
    #expect(isNear(mean * 1e6, Column(.timeToImage, .mean).number(Metric.timeToImage.value(of: facts))))
    // The first screen: it is full when the metric says so.
    let screen = steps(Plot.firstScreen([timeline])[0].data)
    #expect(isNear((screen.last?[0] ?? 0) * 1e6, Metric.firstScreenSharpTime.value(of: facts).number))
    #expect(screen.last?[1] == 100)
  }

  /// The rows of a picture's first block.
  private func numbers(_ data: String) -> [[Double]] {
    data.prefix(upTo: data.firstRange(of: "\n\n")?.lowerBound ?? data.endIndex).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").compactMap { Double($0) }
    }
  }

  /// The same of curves, whose rows begin with a name.
  private func steps(_ data: String) -> [[Double]] { numbers(data).filter { $0.count == 2 } }

  /// Nothing happens for most of the time: what is held from the beginning on is held in each part.
  @Test func aCurveDoesNotWaitForTheNextFrame() throws {
    let text = """
      {"events":1}
      {"t":0,"e":"frame","y":0,"visible":[0,1]}
      {"t":0,"e":"request","item":0,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"begin","item":0,"size":[288,288],"tier":"full","cause":"demand","cost":4,"bytes":100}
      {"t":0,"e":"live","bytes":100}
      {"t":4800,"e":"end","item":0,"size":[288,288],"kept":true}
      {"t":48000,"e":"release","item":0}
      {"t":96000,"e":"frame","y":0,"visible":[0,0]}
      """
    let parts = try EventTimeline(EventReader(text: text, name: "e.jsonl")).parts
    #expect(parts[0] == .init(displayed: 0, kept: 0, inFlight: 100, most: 100))
    // The cell got its image in a tenth of a thousandth, and left at half time, each without a frame.
    #expect(parts[23].inFlight == 100 && parts[24] == .init(displayed: 100, kept: 0, inFlight: 0, most: 100))
    #expect(parts[239].displayed == 100 && parts[240] == .init(displayed: 0, kept: 100, inFlight: 0, most: 100))
  }

  @Test func aFileAndItsTextTellTheSame() throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/e.jsonl"
    try ExplainFixture.write(try ReplayFixture.shipped("zoom"), "preheat2x", to: path)
    let text = try #require(try TextFile.read(path))
    let (file, read) = (
      try EventTimeline(EventReader(path: path)), try EventTimeline(EventReader(text: text, name: "e.jsonl"))
    )
    #expect(file.parts == read.parts && file.waits == read.waits && file.end == read.end)
  }

  @Test func whatWasCutInALineSaysSo() throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/e.jsonl"
    try ExplainFixture.write(try ReplayFixture.shipped("zoom"), "none", to: path)
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
    #expect(timeline.waits == [800], "the thumbnail does not end the wait")
  }
}
