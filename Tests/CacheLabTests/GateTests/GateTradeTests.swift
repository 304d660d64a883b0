import CacheLab
import LabJudge
import Testing

/// What is better to look at and fails all the same.
@Suite struct GateTradeTests {
  private func busier(_ decodes: Int64 = 1024, blank: Int128 = 5) -> ReplayTally {
    var tally = GateFixture.tally(hits: 810, blank: blank)
    tally.decodes = decodes
    return tally
  }

  private var usual: ReplayTally {
    var tally = GateFixture.tally()
    tally.decodes = 1000
    return tally
  }

  @Test func aTradeSaysItsPriceAndWhatWouldLetItPass() throws {
    let report = try GateFixture.report(old: usual, new: busier())
    #expect(report.verdict("decodes") == .regressed && report.verdict("hit-rate") == .improved)
    for text in [report.text(showsAll: false), report.markdown] {
      for word in [
        "hit-rate and blank-ratio got better", "decodes +24 for 1.0 points in hit-rate: 24.00 for each",
        "lab-run baseline accept --strategy preheat2x", #""limits": { "decodes": "3%", "decodes-per-request": "3%" }"#,
      ] { #expect(text.contains(word), "\(word) in\n\(text)") }
    }
  }

  /// What it proposes does what it says, and what stands there already is not proposed again.
  @Test func adviceReadsTheLimitsThatStand() throws {
    let tight = try GateFixture.limits(#"{"limits": {"decodes": "1%"}}"#)
    let text = try GateFixture.report(old: usual, new: busier(), limits: tight).text(showsAll: false)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(#"where "decodes": "1%" stands now"#) && text.contains(#""decodes": "3%""#), "\(text)")
    let limits = try GateFixture.limits(#"{"limits": { "decodes": "3%", "decodes-per-request": "3%" }}"#)
    #expect(try GateFixture.report(old: usual, new: busier(), limits: limits).exitCode(isStrict: true) == 0)
  }

  @Test func whatOnlyGotWorseIsNoTrade() throws {
    var busy = usual
    busy.decodes = 1024
    #expect(try !GateFixture.report(old: usual, new: busy).text(showsAll: false).contains("got better"))
    #expect(try !GateFixture.report(old: usual, new: busier(blank: 11)).text(showsAll: false).contains("got better"))
  }

  @Test func whereMoreThanCountsGotWorseThereIsNoTrade() throws {
    let report = try GateFixture.report(old: usual, new: busier(), memory: [9_000_000])
    #expect(report.verdict("memory-beyond-bitmaps") == .regressed && report.verdict("hit-rate") == .improved)
    #expect(!report.text(showsAll: false).contains("got better"))
  }

  @Test func whatHasNoBetterDirectionIsNoPartOfATrade() throws {
    var other = busier()
    other.cancelled = 70
    let text = try GateFixture.report(old: usual, new: other).text(showsAll: false)
    #expect(text.contains("got better") && !text.contains("cancelled"))
  }
}
