import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords
@testable import LabSystem

@Suite struct SweepMergeTests {
  private let plan: SweepPlan
  private let folder = TemporaryDirectory()

  init() throws { plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"), traces: ["a", "b\tc"]) }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// A file with a text.
  private func file(_ text: String, _ name: String = "a.tsv") throws -> String {
    try ResultFile.write(text.utf8, to: path(name))
    return path(name)
  }

  private func text(_ path: String) throws -> String { try #require(try TextFile.read(path)) }

  /// What is said of a table whose second row has another cell, and the checksum for it.
  private func refusal(of value: String, in column: String) throws -> String? {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x"))
    try SweepFixture.write((0..<4).map { SweepFixture.row($0, [:]) }, of: plan, to: path("a.tsv"))
    var lines = try text(path("a.tsv")).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines[1].split(separator: "\t").firstIndex(of: column[...]))
    var cells = lines[3].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    cells[place] = value
    lines[3] = CheckedLine.text(cells.dropLast().joined(separator: "\t"))
    let wrong = try file(lines.joined(separator: "\n"))
    return #expect(throws: ResultError.self) { try SweepTable(reading: wrong) }?.description
  }

  @Test(arguments: [
    ("nan", "decodes"), ("inf", "decodes"), ("1e999", "decodes"), ("0x10", "decodes"), ("text", "decodes"),
    ("1e37", "decodes"), ("-1e300", "decodes"), ("1 ", "decodes"), ("1e36", "warm-hit-rate"), ("1.01", "blank-ratio"),
    ("-1", "load"),
  ])
  func aCellThatIsNoFigureIsRefusedByRowAndColumn(_ value: String, column: String) throws {
    #expect(
      try refusal(of: value, in: column)
        == "\(path("a.tsv")):4: '\(value)' of the column \(column) is no figure of a run; "
        + "run that sweep, or merge its shards, again")
  }

