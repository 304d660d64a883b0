import CacheLab
import Testing

@Suite struct GateEvidenceTests {
  private func evidence() throws -> GateEvidence {
    GateEvidence(
      cells: [
        try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally(hits: 790), memory: [500_000, 600_000]),
        try GateFixture.cell(old: nil, new: GateFixture.tally(), parting: "somewhere"),
      ], latency: [], limits: GateLimits.standard.json, created: "2026-01-31T12:00:00Z")
  }

  @Test func evidenceThatWasReadBackIsJudgedTheSame() throws {
    let evidence = try evidence()
    let again = try GateEvidence(text: evidence.json.prettyText, file: "e.json")
    // A whole number that was written as 0.0 reads back as 0, and stays that.
    let thrice = try GateEvidence(text: again.json.prettyText, file: "e.json").json.prettyText
    #expect(thrice == again.json.prettyText)
    let judge = GateJudge(limits: .standard)
    #expect(judge.judge(again).rows == judge.judge(evidence).rows)
    #expect(judge.judge(again).text(showsAll: true) == judge.judge(evidence).text(showsAll: true))
  }

  @Test func otherLimitsGiveAnotherVerdict() throws {
    let looser = try GateFixture.limits(
      #"{"limits": {"hits": "2%", "hit-rate": "2%", "misses": "10%", "warm-hit-rate": "2%"}}"#)
    let cell = try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally(hits: 790))
    let evidence = GateEvidence(cells: [cell], latency: [], limits: .null, created: "")
    #expect(GateJudge(limits: .standard).judge(evidence).exitCode(isStrict: false) == 2)
    #expect(GateJudge(limits: looser).judge(evidence).verdict("hits") == .ok)
  }

  @Test(arguments: ["", "{}", "[1]", #"{"evidence": 2}"#, #"{"evidence": 1, "cells": [{}]}"#])
  func whatIsNoEvidenceIsRefused(text: String) {
    #expect(throws: GateError.self) { try GateEvidence(text: text, file: "e.json") }
  }

  @Test func aBaselineReadsBackAndHasOneMetricALine() throws {
    let baseline = try GateFixture.baseline(GateFixture.tally())
    let again = try Baseline(text: baseline.text, file: "b.json")
    #expect(again.metric("hit-rate") == baseline.metric("hit-rate"))
    #expect(again.memoryOverhead == 400_000 && again.words == baseline.words && again.trail == baseline.trail)
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    \"hits\": 800") })
    #expect(lines.contains("  \"reason\": \"a test\","))
    let keys = lines.filter { $0.hasPrefix("    \"") }
    #expect(keys == keys.sorted())
  }

  @Test(arguments: ["", "{}", "3", #"{"baseline": 7}"#]) func whatIsNoBaselineIsRefused(text: String) {
    #expect(throws: GateError.self) { try Baseline(text: text, file: "b.json") }
  }
}
