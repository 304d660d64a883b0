import LabBase
import LabJudge
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

  @Test func evidenceThatWasChangedIsRefusedUnlessThatIsAskedFor() throws {
    let text = try evidence().json.prettyText
    let changed = text.replacing("\"hits\": 790", with: "\"hits\": 810")
    #expect(changed != text)
    let error = #expect(throws: GateError.self) { try GateEvidence(text: changed, file: "e.json") }
    #expect(error?.description.hasPrefix("e.json: it was changed after it was written: ") == true)
    #expect(error?.description.hasSuffix("or take it as it is with --unsigned") == true)
    #expect(try GateEvidence(text: changed, file: "e.json", isUnsigned: true).cells.count == 2)
    let bare = JSON.object((try JSON.parse(text).object ?? [:]).filter { $0.key != "sha256" }).prettyText
    #expect(throws: GateError.self) { try GateEvidence(text: bare, file: "e.json") }
    // The layout of the file is not what was measured.
    #expect(try GateEvidence(text: try JSON.parse(text).compactText, file: "e.json").cells.count == 2)
  }

  @Test func aBaselineThatWasChangedByHandIsRefused() throws {
    let text = try GateFixture.baseline(GateFixture.tally()).text
    let error = #expect(throws: GateError.self) {
      try Baseline(text: text.replacing("\"hits\": 800", with: "\"hits\": 700"), file: "b.json")
    }
    #expect(error?.description.hasPrefix("b.json: it was changed after it was written: ") == true)
    // Baselines from before there was a digest have none.
    let lines = text.split(separator: "\n").filter { !$0.contains("sha256\": \"") }
    #expect(try Baseline(text: lines.joined(separator: "\n"), file: "b.json").words.count == 4)
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
    #expect(again.metric(named: "hit-rate") == baseline.metric(named: "hit-rate"))
    #expect(again.memoryOverhead == 400_000 && again.words == baseline.words && again.trail == baseline.trail)
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    \"hits\": 800") })
    #expect(lines.contains("  \"reason\": \"a test\","))
    let keys = lines.filter { $0.hasPrefix("    \"") }
    #expect(keys == keys.sorted())
  }

  /// A document with one field of its outermost object, or one level below, replaced.
  private func changed(_ json: JSON, _ path: String, _ value: JSON) -> String {
    let keys = path.split(separator: ".").map(String.init)
    var members = json.object ?? [:]
    if keys.count == 1 {
      members[keys[0]] = value
    } else {
      var inner = members[keys[0]]?.object ?? [:]
      inner[keys[1]] = value
      members[keys[0]] = .object(inner)
    }
    return JSON.object(members).prettyText
  }

  @Test(arguments: [
    ("memory-overhead-bytes", JSON.integer(1 << 63)), ("memory-overhead-bytes", .integer(.min)),
    ("counts.hits", .integer(.max)), ("counts.hits", .string("800")), ("counts", .array([])),
    ("trail.stride", .integer(1 << 63)), ("trail.stride", .integer(0)),
    ("configuration.screen", .integer(3)), ("environment.cores", .integer(.max)), ("command", .integer(1)),
  ])
  func aBaselineThatHoldsWhatItCannotIsRefusedByField(_ path: String, _ value: JSON) throws {
    let text = changed(try GateFixture.baseline(GateFixture.tally()).json, path, value)
    let error = #expect(throws: GateError.self) { try Baseline(text: text, file: "b.json") }
    let field = path.replacing(".stride", with: "")
    let says = try #require(error?.description)
    #expect(says.hasPrefix("b.json: its field \(field) is "), "\(says)")
    #expect(says.contains("; restore it, or replace it by lab-run baseline accept "), "\(says)")
  }

  @Test(arguments: [
    ("memory-runs", JSON.array([.integer(1 << 63)]), "its field memory-runs is [9223372036854775808], where"),
    (
      "record", .object(["schema": .integer(1), "measured": .object(["peak-rss": .integer(1 << 63)])]),
      "its record: its field measured.peak-rss is 9223372036854775808, where"
    ),
    (
      "baseline", .object(["baseline": .integer(2), "memory-overhead-bytes": .integer(.max)]),
      "its baseline: its field memory-overhead-bytes is 170141183460469231731687303715884105727, where"
    ),
    ("name", .null, "name, record or memory-runs are missing"),
  ])
  func aCellThatHoldsWhatItCannotIsRefusedByField(_ key: String, _ value: JSON, _ says: String) throws {
    let json = try evidence().json
    let cell = try JSON.parse(changed(try #require(json["cells"]?.array?.first), key, value))
    let text = changed(json, "cells", .array([cell]))
    let error = #expect(throws: GateError.self) { try GateEvidence(text: text, file: "e.json", isUnsigned: true) }
    #expect(error?.description.hasPrefix("e.json: cell 1: \(says)") == true, "\(String(describing: error))")
  }

  @Test func memoryThatNoMachineHasIsNoLimit() {
    #expect(throws: GateError.self) { try GateFixture.limits(#"{"memory": "9000000000000000000B"}"#) }
  }

  @Test(arguments: ["", "{}", "3", #"{"baseline": 7}"#]) func whatIsNoBaselineIsRefused(text: String) {
    #expect(throws: GateError.self) { try Baseline(text: text, file: "b.json") }
  }
}