  @Test(arguments: [
    ("none", "strategy"), ("b", "trace"), ("375x667@2", "screen"), ("decode-4ms", "device"), ("3", "job"),
  ])
  func aRowOfSomethingElseIsRefused(_ value: String, column: String) throws {
    #expect(
      try refusal(of: value, in: column)
        == "\(path("a.tsv")):4: this is not the row of job 2; run that sweep, or merge its shards, again")
  }

  @Test func listsWhoseProductDoesNotFitAreNoPlan() throws {
    var members = SweepFixture.plan(try SweepFixture.specs("none")).json.object ?? [:]
    for (key, value) in members {
      if let list = value.array { members[key] = .array(Array(repeating: list[0], count: 70_000)) }
    }
    #expect(SweepPlan(.object(members)) == nil)
  }

  /// The file of a shard.
  private func shard(_ shard: String, of plan: SweepPlan? = nil, _ name: String? = nil, hits: String? = nil) throws
    -> String
  {
    let (plan, part) = (plan ?? self.plan, try #require(SweepShard(shard)))
    let units = SweepUnits(plan, part)
    let rows = (0..<units.jobCount).map(units.job).map {
      SweepFixture.row($0, ["hits": hits ?? "\($0 * 7)", "hit-rate": "0.\($0)"])
    }
    let path = path(name ?? shard.replacing("/", with: "-") + ".tsv")
    try SweepFixture.write(rows, of: plan, part, to: path)
    return path
  }

  private func refusal(_ shards: [String]) -> String {
    #expect(throws: ResultError.self) { try SweepMerge(shards) }?.description ?? ""
  }

  @Test func shardsInAnyOrderAreTheWholeToTheLastByte() throws {
    let whole = try shard("1/1")
    let shards = try ["3/3", "1/3", "2/3"].map { try shard($0) }
    let mailed = try file(try text(shards[1]).replacing("\n", with: "\r\n"), "mailed.tsv")
    #expect(try SweepFixture.rows(mailed) == SweepFixture.rows(shards[1]))
    for order in [shards, shards.reversed(), [mailed, shards[2], shards[0]]] {
      try SweepMerge(order).write(to: path("merged.tsv"))
      #expect(try text(path("merged.tsv")) == text(whole))
    }
  }

  @Test func missingShardsAreNamed() throws {
    let said = refusal([try shard("2/4")])
    #expect(said == "sweep merge: missing 1/4, 3/4 and 4/4; run the same sweep with --shard 1/4", "\(said)")
    #expect(refusal([path("nothing.tsv")]).hasPrefix("\(path("nothing.tsv")) cannot be read ("))
  }

  @Test func aCopyOfAShardCountsOnceAndOneThatDiffersNever() throws {
    let (one, two) = (try shard("1/2"), try shard("2/2"))
    let copy = try shard("1/2", "copy.tsv")
    let merge = try SweepMerge([one, two, copy])
    try merge.write(to: path("merged.tsv"))
    #expect(try text(path("merged.tsv")) == text(shard("1/1")))
    #expect(merge.notes == ["1 file left out, copies of shards: \(copy)"] && merge.shardCount == 2)
    let other = try shard("1/2", "other.tsv", hits: "9")
    for (first, second) in [(one, other), (other, one)] {
      #expect(
        refusal([first, two, second])
          == "\(second): it is shard 1/2, and so is \(first), but they differ; run shard 1/2 again")
    }
    let long = try file(try text(one) + "one row more\n", "long.tsv")
    for shards in [[one, long, two], [long, one, two]] {
      #expect(refusal(shards).contains("something follows its last row"))
    }
  }

  @Test func aBitThatChangedAnywhereIsNoticed() throws {
    let whole = try text(try shard("1/1"))
    let bytes = Array(whole.utf8)
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      try ResultFile.write(damaged, to: path("a.tsv"))
      let error = #expect(throws: ResultError.self, "byte \(index)") { try SweepTable(reading: path("a.tsv")) }
      #expect(error?.description.hasPrefix(path("a.tsv")) == true)
    }
    // A figure that could be one.
    let changed = try file(whole.replacing("\t0.0\t", with: "\t0.9\t"))
    let said = #expect(throws: ResultError.self) { try SweepTable(reading: changed) }?.description ?? ""
    #expect(
      said.hasPrefix("\(changed):3: the checksum of the line is ") && said.contains("damaged; run that sweep"),
      "\(said)")
  }

  @Test func anotherVersionIsRefused() throws {
    let old = try file("# lab-run sweep {\"sweep\":1}\n")
    let error = #expect(throws: ResultError.self) { try SweepReader(old) }
    #expect(
      error?.description
        == "\(old):1: another version of lab-run wrote this, or it was changed; give the .tsv that 'lab-run sweep --out "
        + "FILE.tsv' wrote, or run that sweep again")
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
    let one = try shard("1/2")
    for (other, difference) in others {
      let two = try shard("2/2", of: other)
      let said = refusal([one, two])
      #expect(said.hasPrefix("\(two): its \(difference) is not that of \(one)"), "\(said)")
    }
    #expect(refusal([one, try shard("2/3")]).contains("same number of shards"))
  }

  @Test func aFileThatIsNotWholeIsNotTaken() throws {
    let whole = try text(try shard("1/1"))
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    let swapped = (lines[..<2] + [lines[3], lines[2]] + lines[4...]).joined(separator: "\n")
    let short = lines.dropLast(2).joined(separator: "\n") + "\n"
    let long = "\(whole)\(lines[2])\n"
    let other = whole.replacing("\"shard\":\"1/1\"", with: "\"shard\":\"2/2\"")
    let renamed = whole.replacing("preheat2x", with: "preheat3x")
    let damaged: [String] = [
      "", "job\tx\n", String(whole.dropLast(20)), String(whole.dropLast()), short, long, other, renamed, swapped,
    ]
    for text in damaged {
      let wrong = try file(text)
      let error = #expect(throws: ResultError.self) { try SweepTable(reading: wrong) }
      #expect(error?.description.hasPrefix(wrong) == true)
      let (one, two) = (try shard("1/2"), try shard("2/2"))
      try ResultFile.write(text.replacing("\"1/1\"", with: "\"1/2\"").utf8, to: one)
      #expect(throws: ResultError.self) { try SweepMerge([one, two]).write(to: path("merged.tsv")) }
      #expect(try !Paths.exists(path("merged.tsv")))
    }
    let part = try shard("1/2")
    let said = #expect(throws: ResultError.self) { try SweepTable(reading: part) }?.description
    #expect(said == "\(part): it is shard 1/2; put all of them together with 'lab-run sweep merge'")
  }

  @Test func theFrontIsThatOfABruteForce() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<50 {
      let points = (0..<12).map { _ in (0..<2).map { _ in Double(random.next(below: 6)) } }
      let members = ParetoFront.members(of: points)
      for (index, point) in points.enumerated() {
        let beaten = points.contains { $0[0] <= point[0] && $0[1] <= point[1] && $0 != point }
        #expect(members[index] == !beaten, "\(points) \(index)")
      }
    }
  }

  @Test func theSummaryNamesFrontAndBest() throws {
    let table = SweepFixture.table(
      try SweepFixture.specs("none", "preheat2x", "fixed-window", "lru"),
      [[(40, 0, 20), (10, 60, 40), (12, 70, 30), (41, 0, 25)], [(20, 0, 20), (8, 90, 40), (9, 80, 30), (20, 0, 20)]])
    #expect(table.fronts.count == 1)
    let points = table.fronts[0].points
    #expect(points.map(\.strategy) == [0, 2, 1], "by peak; lru has more blank than none at a higher peak")
    #expect(points.allSatisfy(\.isOnBlankFront) && points.allSatisfy(\.isOnWaitFront))
    #expect(table.bests.map(\.strategy) == [1, 1] && table.bests.map(\.trace) == [0, 1])
    for line in table.summary.text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func noMeanIsOverPeopleAndStress() throws {
    let specs = try SweepFixture.specs("none", "preheat2x")
    let table = SweepFixture.table(
      specs, traces: ["hunt", "reader-ios-60", "mine", "looker-ios-60"],
      [[(40, 0, 20), (20, 50, 30)], [(4, 0, 20), (1, 90, 30)], [(9, 0, 20), (8, 5, 30)], [(2, 0, 20), (3, 80, 30)]])
    #expect(table.fronts.map(\.part.group.name) == ["yours", "people", "stress"])
    #expect(table.fronts.map(\.part.group.traces) == [[2], [1, 3], [0]])
    let blank = table.fronts.map { $0.points.first { $0.strategy == 1 }?.figures[.blank] }
    #expect(blank == [0.08, 0.02, 0.2])
    let text = table.summary.text
    #expect(text.contains("means over 2 traces of people") && text.contains("means over mine,"))
  }

  /// Fewer waits at a higher peak are worth naming from one of 1,000 cells on.
  @Test(arguments: [("0.0094", true), ("0.0096", false)])
  func waitsThatNobodyTellsApartAreNoPlaceOnTheFront(_ waits: String, _ isOnFront: Bool) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x"), traces: ["a"])
    let rows = [("0.01", "0.02", "20"), (waits, "0.03", "30")].enumerated().map { number, cells in
      SweepFixture.row(
        number, ["noticed-waits": cells.0, "warm-blank-ratio": cells.1, "peak-bitmap-bytes": cells.2])
    }
    let points = SweepTable(plan: plan, rows: rows).fronts[0].points
    #expect(points.map(\.strategy) == (isOnFront ? [0, 1] : [0]))
  }
}
