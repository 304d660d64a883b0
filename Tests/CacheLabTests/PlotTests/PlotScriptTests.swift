import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What all pictures share: the same bytes, names for colours, and a script that says where it is from.
@Suite struct PlotScriptTests {
  private func plots() throws -> [Plot] {
    let folder = TemporaryDirectory()
    try ExplainFixture.write(try ReplayFixture.shipped("zoom"), "preheat2x", to: folder.path + "/e.jsonl")
    let replay = try EventTimeline(EventReader(path: folder.path + "/e.jsonl"))
    let records = ["none", "lru", "preheat2x", "mine"].enumerated().flatMap { index, strategy in
      ["zoom", "hunt"].map {
        SampleRecord.record(
          strategy: strategy, trace: $0, hits: Int128(index), blank: Int128(9 - index),
          peak: Int64(index + 2) * 9_000_000)
      }
    }
    let set = WorkingSet(keys: [0, 1, 0], size: { _ in 1_000_000 })
    let points = set.budgets.map { (strategy: "lru", budget: $0, hitRate: 0.2) }
    return [
      .memory(replay), .waits([replay]), .heat(records, metric: Column(.warmHitRate)), .compare(records),
      .pareto(records), .pareto(records, paying: .work),
      .budget(points, workingSet: set, trace: "hunt", setting: "decode-12ms"),
      .trace(try Trace.load(path: ShippedTraces.path("zoom")), name: "zoom"),
    ]
  }

  @Test func recordsWithoutTheMetricsLeaveAGap() {
    let empty = SampleRecord.changed(SampleRecord.record(trace: "zoom"), without: "")
    #expect(Plot.compare([empty]).data == "row\tstrategy\n0\tnone\n")
    // Beside one that has all of them.
    let both = Plot.compare([empty, SampleRecord.record(strategy: "lru", trace: "zoom")]).data
    #expect(both.contains("none\tNaN\tNaN\tNaN\tNaN"))
  }

  /// Rows of `compare` as the data have them.
  private func rows(_ records: [RunRecord]) -> [[String]] {
    Plot.compare(records).data.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }

  @Test func theOneToShipStandsFirstThenWhatAppsShipToday() {
    let records = [("none", Int128(50)), ("lru", 30), ("preheat2x", 40), ("windowed-lead", 3)].map {
      SampleRecord.record(strategy: $0, blank: $1)
    }
    #expect(rows(records).dropFirst().map { $0[1] } == ["windowed-lead", "preheat2x", "lru", "none"])
    let script = Plot.compare(records).script(command: "c")
    #expect(script.contains("\nmarked = 1\n") && script.contains("\nlead = 'windowed-lead'\n"))
    #expect(Plot.compare([records[0]]).script(command: "c").contains("\nmarked = 0\n"))
  }

