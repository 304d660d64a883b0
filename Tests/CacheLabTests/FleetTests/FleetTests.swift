import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords
@testable import LabSystem

/// Shards of a fleet come to the same bytes however they are cut, ordered, ended and repeated.
@Suite struct FleetTests {
  private let folder: ScratchFolder
  private let pack: TracePack
  private let strategies: [PeakSpec]
  private let devices = Array(DeviceProfile.all.prefix(2))

  init() throws {
    folder = try ScratchFolder()
    let path = "\(folder.path)/fleet.pack"
    let writer = try TracePackWriter(path)
    let people = FleetPopulation(
      count: 40, seed: 3,
      screens: [(override: ScreenOverride(), refreshHz: 60)],
      shares: try PeopleTests.shares("human browse 50\nhuman hunt 30\nhuman fast 20"))
    for number in 0..<40 {
      let (name, document) = try people.trace(number)
      try writer.add(try document.cut(from: 0, to: 2_000_000_000, name: name), name: name)
    }
    try writer.finish()
    pack = try TracePack(path)
    strategies = try ["none", "preheat2x", "lru:budget=0.5*peak(preheat2x)"].map { try PeakSpec($0, registry: .all) }
  }

  private func runner(skippingDamage: Bool = false) throws -> SweepRunner {
    let ground = SweepGround(
      strategies: strategies, devices: devices, assets: ReplayFixture.mixedAssets(60),
      told: .object(["assets": .integer(60)]), program: "a")
    return try SweepRunner(ground, pack: pack, skippingDamage: skippingDamage)
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func shard(_ text: String) throws -> SweepShard { try #require(SweepShard(text)) }

  private func work(_ runner: SweepRunner, _ shard: SweepShard) -> Journal.Work {
    runner.plan.work(shard, in: folder.path)
  }

  private func run(
    _ text: String, to name: String, skippingDamage: Bool = false, threads: Int = 2
  ) throws -> String {
    let (runner, shard) = (try runner(skippingDamage: skippingDamage), try shard(text))
    let journal = try Journal(work(runner, shard))
    try runner.run(shard, into: journal, threads: threads)
    return try SweepFormat.tsv.finish(journal, as: path(name))
  }

  private func merge(_ files: [String]) throws -> [String] {
    let merge = try SweepMerge(files)
    try merge.write(to: path("merged.tsv"))
    return merge.notes
  }

  private func refusal(_ files: [String]) -> String {
    do { return "\(try merge(files))" } catch { return "\(error)" }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try OpenFile.reading(path)
    return try file.prefix(Int(try file.state().byteCount))
  }

  private func damage() throws {
    var damaged = try bytes(pack.path)
    damaged[100] ^= 1
    try OpenFile(pack.path, .writeOnly).write(damaged)
  }

  private func table(
    _ path: String, secondsMin: Double = 0, isByTime: Bool = false
  ) throws -> SweepTable {
    try SweepTable(reading: path, (secondsMin, isByTime))
  }

  /// More shards than jobs, and than files are kept open, among others.
  @Test(arguments: [1, 7, 250]) func anyShardsComeToTheSameBytes(_ count: Int) throws {
    let whole = try bytes(try run("1/1", to: "whole.tsv", threads: 3))
    let shards = try (1...count).map { try run("\($0)/\(count)", to: "part-\($0).tsv") }
    let mixed = shards.indices.sorted { $0 * 37 % count < $1 * 37 % count }.map { shards[$0] }
    for order in [shards, shards.reversed(), mixed] {
      _ = try merge(order)
      #expect(try bytes(path("merged.tsv")) == whole)
    }
  }

  @Test func everyRowIsThatOfASingleReplay() throws {
    let rows = try SweepFixture.rows(try run("1/1", to: "whole.tsv"))
    let plan = try runner().plan
    #expect(rows.count == 40 * strategies.count * devices.count)
    for row in rows where plan.job(row.number).strategy == 1 {
      let job = plan.job(row.number)
      let traces = try pack.traces(ofBlock: pack.block(ofTrace: job.trace))
      let trace = try traces.document(job.trace - traces.first).trace(name: "t")
      let replay = Replay(
        script: ReplayScript(try trace.applying(ScreenOverride(assetCount: 60))), assets: ReplayFixture.mixedAssets(60),
        device: devices[job.device], settings: ReplaySettings())
      let packed = SweepRow.PackedTrace(
        name: traces.name(job.trace - traces.first), milliseconds: (trace.entries.last?.time ?? 0) / 1_000_000)
      let alone = SweepRow(
        number: row.number, RunFacts(tally: replay.run(try StrategySpec("preheat2x"))), trace: packed)
      #expect(row == alone)
    }
  }

  /// Rows with these traces (milliseconds, noticed waits in percent, peak in megabytes for each strategy), two of a user.
  private func made(_ traces: [(Int64, [(Int, Int)])]) throws -> String {
    let strategies = try SweepFixture.specs("none", "preheat2x", "fixed-window").prefix(traces[0].1.count)
    let plan = SweepGround(strategies: strategies.map { PeakSpec($0) }, devices: [devices[0]], assets: []).plan(
      [("a.pack", "x", traces.count)])
    let rows = traces.enumerated().flatMap { number, trace in
      trace.1.enumerated().map { strategy, figures in
        var row = SweepFixture.row(
          number * plan.strategies.count + strategy,
          ["noticed-waits": "\(Double(figures.0) / 100)", "peak-bitmap-bytes": "\(figures.1 * 1_000_000)"])
        row.trace = SweepRow.PackedTrace(name: "u\(number / 2)/\(number)", milliseconds: trace.0)
        return row
      }
    }
    try SweepFixture.write(rows, of: plan, to: path("made.tsv"))
    return path("made.tsv")
  }

  @Test func meansAreOverTracesThatAreScrolls() throws {
    let file = try made([
      (10_000, [(10, 20)]), (30_000, [(40, 30)]), (4_999, [(90, 99)]), (5_000, [(25, 25)]), (100, [(0, 10)]),
    ])
    func noticed(_ table: SweepTable) -> Double? { table.mean(0, traces: Array(table.plan.traces.indices))[.noticed] }
    let usual = try table(file, secondsMin: 5)
    #expect(abs((noticed(usual) ?? 0) - 0.25) < 1e-12)
    let population = try #require(usual.population)
    #expect(population.traceCount == 3 && usual.plan.crowd == "3 traces of 2 users")
    #expect(population.asideWords == ["2 traces shorter than 5 s left out (--min-seconds)"])
    #expect(population.quantile(.peak, 1, 0) == 30_000_000 && population.quantile(.peak, 0.5, 0) == 25_000_000)
    #expect(abs((noticed(try table(file)) ?? 0) - 0.33) < 1e-12)
    let byTime = try table(file, secondsMin: 5, isByTime: true)
    #expect(abs((noticed(byTime) ?? 0) - (10 * 0.1 + 30 * 0.4 + 5 * 0.25) / 45) < 1e-12)
    let said = #expect(throws: ResultError.self) { try table(file, secondsMin: 60) }?.description ?? ""
    #expect(said.contains("none of its 5 traces counts") && said.contains("lower --min-seconds"), "\(said)")
  }

  /// The same code as for few traces: what stays within the budget on 99 of 100 traces and has the fewest waits.
  @Test func theAnswerIsWithinTheBudgetOnNinetyNineOfAHundredTraces() throws {
    // The second strategy passes the budget on one trace of 200, the third on three.
    let traces = (0..<200).map { number -> (Int64, [(Int, Int)]) in
      (10_000, [(40, 10), (10, number == 7 ? 50 : 30), (5, number % 67 == 0 ? 50 : 30)])
    }
    let table = try table(try made(traces))
    let found = Recommendation(table, budget: ByteCount(rawValue: 30_000_000), today: 0)
    #expect(found.answer == 1 && found.today == 0, "\(found.verdict)")
    #expect(
      found.verdict.contains("stays, on 99 of 100 traces (200 traces of 100 users), within 30.0 MB"), "\(found.verdict)"
    )
    #expect(found.verdict.contains("From none, as today: 20.0 MB more; 300.0 fewer noticed waits"), "\(found.verdict)")
    let text = found.parts().text
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("Without each group of users in turn") && words.contains("PERCENTILES OF"), "\(text)")
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let none = Recommendation(table, budget: ByteCount(rawValue: 9_000_000))
    #expect(none.answer == nil && none.offer?.budget == ByteCount(rawValue: 10_000_000))
    // What it says would do does, and a step below does not.
    #expect(Recommendation(table, budget: ByteCount(rawValue: 10_000_000)).answer == 0)
  }

