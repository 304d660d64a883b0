import Strategies
import Testing

@testable import CacheLab
@testable import LabPictures
@testable import LabRecords

/// What all pictures share: the same bytes, names for colours, and a script that says where it is from.
@Suite struct PlotScriptTests {
  private func plots() throws -> [Plot] {
    let replay = try PlotFixture.timeline("preheat2x", "zoom")
    let records = ["none", "lru", "preheat2x", "mine"].enumerated().flatMap { index, strategy in
      ["zoom", "hunt"].map {
        SampleRecord.record(
          strategy: strategy, trace: $0, hits: Int128(index), blank: Int128(9 - index),
          peak: Int64(index + 2) * 9_000_000)
      }
    }
    let set = WorkingSet(keys: [0, 1, 0], size: { _ in 1_000_000 })
    let points = BudgetPoint.budgets(for: set).map { BudgetPoint(strategy: "lru", budget: $0, hitRate: 0.2) }
    return [
      .memory(replay), .waits([replay]), .heat(records, metric: Column(.warmHitRate)),
      .compare(records),
      .pareto(records), .pareto(records, against: .warmHitRate),
      .budget(points, workingSet: set, trace: "hunt", setting: "decode-12ms"),
      .trace(try Trace.load(path: ShippedTraces.path("zoom")), name: "zoom"),
    ]
  }

  @Test func theSameInputMakesTheSameBytes() throws {
    for (one, two) in zip(try plots(), try plots()) {
      #expect(one.data == two.data, "\(one.name)")
      #expect(one.script(command: "lab-run") == two.script(command: "lab-run"), "\(one.name)")
    }
  }

  @Test func recordsWithoutTheMetricsLeaveAGap() throws {
    let empty = try RunRecord(
      text: #"{"schema":1,"configuration":{"strategy-short":"none","trace":{"name":"zoom"}}}"#, name: "a.json")
    let script = Plot.compare([empty]).script(command: "lab-run")
    #expect(script.split(separator: "\n").count { $0 == "plot NaN" } == 4)
    #expect(script.ranges(of: "no record has it").count == 4)
    // Beside one that has all of them.
    let both = Plot.compare([empty, SampleRecord.record(strategy: "lru", trace: "zoom")]).script(command: "lab-run")
    #expect(!both.contains("plot NaN\n") && !both.contains("no record has it"))
  }

  /// A label has the mean and, in brackets, the worst trace.
  @Test func whatIsStrongIsTheBestByBothFigures() {
    func script(_ blanks: [(String, Int128, Int128)]) -> String {
      let records = blanks.flatMap { strategy, zoom, scroll in
        [("zoom", zoom), ("fastscroll", scroll)].map {
          SampleRecord.record(strategy: strategy, trace: $0, blank: $1)
        }
      }
      return Plot.compare(records).script(command: "lab-run")
    }
    // All but noticed waits is equal: these six are the best of theirs.
    #expect(script([("none", 1, 30), ("lru", 16, 16)]).ranges(of: "font strong textcolor").count == 6)
    #expect(script([("none", 1, 30), ("lru", 1, 16)]).ranges(of: "font strong textcolor").count == 7)
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

  @Test func everyColourThatIsNamedIsGivenAndNoOther() throws {
    for plot in try plots() {
      let script = plot.script(command: "lab-run")
      for colour in Palette.colours where colour.name != "ground" {
        let isUsed = script.contains("rgb \(colour.name)")
        #expect(isUsed == script.contains("\n\(colour.name) = '#"), "\(colour.name) in \(plot.name)")
      }
    }
  }

  @Test func darkIsAnotherHeadAndTheSameDrawing() throws {
    for plot in try plots() {
      let (light, dark) = (plot.script(command: "c"), plot.script(command: "c", isDark: true))
      let body = light.firstRange(of: "set encoding")
      #expect(light != dark)
      #expect(
        body.map { light[$0.lowerBound...] } == dark.firstRange(of: "set encoding").map { dark[$0.lowerBound...] })
      #expect(dark.contains("set output '\(plot.name)-dark.svg'"))
    }
  }

  @Test func namesThatGnuplotWouldReadAreQuoted() {
    #expect(Plot.quoted("it's\n") == "'it''s'")
    let plot = Plot(name: "a/../b c", title: "t", subtitle: "s", height: 100, data: PlotData("x"), body: "")
    #expect(plot.name == "a-..-b-c")
    #expect(PlotData.cell("a\tb\"c\n") == "a b c ")
    #expect(Plot.tics(["50 %d", "#a"]) == "('50 %%d' 0, '#a' 1)")
  }

  @Test func cutNamesAreToldApart() {
    let names = ["preheat2x+lru:budget=30MB", "preheat2x+lru:budget=60MB", "windowed-lead+arc", "lru"]
    #expect(Plot.shortened(names, to: 16) == ["preheat2…et=30MB", "preheat2…et=60MB", "windowed-lead+a…", "lru"])
    let alike = (10..<40).map { "a-name-like-\($0)-some-other-one" }
    let shown = Plot.shortened(alike + names, to: 14)
    #expect(Set(shown).count == alike.count + names.count && shown.allSatisfy { $0.count <= 14 }, "\(shown)")
    #expect(Set(Plot.shortened(alike + alike, to: 14)).count == alike.count, "one name is shown in one way")
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
    let labels = script.matches(of: /set label '([0-9–, ]+)' at .* textcolor rgb (\w+) front/).map { [$0.1, $0.2] }
    #expect(labels == [["1", "ink"], ["2", "ink"], ["3–4", "muted"], ["5", "ink"]])
  }

  @Test func pngIsDrawnTwiceAsLarge() throws {
    let script = try plots()[0].script(command: "c", format: .png)
    #expect(script.contains("set terminal pngcairo size 2000,1200 ") && script.contains(".png'"))
  }
}
