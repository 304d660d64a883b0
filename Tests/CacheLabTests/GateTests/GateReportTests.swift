import CacheLab
import Testing

@testable import LabJudge

@Suite struct GateReportTests {
  private func report(_ rows: [(GateVerdict, String)], unfit: String? = nil, parting: String = "") -> GateReport {
    GateReport(
      rows: rows.map { verdict, detail in
        GateRow(
          cell: "a<b> & \"c\"", kind: .exact, metric: "hits", old: "1", new: "2", change: "+1", limit: "3%|30MB",
          verdict: verdict, detail: detail)
      }, cells: [cell("a<b> & \"c\"", parting)], unfit: unfit)
  }

  private func cell(_ name: String, _ parting: String = "", notes: [String] = []) -> GateCell {
    var cell = GateCell(name: name, record: SampleRecord.record(), reproduce: "lab-run x")
    (cell.parting, cell.notes) = (parting, notes)
    return cell
  }

  @Test func theGravestVerdictIsTheExitCode() {
    #expect(report([(.ok, ""), (.improved, ""), (.withinNoise, ""), (.notGated, "")]).exitCode(isStrict: true) == 0)
    #expect(report([(.inconclusive, "")]).exitCode(isStrict: false) == 0)
    for rows in [[], [(GateVerdict.notGated, "")]] {
      #expect(report(rows).exitCode(isStrict: false) == 5 && report(rows).summary.hasPrefix("gate: nothing to judge"))
    }
    #expect(report([(.inconclusive, "")]).exitCode(isStrict: true) == 6)
    var uncounted = report([(.ok, "")])
    uncounted.uncountedReason = "there is no valgrind"
    #expect(uncounted.exitCode(isStrict: true) == 6 && uncounted.exitCode(isStrict: false) == 0)
    var strict = report([(.inconclusive, "")])
    #expect(strict.markdown.contains("passed:"))
    strict.isStrict = true
    #expect(strict.markdown.contains("gate INCONCLUSIVE: ") && strict.json["passes"] == .bool(false))
    #expect(report([(.ok, "")], unfit: "steal").exitCode(isStrict: false) == 3)
    #expect(report([(.notComparable, ""), (.inconclusive, "")], unfit: "steal").exitCode(isStrict: true) == 5)
    #expect(report([(.notComparable, ""), (.regressed, "")], unfit: "steal").exitCode(isStrict: false) == 2)
  }

  @Test func theTextNamesWhatFailedAndHowToRepeatIt() {
    let text = report([(.regressed, "because"), (.ok, "")]).text(showsAll: false)
    #expect(text.contains("REGRESSED") && text.contains("    because\n"))
    #expect(text.contains("a<b> & \"c\", to reproduce:\n    lab-run x\n"))
    #expect(text.hasSuffix("gate: 1 ok, 1 REGRESSED\n"))
  }

  @Test func ofManyNamesTheFirstAreSaid() {
    #expect(GateReport.list(["a"]) == "a" && GateReport.list(["a", "b"]) == "a and b")
    #expect(GateReport.list(["a", "b", "c", "d", "e"]) == "a, b, c, d and e")
    #expect(GateReport.list(["a", "b", "c", "d", "e", "f"]) == "a, b, c, d and 2 more")
  }

  @Test func whatDidNotGetWorseIsLeftOutUnlessAskedFor() {
    let report = report([(.regressed, ""), (.improved, "better"), (.changed, ""), (.ok, "")])
    let (some, all) = (report.text(showsAll: false), report.text(showsAll: true))
    #expect(some.split(separator: "\n").count { $0.contains("3%|30MB") } == 1 && !some.contains("better"))
    #expect(all.split(separator: "\n").count { $0.contains("3%|30MB") } == 4)
  }

  @Test func aMoveSaysItsUnitOnce() {
    func move(_ old: String, _ new: String, _ change: String) -> String {
      GateRow(cell: "c", kind: .exact, metric: "m", old: old, new: new, change: change, verdict: .improved).move
    }
    #expect(move("129.7 of 1,000", "101.7 of 1,000", "-21.6%") == "129.7 -> 101.7 of 1,000 (-21.6%)")
    #expect(move("1.50 MiB", "900 kB", "") == "1.50 MiB -> 900 kB" && move("1", "2", "+1") == "1 -> 2 (+1)")
  }

