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
      #expect(Double(row[2]) == matrix.mean(row[1], Column.noticed.number).map { $0 * 1000 })
      #expect(Double(row[3]) == matrix.mean(row[1], Column.peak.number).map { $0 / 1e6 })
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
      #expect(lines[0] == "# lab-run plot x")
      #expect(lines.contains("data = '\(plot.name).tsv'"))
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
    #expect(PlotValue.quoted("it's") == "'it''s'" && PlotValue.quoted("a\nb") == "'a'.\"\\n\".'b'")
    let plot = Plot(name: "a/../b c", title: "t", subtitle: "s", height: 100, data: PlotData("x"), values: [])
    #expect(plot.name == "a-..-b-c")
    #expect(PlotData.cell("a\tb\"c\n") == "a b c ")
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
    #expect(Plot.sharedEnd(["none+a", "lru:x=1+b+a"]) == "+a")
    #expect(Plot.sharedEnd(["none+b+a", "lru:x=1+b+a"]) == "+b+a")
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
}
