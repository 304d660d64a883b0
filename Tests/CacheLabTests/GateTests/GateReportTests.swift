import LabBase
import Testing

@testable import LabJudge

@Suite struct GateReportTests {
  private func report(_ rows: [(GateVerdict, String)], unfit: String? = nil) -> GateReport {
    GateReport(
      rows: rows.map { verdict, detail in
        GateRow(
          cell: "a<b> & \"c\"", kind: .exact, metric: "hits", old: "1", new: "2", change: "+1", limit: "3%|30MB",
          verdict: verdict, detail: detail)
      }, unfit: unfit, reproduce: ["a<b> & \"c\"": "lab-run x"])
  }

  @Test func theGravestVerdictIsTheExitCode() {
    #expect(report([(.ok, ""), (.improved, ""), (.withinNoise, ""), (.notGated, "")]).exitCode(isStrict: true) == 0)
    #expect(report([(.inconclusive, "")]).exitCode(isStrict: false) == 0)
    for rows in [[], [(GateVerdict.notGated, "")]] {
      #expect(report(rows).exitCode(isStrict: false) == 5 && report(rows).summary.hasPrefix("gate: nothing to judge"))
    }
    #expect(report([(.inconclusive, "")]).exitCode(isStrict: true) == 6)
    var strict = report([(.inconclusive, "")])
    #expect(strict.markdown.contains("passed"))
    strict.isStrict = true
    #expect(strict.markdown.contains("FAILED") && strict.json["passes"] == .bool(false))
    #expect(report([(.ok, "")], unfit: "steal").exitCode(isStrict: false) == 3)
    #expect(report([(.notComparable, ""), (.inconclusive, "")], unfit: "steal").exitCode(isStrict: true) == 5)
    #expect(report([(.notComparable, ""), (.regressed, "")], unfit: "steal").exitCode(isStrict: false) == 2)
  }

  @Test func theTextNamesWhatFailedAndHowToRepeatIt() {
    let text = report([(.regressed, "because"), (.ok, "")]).text(showsAll: false)
    #expect(text.contains("REGRESSED"))
    #expect(text.contains("    because\n"))
    #expect(text.contains("a<b> & \"c\", to reproduce:\n    lab-run x\n"))
    #expect(text.hasSuffix("gate: 1 ok, 1 REGRESSED\n"))
  }

  @Test func ofManyNamesTheFirstAreSaid() {
    #expect(GateReport.list(["a"]) == "a" && GateReport.list(["a", "b"]) == "a and b")
    #expect(GateReport.list(["a", "b", "c", "d", "e"]) == "a, b, c, d and e")
    #expect(GateReport.list(["a", "b", "c", "d", "e", "f"]) == "a, b, c, d and 2 more")
  }

  @Test func whatIsMeasuredIsShownThoughItPassed() {
    func row(_ kind: GateRow.Kind) -> GateRow { GateRow(cell: "c", kind: kind, metric: "\(kind)", verdict: .ok) }
    let report = GateReport(rows: [row(.exact), row(.memory), row(.latency)], unfit: nil, reproduce: [:])
    let (some, all) = (report.text(showsAll: false), report.text(showsAll: true))
    #expect(!some.contains("exact") && some.contains("memory") && some.contains("latency") && all.contains("exact"))
  }

  @Test func timesThatNothingWasThereToCompareWithAreNamed() throws {
    func report(decodes: Bool) throws -> GateReport {
      var cell = try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally())
      cell.record = try GateFixture.record(GateFixture.tally(), decodes: decodes)
      return GateJudge(limits: .standard).judge(
        GateEvidence(cells: [cell]))
    }
    let says = "Decode times were not judged: name an old binary to compare with, by --base or --base-ref.\n"
    #expect(try report(decodes: true).text(showsAll: false).contains(says))
    #expect(try report(decodes: true).markdown.contains(says))
    #expect(try !report(decodes: false).text(showsAll: true).contains("Decode times"))
  }

  @Test func annotationsAreEscapedAsGitHubAsks() {
    let lines = report([(.regressed, "50 %\nsecond, line: here"), (.improved, ""), (.ok, "")]).annotations
      .split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first
        == "::error title=REGRESSED%3A a<b> & \"c\"%2C hits::1 -> 2 +1 (limit 3%25|30MB)%0A50 %25%0Asecond, line: here")
    #expect(lines.last?.hasPrefix("::notice ") == true)
  }

  @Test func junitCountsAndEscapes() {
    let xml = report([(.regressed, "a < b\u{1}"), (.ok, ""), (.inconclusive, "")]).junit
    #expect(xml.contains("<testsuites name=\"CacheLab gate\" tests=\"3\" failures=\"1\" errors=\"0\">"))
    let unfit = report([(.ok, "")], unfit: "too <busy>").junit
    #expect(
      unfit.contains("tests=\"2\" failures=\"0\" errors=\"1\">") && unfit.contains("message=\"too &lt;busy&gt;\""))
    #expect(xml.contains("name=\"a&lt;b&gt; &amp; &quot;c&quot;\" tests=\"3\" failures=\"1\" skipped=\"1\""))
    #expect(xml.contains(">a &lt; b\\u0001</failure>"))
    #expect(!xml.contains("\u{1}"))
  }

  @Test func markdownHidesWhatDidNotChange() {
    let text = report([(.regressed, "because"), (.ok, "")]).markdown
    #expect(text.hasPrefix("### CacheLab gate: FAILED\n"))
    #expect(text.contains("3%\\|30MB"), "a bar would end the cell")
    #expect(text.contains("<details><summary>1 row unchanged</summary>"))
    #expect(text.contains("\n**a&lt;b&gt; &amp; \"c\", hits**\n\n```\nbecause\n```\n"))
  }

  @Test func markdownSaysWhereReplaysPart() {
    var parted = report([(.regressed, "")])
    parted.partings = ["a<b> & \"c\"": "frames 10 to 19"]
    #expect(parted.markdown.contains("\n**a&lt;b&gt; &amp; \"c\"**\n\n```\nframes 10 to 19\n```\n"))
  }
}
