import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabLibrary
@testable import LabMeasure
@testable import LabRecords

/// Names and notes that would drive a terminal, forge a line or begin a command: nothing that is made of a record, an
/// event file or a trace lets them through.
@Suite struct HostileNameTests {
  private static let evil = "#%dx\u{1B}[31m\n::error::forged\r\u{9B}2J\u{202E}\u{2028}|y"

  private func record(_ trace: String = evil) -> RunRecord {
    SampleRecord.record(strategy: HostileNameTests.evil, trace: trace, decode: [1], notes: [HostileNameTests.evil])
  }

  /// Letters that may not stand in an output.
  private func unseen(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.isUnseen && $0 != "\n" && $0 != "\t" }
  }

  private func expectSafe(_ text: String, _ what: String) {
    #expect(unseen(text) == [], "\(what)")
    let forged = text.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(forged == [], "\(what)")
  }

  @Test func everythingThatIsMadeOfRecordsShowsThem() throws {
    let records = [record(), SampleRecord.record()]
    expectSafe(RunTable(records).text, "table")
    expectSafe(RunTable(records).markdown, "markdown")
    expectSafe(RecordCSV.text(records), "csv")
    expectSafe(records[0].json.prettyText, "json")
    expectSafe(try SampleRecord.file(records), "file")
    let comparison = try RecordComparison(strategiesOf: records)
    for (text, what) in [
      (comparison.text, "compare"), (comparison.markdown, "compare, markdown"), (comparison.csv, "compare, csv"),
    ] {
      expectSafe(text, what)
    }
    for plot in [Plot.compare(records), .pareto(records), .heat(records, metric: Column(.hitRate))] {
      let script = plot.script(command: "plot \(HostileNameTests.evil)")
      expectSafe(script, plot.name)
      // The name of a tic is the format of its number, and data may begin with the sign of a comment.
      let tics = script.split(separator: "\n").filter { $0.hasPrefix("array traces") || $0.hasPrefix("array names") }
      let isOfHeat = plot.name.hasPrefix("heat")
      #expect(!isOfHeat || tics.count == 2 && tics.joined().contains("%%"), "\(tics)")
      #expect(!isOfHeat || !tics.joined().replacing("%%", with: "").contains("%"), "\(tics)")
      #expect(script.contains("set datafile commentschars ''"))
      expectSafe(plot.data, plot.name)
    }
    let content = ReportContent(settings: ReportSetting.groups(of: records), command: "report")
    expectSafe(content.markdown, "report")
    #expect(RunTable(records).text.contains("x\\u001b[31m\\u000a::error::forged"))
  }

  @Test func aRowOfMarkdownStaysOne() {
    let lines = RunTable([record("zoom"), record("zoom")]).markdown.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| \\#%dx\\\\u001b") && $0.contains("\\|y") } == 2)
  }

  @Test func refusalsShowThem() {
    let evil = HostileNameTests.evil
    expectSafe("\(ResultError.cannotRead(evil, reason: evil))", "result")
    expectSafe("\(LibraryError.changedFile(path: evil))", "library")
    expectSafe("\(InputError(evil, line: 3, value: evil, evil, cure: evil))", "trace")
    expectSafe("\(TraceWarning(line: 3, text: evil))", "warning")
    expectSafe("\(SweepError(evil, evil))", "sweep")
    let device = JSON.object(["schema": .integer(1), evil: .string(evil)]).compactText
    expectSafe(refusal(evil, device), "device")
    expectSafe(refusal(evil, "no JSON"), "device")
    for error in [
      "\(ResultError.cannotRead(evil, reason: evil))",
      "\(InputError(evil, line: 3, value: evil, evil, cure: evil))",
    ] {
      #expect(!error.contains("\n"), "one line")
    }
  }

  /// What a device file of this name and text is refused with.
  private func refusal(_ path: String, _ text: String) -> String {
    do {
      return try DeviceFile(text: text, path: path).device.name
    } catch {
      return error.description
    }
  }

  @Test func aTitleOfATraceIsShownOnOneLine() throws {
    let header =
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,3998],"title":"a\u001b[2J\nb","#
      + #""grid":{"count":160,"columns":4,"cell":[96,96],"spacing":[2,2]},"scale":3}"#
    let trace = try Trace.parse(Array("\(header)\n[0,0]\n[100,5]\n".utf8), name: "t")
    #expect(trace.header.title == "a\\u001b[2J\\u000ab")
    expectSafe(TraceInfo.table([("t\u{1B}", trace)]), "info")
  }

  @Test func aGateTellsOfThemOnOneLineEach() throws {
    let evil = HostileNameTests.evil
    let usual = try GateFixture.cell(old: GateFixture.tally(), new: GateFixture.tally(hits: 700))
    let cell = GateEvidence.Cell(
      name: evil, baseline: usual.baseline, baselinePath: evil, record: usual.record, memoryRuns: [],
      parting: evil + "```", reproduce: evil)
    let report = GateJudge(limits: .standard).judge(GateEvidence(cells: [cell]))
    for line in report.annotations.split(separator: "\n") {
      #expect(line.hasPrefix("::error title=") || line.hasPrefix("::notice title="), "\(line)")
    }
    #expect(unseen(report.annotations) == [] && unseen(report.text(showsAll: true)) == [] && unseen(report.junit) == [])
    #expect(unseen(report.markdown) == [])
    // The parting has several lines and a fence of its own: the block around it is longer.
    #expect(report.markdown.contains("````\n") && report.markdown.contains("```\n````\n"))
    #expect(!report.text(showsAll: true).split(separator: "\n").contains { $0.hasPrefix("::") })
  }
}
