@testable import CacheLab
import LabMeasure
import Testing

@testable import LabRecords
@testable import LabSystem

@Suite struct RecordStoreTests {
  private let folder: TemporaryDirectory
  private var store: RecordStore { RecordStore(directory: folder.path + "/a/b") }
  private var names: [String] { (try? Paths.names(in: store.directory)) ?? [] }

  init() throws { folder = try TemporaryDirectory() }

  @Test func theNameTellsTimeStrategyTraceAndConfiguration() throws {
    let record = SampleRecord.record(digest: "0123456789abcdef", trace: "my trace/ü")
    let path = try store.write(record, strategySlug: "lru-budget-2MB", seconds: 1_769_860_800)
    #expect(path == "\(store.directory)/20260131T120000Z-lru-budget-2MB-my-trace---01234567.json")
    #expect(names.map { $0.suffix(5) } == [".json", "7.tsv"])
    let text = String(decoding: try folder.read("a/b/" + names[0]), as: UTF8.self)
    #expect(try RunRecord(text: text, name: path).json == record.json)
  }

  @Test func aTakenNameMeansTheNextSecond() throws {
    let record = SampleRecord.record()
    let first = try store.write(record, strategySlug: "none", seconds: 1_769_860_799)
    let second = try store.write(record, strategySlug: "none", seconds: 1_769_860_799)
    #expect(first.contains("/20260131T115959Z-") && second.contains("/20260131T120000Z-"))
    #expect(names.count == 4)
  }

  @Test func theTableBesideItHasEveryNumber() throws {
    _ = try store.write(SampleRecord.record(), strategySlug: "none", seconds: 0)
    let text = String(decoding: try folder.read("a/b/" + names[1]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "metric\tunit\tvalue")
    for line in lines.dropFirst(2) { #expect(line.split(separator: "\t").count == 3, "\(line)") }
    #expect(lines.contains("hit-rate\tratio\t0.75"))
    #expect(lines.contains("decode-wall-p99\tnanoseconds\t4000000"))
    #expect(lines.contains("preheat-ledger-useful\t-\t3"))
  }

  @Test func aRecordIsKnownAgainByItsBytesAndItsSurroundings() throws {
    let configurations = ["0123456789abcdef", "fedcba9876543210"]
    let environment = RunEnvironment(gitRevision: nil)
    let plan = try MatrixPlan(configurations: configurations, environment: environment, program: nil)
    func write(_ number: Int, _ surroundings: String?, hits: Int128 = 3, seconds: Int64 = 0) throws -> String {
      try store.write(
        SampleRecord.record(digest: configurations[number], hits: hits), strategySlug: "none", seconds: seconds,
        surroundings: surroundings)
    }
    _ = try write(0, plan.surroundings)
    #expect(try store.finished(plan) == nil, "one is missing")
    _ = try write(1, nil)
    let other = try MatrixPlan(
      configurations: configurations, environment: RunEnvironment(gitRevision: "another"), program: nil)
    _ = try write(1, other.surroundings, seconds: 60)
    #expect(try store.finished(plan) == nil, "nobody says that this build made it")
    _ = try write(1, plan.surroundings, seconds: 120)
    let latest = try write(0, plan.surroundings, hits: 2, seconds: 180)
    #expect(try store.finished(plan)?.map { $0.metric(named: "hits") } == [.integer(2), .integer(3)])
    #expect(Shell.run("{ printf ' ' >>'\(latest)'; }") == 0)
    #expect(
      try store.finished(plan)?.map { $0.metric(named: "hits") } == [.integer(3), .integer(3)],
      "a changed one counts not")
    #expect(try store.finished(other) == nil)
  }

  @Test func preparingMakesTheFolderAndLeavesItEmpty() throws {
    try store.prepare()
    #expect(names.isEmpty)
    #expect(throws: ResultError.self) { try RecordStore(directory: "/proc/no").prepare() }
  }

  @Test func aTableWhoseRecordNeverCameIsRemoved() throws {
    try store.prepare()
    let shell = """
      cd '\(store.directory)' && echo table >.a.tsv.1.partial && ln .a.tsv.1.partial a.tsv && echo half >.a.json.1.partial
      echo table >.b.tsv.1.partial && ln .b.tsv.1.partial b.tsv && echo record >b.json && ln b.json .b.json.1.partial
      echo mine >c.tsv && echo half >.c.tsv.1.partial
      """
    #expect(Shell.run(shell) == 0)
    try store.prepare()
    // a: killed between the two names; b: killed after both; c: a file of someone else under the name.
    #expect(names == ["b.json", "b.tsv", "c.tsv"])
  }

  @Test func aRecordOrATableOfTheNameIsLeftAsItIs() throws {
    let record = SampleRecord.record()
    let path = try store.write(record, strategySlug: "none", seconds: 1_769_860_800)
    let table = path.dropLast(".json".count) + ".tsv"
    #expect(Shell.run("rm '\(table)'; { echo mine >'\(path)'; }") == 0)
    _ = try store.write(record, strategySlug: "none", seconds: 1_769_860_800)
    #expect(Shell.run("mv '\(path)' '\(table)'") == 0)
    _ = try store.write(record, strategySlug: "none", seconds: 1_769_860_800)
    #expect(names.count == 5)
    #expect(Shell.run("echo mine | cmp -s - '\(table)'") == 0)
  }

  @Test func aRecordIsWrittenAsItWasRead() throws {
    let text = SampleRecord.record().text.replacing("\"value\": 0.75", with: "\"value\": 0.750")
    let path = try store.write(try RunRecord(text: text, name: ""), strategySlug: "none", seconds: 0)
    #expect(text.contains("0.750"))
    #expect(String(decoding: try folder.read("a/b/" + Paths.name(of: path)), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("", "it is not JSON, line 1: expected a value, found the end of the text"), ("{}", "it has no schema number"),
    ("[1]", "it has no schema number"),
    ("{\"schema\": 2}", "its schema is 2, this lab reads 1"),
  ])
  func whatIsNoRecordIsRefusedByName(_ text: String, _ reason: String) {
    do {
      _ = try RunRecord(text: text, name: "old.json")
      Issue.record("it was read")
    } catch {
      #expect("\(error)" == "old.json is not a record of a run: \(reason); make one with lab-run --out DIR")
    }
  }
}
