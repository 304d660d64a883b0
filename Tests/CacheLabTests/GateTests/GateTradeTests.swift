import CacheLab
import LabJudge
import Testing

/// What is better to look at and fails all the same.
@Suite struct GateTradeTests {
  @Test func aTradeIsNamedAsOneAndItsChoicesWithIt() throws {
    var busier = GateFixture.tally(hits: 810, blank: 5)
    busier.decodes = 4
    let report = try GateFixture.report(old: GateFixture.tally(), new: busier)
    #expect(report.verdict("decodes") == .regressed && report.verdict("hit-rate") == .improved)
    for text in [report.text(showsAll: false), report.markdown] {
      for word in [
        "hit-rate and blank-ratio got better", "decodes", "lab-run baseline accept --strategy preheat2x",
        #""limits": { "decodes": "1%" }"#, #""policy": { "pareto": {} }"#,
      ] { #expect(text.contains(word), "\(word) in\n\(text)") }
    }
    // What it proposes does what it says.
    let pareto = try GateFixture.limits(#"{"policy": {"pareto": {}}}"#)
    #expect(try GateFixture.report(old: GateFixture.tally(), new: busier, limits: pareto).exitCode(isStrict: true) == 0)
  }

  @Test func whatOnlyGotWorseIsNoTrade() throws {
    var busier = GateFixture.tally()
    busier.decodes = 4
    let busy = try GateFixture.report(old: GateFixture.tally(), new: busier).text(showsAll: false)
    #expect(!busy.contains("got better"))
    var worse = GateFixture.tally(hits: 810, blank: 11)
    worse.decodes = 4
    #expect(try !GateFixture.report(old: GateFixture.tally(), new: worse).text(showsAll: false).contains("got better"))
  }

  @Test func whereMoreThanCountsGotWorseThereIsNoTrade() throws {
    var busier = GateFixture.tally(hits: 810, blank: 5)
    busier.decodes = 4
    let report = try GateFixture.report(old: GateFixture.tally(), new: busier, memory: [9_000_000])
    #expect(report.verdict("memory-beyond-bitmaps") == .regressed && report.verdict("hit-rate") == .improved)
    #expect(!report.text(showsAll: false).contains("got better"))
  }

  @Test func aTradeForMemoryHasAPrice() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(peak: 31_000_000, blank: 5))
    #expect(report.text(showsAll: false).contains(#""policy": { "pareto": { "blank-point": "1MB" } }"#))
  }
}