  /// Groups of users that lie far apart make a mean less sure.
  @Test func anIntervalIsThatOfResamplesOfUsers() throws {
    func interval(_ noticed: (Int) -> Int) throws -> Double {
      let table = try table(try made((0..<200).map { (10_000, [(noticed($0), 10)]) }))
      let found = try #require(table.percentiles[0].rows[0].interval)
      return found.upperBound - found.lowerBound
    }
    #expect(try interval { _ in 20 } < 1e-9)
    let (alone, together) = (try interval { $0 % 2 == 0 ? 10 : 30 }, try interval { $0 / 2 % 2 == 0 ? 10 : 30 })
    #expect(
      alone < 1e-9 && (0.02...0.12).contains(together), "both traces of a user are alike, or not: \(alone) \(together)")
  }

  @Test func aShardThatWasEndedGoesOnFromItsRows() throws {
    let whole = try bytes(try run("2/3", to: "whole.tsv"))
    let (runner, shard) = (try runner(), try shard("2/3"))
    let units = SweepUnits(runner.plan, shard)
    let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let unit = units.size
    func resumed(_ text: String) throws -> (kept: Int, damage: String?) {
      let ended = try Journal(work(runner, shard)).path
      try OpenFile(ended, [.writeOnly, .truncate]).write(Array(text.utf8))
      let journal = try #require(try Journal.unfinished(work(runner, shard)))
      let (kept, damage) = try runner.plan.rowCount(of: shard, in: journal)
      try runner.run(shard, from: kept, into: journal, threads: 2)
      #expect(try bytes(try SweepFormat.tsv.finish(journal, as: path("part.tsv"))) == whole)
      #expect(try !Paths.exists(ended))
      return (kept, damage)
    }
    // A unit and a half, once with its last line cut.
    let half = lines[..<(2 + unit + unit / 2)].joined(separator: "\n")
    let kept = unit + unit / 2 - 1
    #expect(try resumed(half + "\n").kept == kept + 1 && resumed(String(half.dropLast(20))).kept == kept)
    #expect(try resumed(lines[..<3].joined(separator: "\n") + "\n").kept == 1)
    // A row that is damaged is named and run again with what follows.
    var damaged = lines.map(String.init)
    damaged[2 + unit] = String(damaged[2 + unit].dropLast()) + "x"
    let (undamaged, said) = try resumed(damaged.joined(separator: "\n"))
    #expect(said?.contains(":\(3 + unit): the checksum of the line is ") == true, "\(said ?? "")")
    #expect(undamaged == unit)
  }

  @Test func twoAtOnceComeToTheSameBytes() throws {
    let whole = try bytes(try run("1/2", to: "whole.tsv"))
    let (runner, shard) = (try runner(), try shard("1/2"))
    let first = try Journal(work(runner, shard))
    #expect(try Journal.unfinished(work(runner, shard)) == nil, "the first holds it")
    let second = try Journal(work(runner, shard))
    for journal in [first, second] { try runner.run(shard, into: journal, threads: 1) }
    for journal in [second, first] {
      #expect(try bytes(try SweepFormat.tsv.finish(journal, as: path("a.tsv"))) == whole)
    }
    #expect(try Paths.names(in: folder.path).allSatisfy { !$0.hasSuffix(".journal") })
  }

  @Test func aRowOfAnotherTraceIsNoneOfThePack() throws {
    let file = try run("1/1", to: "whole.tsv")
    var lines = String(decoding: try bytes(file), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    let cells = try CheckedLine.content(lines[2][...]).split(separator: "\t", omittingEmptySubsequences: false)
    for wrong in ["-1", "x", "", "99999999999999"] {
      var cells = cells.map(String.init)
      cells[6] = wrong
      lines[2] = CheckedLine.text(cells.joined(separator: "\t"))
      try ResultFile.write(lines.joined(separator: "\n").utf8, to: file)
      let said = #expect(throws: ResultError.self) { try table(file) }?.description ?? ""
      #expect(said.contains("\(file):3: '\(wrong)' is no length of a trace"), "\(said)")
    }
  }

  @Test func aPackIsKnownByItsTextsAndNotByWhatItsHeadersSay() throws {
    let mine = try bytes(pack.path)
    let digest = try pack.content(skippingDamage: true).digest
    #expect(digest == pack.digest)
    // The last block's header says that it has another trace.
    let said = pack.places[1].header
    let lie = PackHeader(length: said.length, traceCount: said.traceCount + 1)
    let place = Int(pack.places[1].offset)
    try OpenFile(path("other.pack"), [.writeOnly, .create]).write(
      mine[..<place] + lie.bytes + mine[(place + PackHeader.byteCount)...])
    let other = try TracePack(path("other.pack"))
    let error = #expect(throws: InputError.self) { try other.traces(ofBlock: 1) }
    #expect(error?.isDamage == true && error?.description.contains("traces 33 to 41, is damaged") == true)
    #expect(try other.content(skippingDamage: true).damaged == [1])
    // However a text is compressed, it is the same.
    let texts = try (0..<2).map { block in
      let traces = try pack.traces(ofBlock: block)
      return Array((0..<traces.count).flatMap { traces.bytes($0) })
    }
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    Paths.remove(path("other.pack"))
    try OpenFile(path("other.pack"), [.writeOnly, .create]).write(texts.flatMap { header + Gzip.body($0) })
    #expect(try TracePack(path("other.pack")).content(skippingDamage: true).digest == digest)
  }

  @Test func shardsOfADamagedPackAndOfAWholeOneDoNotMerge() throws {
    let healthy = try run("1/2", to: "one.tsv", skippingDamage: true)
    #expect(try bytes(healthy) == bytes(try run("1/2", to: "same.tsv")))
    try damage()
    let shards = try ["1/2", "2/2"].map { try run($0, to: "\($0.first ?? "0").tsv", skippingDamage: true) }
    let said = refusal([healthy, shards[1]])
    #expect(said.hasPrefix("\(shards[1]): its trace 'fleet.pack' is not that of \(healthy)"), "\(said)")
    #expect(refusal(shards) == "[]")
    let population = try #require(try table(path("merged.tsv")).population)
    #expect(population.leftOut == Array(1...32))
  }

  @Test func damageThatComesLaterStopsAShard() throws {
    let runner = try runner(skippingDamage: true)
    try damage()
    let journal = try Journal(work(runner, .whole))
    #expect(throws: InputError.self) { try runner.run(.whole, into: journal, threads: 1) }
  }

  @Test func aTraceThatIsDamagedStopsAShardUnlessItIsToBeSkipped() throws {
    try damage()
    #expect(throws: InputError.self) { try run("1/1", to: "a.tsv") }
    let rows = try SweepFixture.rows(try run("1/1", to: "a.tsv", skippingDamage: true))
    #expect(rows.count { $0.digest.isEmpty } == 32 * strategies.count * devices.count)
  }
}
