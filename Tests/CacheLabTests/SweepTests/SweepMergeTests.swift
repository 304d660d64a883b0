import Strategies
import Testing

@testable import LabBase
@testable import LabJudge
@testable import LabRecords

@Suite struct SweepMergeTests {
  /// What is said of a table whose second row has another cell, and the checksum for it.
  private func refusal(of value: String, in column: String) throws -> String? {
    let trace = [(3, 50, 20), (2, 60, 30)]
    let table = SweepFixture.table(try SweepFixture.specs("none", "preheat2x"), [trace, trace])
    var lines = table.text(.tsv).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines[1].split(separator: "\t").firstIndex(of: column[...]))
    var cells = lines[3].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    cells[place] = value
    lines[3] = CheckedLine.text(cells.dropLast().joined(separator: "\t"))
    return #expect(throws: SweepError.self) {
      try SweepTable(tsv: lines.joined(separator: "\n"), name: "a.tsv")
    }?.description
  }

  @Test(arguments: [
    ("nan", "decodes"), ("inf", "decodes"), ("1e999", "decodes"), ("0x10", "decodes"), ("text", "decodes"),
    ("1e37", "decodes"), ("-1e300", "decodes"), ("1 ", "decodes"), ("1e36", "warm-hit-rate"), ("1.01", "blank-ratio"),
    ("-1", "load"),
  ])
  func aCellThatIsNoFigureIsRefusedByRowAndColumn(_ value: String, column: String) throws {
    #expect(
      try refusal(of: value, in: column)
        == "a.tsv:4: '\(value)' of the column \(column) is no figure of a run: "
        + "run that sweep, or merge its shards, again")
  }

  @Test(arguments: [
    ("none", "strategy"), ("b", "trace"), ("375x667@2", "screen"), ("decode-4ms", "device"), ("3", "job"),
  ])
  func aRowOfSomethingElseIsRefused(_ value: String, column: String) throws {
    #expect(
      try refusal(of: value, in: column)
        == "a.tsv:4: this is not the row of job 2: run that sweep, or merge its shards, again")
  }

  @Test func listsWhoseProductDoesNotFitAreNoPlan() throws {
    var members = SweepFixture.plan(try SweepFixture.specs("none")).json.object ?? [:]
    for (key, value) in members {
      if let list = value.array { members[key] = .array(Array(repeating: list[0], count: 70_000)) }
    }
    #expect(SweepPlan(.object(members)) == nil)
  }

  private let plan: SweepPlan

  init() throws { plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"), traces: ["a", "b\tc"]) }

  private func table(_ shard: String, of plan: SweepPlan? = nil) throws -> SweepTable {
    let (plan, shard) = (plan ?? self.plan, try #require(SweepShard(shard)))
    let rows = shard.jobs(of: plan).map { SweepFixture.row($0, ["hits": "\($0 * 7)", "hit-rate": "0.\($0)"]) }
    return SweepTable(plan: plan, shard: shard, rows: rows.reversed())
  }

  private func refusal(_ shards: [(name: String, table: SweepTable)]) -> String {
    #expect(throws: SweepError.self) { try SweepMerge.merge(shards) }?.description ?? ""
  }

  @Test func shardsInAnyOrderAreTheWholeToTheLastByte() throws {
    let whole = try table("1/1")
    let shards = try ["3/3", "1/3", "2/3"].map { shard in
      (name: shard, table: try SweepTable(tsv: try table(shard).text(.tsv), name: shard))
    }
    let mailed = try table("1/3").text(.tsv).replacing("\n", with: "\r\n")
    #expect(try SweepTable(tsv: mailed, name: "1/3").rows == shards[1].table.rows)
    let merged = try SweepMerge.merge(shards).table
    for format in SweepTable.Format.allCases { #expect(merged.text(format) == whole.text(format), "\(format)") }
  }

  @Test func missingShardsAreNamed() throws {
    let said = refusal([("b.tsv", try table("2/4"))])
    #expect(said.contains("shards 1/4, 3/4, 4/4 are missing") && said.contains("--shard 1/4"), "\(said)")
  }

  @Test func aCopyOfAShardCountsOnceAndOneThatDiffersNever() throws {
    let (one, two) = (("a.tsv", try table("1/2")), ("b.tsv", try table("2/2")))
    let (merged, notes) = try SweepMerge.merge([one, two, ("c.tsv", one.1)])
    #expect(merged.rows == (try table("1/1").rows) && notes == ["1 file left out, copies of shards: c.tsv"])
    let rows = one.1.rows.map { SweepFixture.row($0.number, ["hits": "9"]) }
    let other = ("d.tsv", SweepTable(plan: plan, shard: one.1.shard, rows: rows))
    for (first, second) in [(one, other), (other, one)] {
      #expect(
        refusal([first, two, second])
          == "\(second.0): it is shard 1/2, and so is \(first.0), but they differ, so one of the two is wrong: run "
          + "shard 1/2 again, and give that file alone")
    }
  }

  @Test func shardsOfTwoProgramsAreRefusedWithBoth() throws {
    var plan = plan
    plan.program = "0123456789abcdef"
    let one = try table("1/2", of: plan)
    #expect(try SweepTable(tsv: one.text(.tsv), name: "a.tsv").plan.program == "0123456789abcdef")
    plan.program = "fedcba9876543210"
    let said = refusal([("a.tsv", one), ("b.tsv", try table("2/2", of: plan))])
    #expect(
      said
        == "b.tsv: the program fedcba9876543210 counted it, and a.tsv is of 0123456789abcdef: run all shards with the "
        + "same file of the program, copied to every machine")
  }

  @Test func aBitThatChangedAnywhereIsNoticed() throws {
    let bytes = Array(try table("1/2").text(.tsv).utf8)
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      let error = #expect(throws: SweepError.self, "byte \(index)") {
        try SweepTable(tsv: String(decoding: damaged, as: UTF8.self), name: "a.tsv")
      }
      #expect(error?.description.hasPrefix("a.tsv") == true)
    }
    // A figure that could be one.
    let number = try table("1/2").rows[0].number
    let text = String(decoding: bytes, as: UTF8.self).replacing("\t0.\(number)\t", with: "\t0.9\t")
    let said = #expect(throws: SweepError.self) { try SweepTable(tsv: text, name: "a.tsv") }?.description ?? ""
    #expect(
      said.hasPrefix("a.tsv:3: the checksum of the line is ") && said.hasSuffix("damaged: run shard 1/2 again"),
      "\(said)")
  }

  @Test func anotherFormatIsRefusedByItsNumber() throws {
    let old = "# lab-run sweep {\"sweep\":1}\n"
    let error = #expect(throws: SweepError.self) { try SweepTable(tsv: old, name: "a.tsv") }
    #expect(
      error?.description
        == "a.tsv:1: its format is not 4, which is all that this lab-run reads: run it again, or use the "
        + "program that wrote it")
  }

  @Test func shardsOfAnotherSweepAreRefusedWithTheDifference() throws {
    let specs = try SweepFixture.specs("none", "lru", "preheat2x")
    let others: [(SweepPlan, String)] = [
      (SweepFixture.plan(try SweepFixture.specs("none", "lru", "sieve"), traces: ["a", "b\tc"]), "list of strategies"),
      (SweepFixture.plan(specs, traces: ["a", "d"]), "list of traces"),
      (
        SweepFixture.plan(specs, traces: ["a", "b\tc"], settings: .object(["library": .string("x")])),
        "setting 'library'"
      ),
    ]
    for (other, difference) in others {
      let said = refusal([("a.tsv", try table("1/2")), ("b.tsv", try table("2/2", of: other))])
      #expect(said.hasPrefix("b.tsv: its \(difference) is not that of a.tsv"), "\(said)")
    }
    #expect(refusal([("a.tsv", try table("1/2")), ("b.tsv", try table("2/3"))]).contains("same number of shards"))
  }

  @Test func aFileThatIsNotWholeIsNotTaken() throws {
    let text = try table("1/2").text(.tsv)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let damaged = [
      "", "job\tx\n", String(text.dropLast(20)), lines.dropLast(2).joined(separator: "\n") + "\n",
      text.replacing("\"shard\":\"1/2\"", with: "\"shard\":\"2/2\""), text.replacing("preheat2x", with: "preheat3x"),
      (lines[..<2] + [lines[3], lines[2]] + lines[4...]).joined(separator: "\n"),
    ]
    for text in damaged {
      let error = #expect(throws: SweepError.self) { try SweepTable(tsv: text, name: "a.tsv") }
      #expect(error?.description.hasPrefix("a.tsv") == true)
    }
  }

  @Test func namesAreQuotedInCSV() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("lru:budget=1MB,match=at-least"), traces: ["a"])
    let lines = SweepTable(plan: plan, shard: .whole, rows: [SweepFixture.row(0, [:])]).text(.csv).split(
      separator: "\n")
    #expect(lines[0].hasPrefix("job,strategy,trace,screen,device,digest,requests,"))
    #expect(lines[1].hasPrefix("1,\"lru:budget=1MB,match=at-least\",a,recorded,decode-12ms,d0,"))
  }
}
