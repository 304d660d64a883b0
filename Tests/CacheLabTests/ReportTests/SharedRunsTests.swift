import CacheLab
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct SharedRunsTests {
  private func shared(_ runs: [(String, [String])]) -> SharedRuns {
    SharedRuns(runs.flatMap { run in run.1.map { SampleRecord.record(strategy: run.0, trace: $0) } })
  }

  @Test func aStrayRunIsSetAsideAndNamed() {
    let runs = shared([("a", ["x", "y", "z"]), ("b", ["x", "y"]), ("c", ["x", "y"]), ("d", ["w"])])
    #expect(runs.strategies == ["a", "b", "c"] && runs.traces == ["x", "y"] && runs.records.count == 6)
    #expect(runs.asideWords() == "a on z; d on w")
    #expect(runs.asideWords(countMax: 1) == "a on z; 1 run more")
  }

  @Test func theLargestBlockIsTaken() {
    #expect(
      shared([("a", ["x", "y", "z", "w"]), ("b", ["x", "y", "z", "w"]), ("c", ["x"]), ("d", ["x"])]).traces.count == 4)
    let wide = shared([("a", ["x", "y"]), ("b", ["x", "y"]), ("c", ["x"]), ("d", ["x"]), ("e", ["x"])])
    #expect(wide.traces == ["x"] && wide.strategies.count == 5 && wide.asideWords() == "a and b on y")
    // Neither strategy's own traces: what two of them share.
    let meeting = shared([("a", ["x", "y", "z"]), ("b", ["y", "z", "w"]), ("c", ["v"])])
    #expect(meeting.strategies == ["a", "b"] && meeting.traces == ["y", "z"])
  }

  @Test func allOfAWholeMatrixIsShared() {
    let runs = shared([("a", ["x", "y"]), ("b", ["x", "y"])])
    #expect(runs.aside.isEmpty && runs.asideWords() == nil && runs.records.count == 4)
    #expect(shared([("a", ["x", "y"])]).traces == ["x", "y"], "one strategy shares with nobody, and need not")
  }

  @Test func withoutASharedTraceNothingIsCompared() {
    let runs = shared([("a", ["x"]), ("b", ["y"])])
    #expect(runs.traces.isEmpty && runs.strategies == ["a", "b"] && runs.records.count == 2 && runs.aside.isEmpty)
    #expect(shared([]).records.isEmpty)
  }

  @Test func picturesTakeTheSharedRunsAndNameTheRest() {
    let records = ["a", "b"].flatMap { name in
      ["x", "y"].map { SampleRecord.record(strategy: name, trace: $0, blank: 9) }
    }
    let stray = SampleRecord.record(strategy: "stray", trace: "easy", blank: 0)
    for plot in [
      Plot.compare(records + [stray]), .heat(records + [stray], metric: Column(.hitRate)), .pareto(records + [stray]),
    ] {
      #expect(plot.note == "set aside: stray on easy")
      #expect(plot.script(command: "c").contains(#"."\n".'set aside: stray on easy'"#))
      #expect(!plot.data.contains("stray") && plot.data.contains("b"), "\(plot.data)")
    }
  }
}