  @Test func whatIsTheSameForAllTakesNoColumn() {
    let records = [("none", Int128(50)), ("lru", 30)].map { SampleRecord.record(strategy: $0, blank: $1) }
    #expect(rows(records)[0] == ["row", "strategy", "noticed waits, of 1,000"])
    #expect(
      Plot.compare(records).subtitle.hasSuffix(
        "first screen 247 ms for all; peak memory 12.3 MB for all; decodes a request 2.00 for all"))
  }

  /// Means of a picture are those of the report's table.
  @Test func aPictureHasTheNumbersOfTheTable() throws {
    let runs: [(String, String, Int128, Int64)] = [
      ("none", "zoom", 50, 9), ("none", "hunt", 20, 8), ("lru", "zoom", 30, 70), ("lru", "hunt", 31, 60),
    ]
    let records = runs.map { SampleRecord.record(strategy: $0, trace: $1, blank: $2, peak: $3 * 1_000_000) }
    let matrix = ReportMatrix(records)
    for row in rows(records).dropFirst() {
      #expect(Double(row[2]) == matrix.mean(row[1], .noticed).map { $0 * 1000 })
      #expect(Double(row[3]) == matrix.mean(row[1], .peak).map { $0 / 1e6 })
    }
    let trades = Plot.pareto(records).data.split(separator: "\n").map { $0.split(separator: "\t") }
    for row in rows(records).dropFirst() {
      let trade = try #require(trades.last { $0[0] == row[1] })
      #expect(Double(trade[2]) == Double(row[2]) && Double(trade[1]) == Double(row[3]))
    }
    let heat = Plot.heat(records, metric: .noticed).data.split(separator: "\n").map { $0.split(separator: "\t") }
    for (strategy, trace, waits, _) in runs {
      #expect(heat.contains { $0[1] == strategy && $0[0] == trace && Double($0[2]) == Double(waits) })
    }
  }

  @Test func everyScriptSaysWhatMadeItAndWhatItReads() throws {
    for plot in try plots() {
      let lines = plot.script(command: "lab-run plot x").split(separator: "\n")
      #expect(lines[0] == "# lab-run plot x" && lines.contains("data = '\(plot.name).tsv'"))
      #expect(lines.contains("set output '\(plot.name).svg'"))
      #expect(plot.data.split(separator: "\n")[0].contains("\t"), "a head line: \(plot.name)")
    }
  }

  @Test func everyColourThatIsNamedIsGiven() throws {
    for plot in try plots() {
      let script = plot.script(command: "lab-run")
      for colour in Palette.colours where colour.name != "ground" {
        let isUsed = script.contains("rgb \(colour.name)")
        #expect(!isUsed || script.contains("\n\(colour.name) = '#"), "\(colour.name) in \(plot.name)")
      }
    }
  }

  @Test func darkIsAnotherHeadAndTheSameDrawing() throws {
    for plot in try plots() {
      let (light, dark) = (plot.script(command: "c"), plot.script(command: "c", isDark: true))
      let body = light.firstRange(of: "\ndata = ")
      #expect(light != dark)
      #expect(body.map { light[$0.lowerBound...] } == dark.firstRange(of: "\ndata = ").map { dark[$0.lowerBound...] })
      #expect(dark.contains("set output '\(plot.name)-dark.svg'"))
    }
  }

  @Test func namesThatGnuplotWouldReadAreQuoted() {
    #expect(Plot.quoted("it's") == "'it''s'" && Plot.quoted("a\nb") == "'a'.\"\\n\".'b'")
    let plot = Plot(name: "a/../b c", title: "t", subtitle: "s", height: 100, data: [["x"]], values: [])
    #expect(plot.name == "a-..-b-c")
    #expect(Plot.text([["a\tb\"c\n"]]) == "a b c \n")
  }

  @Test func namesGoOnBehindTheirParts() {
    #expect(
      Plot.lines(of: "preheat2x+lru:budget=30MB,match=at-least", to: 20) == [
        "preheat2x+lru:", "budget=30MB,", "match=at-least",
      ])
    #expect(Plot.lines(of: "preheat2x+opportunistic", to: 10) == ["preheat2x", "+opportunistic"], "no word is broken")
    #expect(Plot.lines(of: "lru") == ["lru"])
    for name in ["a+b,c:d/e f", "+x", String(repeating: "long", count: 20)] {
      #expect(Plot.lines(of: name, to: 3).joined() == name)
    }
  }

  @Test func whatAllNamesEndInIsSaidOnce() {
    #expect(
      Plot.sharedEnd(["none+a", "lru:x=1+b+a"]) == "+a" && Plot.sharedEnd(["none+b+a", "lru:x=1+b+a"]) == "+b+a")
    #expect(Plot.sharedEnd(["none+b", "lru+ab"]) == "" && Plot.sharedEnd(["none+a"]) == "" && Plot.sharedEnd([]) == "")
  }

  @Test func noLabelIsOfBeatenPointsAndOthers() {
    let points: [(String, Int64, Int128)] = [
      ("a", 100, 10), ("b", 101, 10), ("c", 102, 11), ("d", 300, 1), ("e", 9, 90),
    ]
    let records = points.map { SampleRecord.record(strategy: $0, trace: "zoom", blank: $2, peak: $1 * 1_000_000) }
    let script = Plot.pareto(records).script(command: "c")
    #expect(
      script.contains("words[4] = ['1', '2', '3–4', '5']") && script.contains("stands[4] = [1, 1, 0, 1]"), "\(script)")
  }

  @Test func pngIsDrawnTwiceAsLarge() throws {
    let script = try plots()[0].script(command: "c", format: .png)
    #expect(script.contains("set terminal pngcairo size 2000,1200 ") && script.contains(".png'"))
  }

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
