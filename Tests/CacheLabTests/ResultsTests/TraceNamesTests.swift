import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// A trace is known by its hash: two of one name are neither merged nor written over each other.
@Suite struct TraceNamesTests {
  private let one = String(repeating: "1", count: 64)
  private let two = String(repeating: "2", count: 64)

  private func records() -> [RunRecord] {
    ["a", "b"].flatMap { strategy in
      [(one, 10), (two, 30)].map {
        SampleRecord.record(strategy: strategy, trace: "zoom", sha256: $0.0, blank: $0.1)
      }
    }
      + ["a", "b"].map {
        SampleRecord.record(strategy: $0, trace: "hunt", sha256: String(repeating: "3", count: 64))
      }
  }

  @Test func onlyNamesThatCollideGetAPieceOfTheHash() throws {
    let names = RunRecord.distinct(records()).map(\.trace)
    #expect(names == ["zoom~111111", "zoom~222222", "zoom~111111", "zoom~222222", "hunt", "hunt"])
    let again = RunRecord.distinct(RunRecord.distinct(records()).filter { $0.trace == "zoom~222222" })
    #expect(again.map(\.trace) == ["zoom~222222", "zoom~222222"], "a name once given stays")
    #expect(RunRecord.distinct([records()[0]]).map(\.trace) == ["zoom"])
  }

  @Test func tablesKeepThemApart() throws {
    let table = RunTable(records())
    #expect(table.groups.count == 3 && table.text.contains("zoom~111111: ") && table.text.contains("zoom~222222: "))
    let csv = RecordCSV.text(records())
    #expect(csv.contains("a,zoom~111111,") && csv.contains("b,hunt,"))
  }

  @Test func reportsAndChoicesKeepThemApart() throws {
    #expect(records().latest.count == 6)
    let matrix = ReportMatrix.settings(of: records())[0]
    #expect(matrix.traces == ["hunt", "zoom~111111", "zoom~222222"] && matrix.common.count == 3)
    #expect(matrix.record("a", "zoom~222222")?.metric(named: "warm-blank-ratio")?.number == 0.3)
    #expect(try records().ofOneSetting().count == 6)
  }

  @Test func picturesKeepThemApart() throws {
    let heat = Plot.heat(RunRecord.distinct(records()), metric: Column(.warmBlankRatio))
    #expect(
      heat.data.contains("zoom~111111\ta\t10.000") && heat.data.contains("zoom~222222\ta\t30.000"), "\(heat.data)")
    let header = #"{"events":1,"trace":{"name":"zoom","sha256":"SHA"}}"# + "\n" + #"{"t":0,"e":"stop","items":[]}"#
    let replays = try [one, two].map {
      try EventTimeline(EventReader(text: header.replacing("SHA", with: $0), name: "e"))
    }
    #expect(EventTimeline.distinct(replays).map(\.trace) == ["zoom~111111", "zoom~222222"])
  }

  @Test func comparisonsKeepThemApart() throws {
    let comparison = try RecordComparison(strategiesOf: records(), metrics: ["blank-ratio"])
    #expect(comparison.rows == ["zoom~111111", "zoom~222222", "hunt"])
  }

  @Test func sweepsTellThemApartInTheirTables() throws {
    let ground = SweepGround(
      strategies: [PeakSpec(try StrategySpec("none"))], devices: [DeviceProfile.all[0]], assets: [])
    let plan = ground.plan([("zoom", one, nil), ("hunt", one, nil), ("zoom", two, nil)])
    #expect(plan.traceNames == ["zoom~111111", "hunt", "zoom~222222"])
  }

  @Test func eachHasABaselineOfItsOwn() throws {
    let folder = TemporaryDirectory()
    let store = BaselineStore(directory: folder.path)
    func write(_ record: RunRecord, _ trace: String) throws -> String {
      let words = ["--strategy", "a", "--trace", trace]
      let path = try store.path(of: record, words: words)
      let baseline = Baseline(
        record: record, words: words, trail: EventTrailMaker(frameCount: 1).finish(), memoryOverhead: nil, reason: "r",
        recorded: "")
      try store.write(baseline, to: path)
      return String(path.split(separator: "/").last ?? "")
    }
    let all = records()
    let first = try write(all[0], "zoom")
    let second = try write(all[1], "mine/zoom.scrolltrace")
    #expect(first != second && second.contains("zoom-222222"), "\(first), \(second)")
    #expect(try store.all().count == 2)
    #expect(try write(all[0], "zoom") == first && write(all[1], "mine/zoom.scrolltrace") == second)
    let changed = SampleRecord.record(strategy: "a", trace: "zoom", sha256: String(repeating: "3", count: 64))
    #expect(try write(changed, "zoom") == first, "a trace that was changed keeps its file")
  }

  @Test func picturesOfOneNameAreNumbered() {
    let plots = ["a", "A", "b", "a"].map {
      Plot(name: $0, title: "t", subtitle: "s", height: 100, data: [["x"]], values: [])
    }
    #expect(Plot.distinct(plots).map(\.name) == ["a", "A-2", "b", "a-3"])
  }
}