  @Test func theFirstLineSaysWhatMovedAndInHowManyCases() {
    func row(_ cell: String, _ metric: String, _ new: String, _ change: String, _ verdict: GateVerdict) -> GateRow {
      GateRow(cell: cell, kind: .exact, metric: metric, old: "34.7 MB", new: new, change: change, verdict: verdict)
    }
    let report = GateReport(
      rows: [
        row("a x", "peak-bitmap-bytes", "36.8 MB", "+5.9%", .regressed),
        row("a x", "hit-rate", "87.0%", "+3.00 pt", .improved), row("b x", "peak-bitmap-bytes", "34.7 MB", "=", .ok),
        row("b x", "decodes", "35 MB", "+1", .regressed),
      ],
      cells: [cell("a x", notes: ["ahead was 4, is 9/2"]), cell("b x"), cell("c x")], unfit: nil)
    #expect(
      report.headline
        == "peak 34.7 -> 36.8 MB (+5.9%) in 1 of 2 cases; hits +3.00 pt in 1 of 2 cases; decodes 34.7 -> 35 MB (+1) in 1 of 2 cases"
    )
    #expect(report.caseLines.count == 2, "the third has nothing to say")
    #expect(
      report.caseLines[0]
        == "a x: ahead was 4, is 9/2; peak 34.7 -> 36.8 MB (+5.9%); hits +3.00 pt; 1 improved, 1 REGRESSED")
    #expect(report.markdown.hasPrefix("### CacheLab gate FAILED: peak 34.7 -&gt; 36.8 MB (+5.9%) in 1 of 2 cases; "))
  }

  @Test func timesThatNothingWasThereToCompareWithAreNamed() throws {
    func report(decodes: Bool) throws -> GateReport {
      var cell = try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally())
      cell.record = try GateFixture.record(GateFixture.tally(), decodes: decodes)
      return GateJudge(limits: .standard).judge([cell])
    }
    let says = "Decode times were not judged: name an old program to compare with, by --base.\n"
    #expect(try report(decodes: true).text(showsAll: false).contains(says))
    #expect(try report(decodes: true).markdown.contains(says))
    #expect(try !report(decodes: false).text(showsAll: true).contains("Decode times"))
  }

  @Test func thereIsOneAnnotationACaseEscapedAsGitHubAsks() {
    let rows = [(GateVerdict.regressed, "50 %\nsecond, line: here"), (.improved, ""), (.ok, ""), (.notComparable, "")]
    #expect(
      report(rows).annotations
        == "::error title=a<b> & \"c\"%3A 1 REGRESSED%2C 1 not comparable::hits REGRESSED: 1 -> 2 +1 (limit 3%25|30MB) "
        + "50 %25%0Ahits not comparable: 1 -> 2 +1 (limit 3%25|30MB) \n")
    #expect(report([(.improved, ""), (.ok, "")]).annotations.hasPrefix("::notice title=a<b>"))
    #expect(report([(.inconclusive, ""), (.improved, "")]).annotations.hasPrefix("::warning title="))
    #expect(report([(.ok, ""), (.changed, "")]).annotations.isEmpty)
  }

  @Test func junitCountsAndEscapes() {
    let xml = report([(.regressed, "a < b\u{1}"), (.ok, ""), (.inconclusive, "")]).junit
    #expect(xml.contains("<testsuites name=\"CacheLab gate\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">"))
    let unfit = report([(.ok, "")], unfit: "too <busy>").junit
    #expect(unfit.contains("tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"0\">"))
    #expect(unfit.contains("message=\"too &lt;busy&gt;\""))
    #expect(xml.contains("name=\"a&lt;b&gt; &amp; &quot;c&quot;\" tests=\"3\" failures=\"1\" errors=\"0\""))
    #expect(xml.contains(">a &lt; b\\u0001</failure>") && !xml.contains("\u{1}"))
  }

  @Test func markdownHidesWhatDidNotChange() {
    let text = report([(.regressed, "because"), (.ok, "")], parting: "frames 10 to 19").markdown
    #expect(text.contains("\n**a&lt;b&gt; &amp; \"c\", both replays**\n\n```\nframes 10 to 19\n```\n"))
    #expect(text.hasPrefix("### CacheLab gate FAILED: hits "))
    #expect(text.contains("3%\\|30MB"), "a bar would end the cell")
    #expect(text.contains("<details><summary>1 row that did not get worse</summary>"))
    #expect(text.contains("\n**a&lt;b&gt; &amp; \"c\", hits**\n\n```\nbecause\n```\n"))
  }

  /// That fewer are cancelled has no better direction, and is no part of a trade.
  private func busier(blank: Int128 = 5) -> ReplayTally {
    var tally = GateFixture.tally(hits: 810, blank: blank)
    (tally.decodes, tally.cancelled) = (1024, 70)
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
    #expect(!report.text(showsAll: false).contains("cancelled"))
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

  @Test func aBaselineThatWasChangedByHandIsRefused() throws {
    let text = try GateFixture.baseline(GateFixture.tally()).text
    let error = #expect(throws: InputError.self) {
      try Baseline(text: text.replacing("\"hits\": 800", with: "\"hits\": 700"), file: "b.json")
    }
    #expect(error?.description.hasPrefix("b.json: it was changed after it was written: ") == true)
    // Baselines from before there was a digest have none.
    let lines = text.split(separator: "\n").filter { !$0.contains("sha256\": \"") }
    #expect(try Baseline(text: lines.joined(separator: "\n"), file: "b.json").words.count == 4)
  }

  @Test func aBaselineReadsBackAndHasOneMetricALine() throws {
    let baseline = try GateFixture.baseline(GateFixture.tally())
    let again = try Baseline(text: baseline.text, file: "b.json")
    #expect(again.metric(named: "hit-rate") == baseline.metric(named: "hit-rate"))
    #expect(again.memoryOverhead == 400_000 && again.words == baseline.words && again.trail == baseline.trail)
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    \"hits\": 800") } && lines.contains("  \"reason\": \"a test\","))
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
    let error = #expect(throws: InputError.self) { try Baseline(text: text, file: "b.json") }
    let field = path.replacing(".stride", with: "")
    let says = try #require(error?.description)
    #expect(says.hasPrefix("b.json: its field \(field) is "), "\(says)")
    #expect(says.contains("; restore it, or replace it by lab-run baseline accept "), "\(says)")
  }

  @Test(arguments: ["", "{}", "3", #"{"baseline": 7}"#]) func whatIsNoBaselineIsRefused(text: String) {
    #expect(throws: InputError.self) { try Baseline(text: text, file: "b.json") }
  }
}
