import Strategies
import SystemPackage
import Testing

@testable import CacheLab
@testable import LabBase
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
      screens: [FleetPopulation.Screen(override: ScreenOverride(), refreshHz: 60)],
      shares: try PeopleTests.shares("human browse 50\nhuman hunt 30\nhuman fast 20"))
    for number in 0..<40 {
      let (name, document) = try people.trace(number)
      try writer.add(try document.cut(from: 0, to: 2_000_000_000, name: name), name: name)
    }
    try writer.finish()
    pack = try TracePack(path)
    strategies = try ["none", "preheat2x", "lru:budget=0.5*peak(preheat2x)"].map { try PeakSpec($0, registry: .all) }
  }

  private func runner(_ shard: String, skipsDamage: Bool = false, program: String = "a") throws -> FleetRunner {
    let ground = SweepGround(
      strategies: strategies, devices: devices, assets: ReplayFixture.mixedAssets(60),
      told: .object(["assets": .integer(60)]), program: program)
    return try FleetRunner(
      ground, shard: try #require(SweepShard(shard)), pack: pack, name: "fleet.pack",
      content: try pack.content(skippingDamage: skipsDamage), skipsDamage: skipsDamage)
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func run(
    _ shard: String, to name: String, skipsDamage: Bool = false, program: String = "a"
  ) throws -> String {
    let runner = try runner(shard, skipsDamage: skipsDamage, program: program)
    var session = FleetSession(runner, to: path(name), threads: 2) { _, _ in }
    try session.run(resuming: false)
    return path(name)
  }

  private func refusal(_ files: [String]) -> String {
    do { return "\(try FleetMerge.merge(files, to: path("merged.fleet")))" } catch { return "\(error)" }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try OpenFile.reading(path)
    return try file.prefix(Int(try file.state().byteCount))
  }

  @Test(arguments: [1, 7, 80, 130]) func anyShardsComeToTheSameBytes(_ count: Int) throws {
    let whole = try bytes(try run("1/1", to: "whole.fleet"))
    let shards = try (1...count).map { try run("\($0)/\(count)", to: "part-\($0).fleet") }
    let mixed = shards.indices.sorted { $0 * 37 % count < $1 * 37 % count }.map { shards[$0] }
    for order in [shards, shards.reversed(), mixed] {
      _ = try FleetMerge.merge(order, to: path("merged.fleet"))
      #expect(try bytes(path("merged.fleet")) == whole)
    }
    let notes = try FleetMerge.merge(shards + [shards[0]], to: path("merged.fleet"))
    #expect(try bytes(path("merged.fleet")) == whole && notes.count == 1, "a copy counts once")
  }

  @Test func everyTraceIsCountedOnceByEveryStrategy() throws {
    let table = try FleetTable(try run("1/1", to: "whole.fleet"))
    #expect(table.rows.count == strategies.count * devices.count)
    for row in table.rows {
      #expect(row.cell.runs == 40)
      // A trace in which no cell comes after its first frame has no warm area, and is not listed by it.
      #expect(row.cell.listed.count == row.cell.figures[0].count)
      #expect(row.cell.listed.count > 20, "of 40 traces")
      #expect(Set(row.cell.listed.map(\.trace)).count == row.cell.listed.count)
      #expect(row.cell.listed.map(\.value) == row.cell.listed.map(\.value).sorted(by: >))
    }
  }

  @Test func sumsAreThoseOfSingleReplays() throws {
    let table = try FleetTable(try run("1/1", to: "whole.fleet"))
    let row = try #require(table.rows.first { $0.strategy == 1 && $0.device == 1 })
    var (blank, peak): (Int128, Int64) = (0, 0)
    for number in 0..<pack.traceCount {
      let (first, traces) = try pack.traces(ofBlock: pack.block(ofTrace: number))
      let trace = try traces.document(number - first).trace(name: "t").applying(ScreenOverride(assetCount: 60))
      let replay = Replay(
        script: ReplayScript(trace), assets: ReplayFixture.mixedAssets(60), device: devices[1],
        settings: ReplaySettings())
      let tally = replay.run(try StrategySpec("preheat2x"))
      let (part, whole) = (Int128(tally.warmBlank.part), Int128(tally.warmBlank.whole))
      if whole > 0 { blank += part * 1_000_000_000 / whole }
      peak = max(peak, tally.peak.bytes)
    }
    #expect(row.cell.figures[0].sum == blank)
    #expect(row.cell[.peak]?.max == peak)
  }

  @Test func aShardThatWasEndedGoesOnFromWhatWasSaved() throws {
    let whole = try bytes(try run("2/3", to: "whole.fleet"))
    let runner = try runner("2/3")
    let part = 0..<(runner.unitCount / 2)
    let gather = FleetGather(FleetHead(plan: runner.plan, shard: runner.shard))
    try runner.run(part, threads: 1, into: gather)
    let saved = path("part.fleet.\(part.lowerBound)-\(part.upperBound).part")
    try gather.save(FleetHead(plan: runner.plan, shard: runner.shard, part: part), to: saved)
    let good = try bytes(saved)
    var session = FleetSession(runner, to: path("part.fleet"), threads: 1) { _, _ in }
    try session.run(resuming: true)
    #expect(session.resumedCount == part.count && session.isFinished)
    #expect(try bytes(path("part.fleet")) == whole)
    #expect(try !Paths.exists(saved))
    // A part that is damaged counts for nothing, and neither does a file that is no part.
    for content in [Array(good.dropLast(40)), whole] {
      try OpenFile(saved, .writeOnly, .create).write(content)
      try session.run(resuming: true)
      #expect(session.resumedCount == 0)
      #expect(try bytes(path("part.fleet")) == whole)
    }
  }

  @Test func whatDoesNotBelongTogetherIsNamed() throws {
    let (one, two) = (try run("1/3", to: "one.fleet"), try run("2/3", to: "two.fleet"))
    #expect(refusal([one, two]).contains("shard 3/3 is missing: the same sweep with --shard 3/3 makes it"))
    #expect(refusal([one, try run("1/2", to: "other.fleet")]).contains("it is shard 1/2 and \(one) is 1/3"))
    let cut = path("cut.fleet")
    try OpenFile(cut, .writeOnly, .create).write(Array(try bytes(two).dropLast(30)))
    let three = try run("3/3", to: "three.fleet")
    let damage = refusal([one, cut, three])
    #expect(damage.contains("\(cut): it is cut at byte") && damage.hasSuffix("run shard 2/3 again"), "\(damage)")
    let long = path("long.fleet")
    try OpenFile(long, .writeOnly, .create).write(try bytes(two) + bytes(two))
    #expect(refusal([one, long, three]).contains("something follows its end"))
    #expect(refusal([one, path("nothing.fleet"), three]).contains("nothing.fleet"))
    #expect(refusal([path("fleet.pack")]).contains("this is no result of a fleet"))
    #expect(try !Paths.exists(path("merged.fleet")))
    #expect(throws: SweepError.self) { try FleetTable(one) }
  }

  /// A file with right checksums, and one of its cells changed.
  private func write(_ name: String, like good: String, change: (FleetKey, inout FleetCell) -> Bool) throws -> String {
    let reader = try FleetReader(good, FleetHeads())
    let writer = try FleetWriter(path(name), reader.head)
    var isChanged = false
    while var next = reader.next {
      if !isChanged { isChanged = change(next.key, &next.cell) }
      try writer.write(next.key, next.cell)
      try reader.advance()
    }
    try writer.finish()
    #expect(isChanged, "\(name)")
    return path(name)
  }

  @Test func numbersThatNoTracesComeToAreRefusedWhateverTheChecksum() throws {
    let (one, two) = (try run("1/2", to: "one.fleet"), try run("2/2", to: "two.fleet"))
    let whole = try run("1/1", to: "whole.fleet")
    typealias Change = (inout FleetCell) -> Void
    let figures: [(String, Change)] = [
      ("runs", { $0.runs = 1 << 48 }), ("no runs", { $0.runs = 0 }), ("sum", { $0.figures[0].sum = .max >> 16 }),
      ("count", { $0.figures[0].count = .max }), ("max", { $0.figures[0].max = .max }),
      ("sketch", { $0.figures[0].sketch.add(.max) }), ("figures", { $0.figures = [] }),
      ("draws of a stratum", { $0.draws = [Int64](repeating: 1, count: FleetResampling.count) }),
    ]
    let lists: [(String, Change)] = [
      ("trace", { $0.listed[0].trace = .max }), ("trace beyond", { $0.listed[0].trace = 40 }),
      ("value", { $0.listed[0].value = .max }), ("twice", { $0.listed[1] = $0.listed[0] }),
      ("order", { $0.listed.reverse() }), ("draw", { $0.draws[0] = .max }), ("weight", { $0.weights[199] = .max }),
      ("draws", { $0.draws = [] }), ("weights", { $0.weights = [] }),
    ]
    let changes = figures.map { ($0.0, $0.1, false) } + lists.map { ($0.0, $0.1, true) }
    for (name, change, isOfAll) in changes {
      func wrong(_ good: String) throws -> String {
        try write("wrong.fleet", like: good) { key, cell in
          guard key.strategy == 0, (key.stratum == FleetKey.all) == isOfAll else { return false }
          change(&cell)
          return true
        }
      }
      var error = #expect(throws: SweepError.self, "\(name)") {
        try FleetMerge.merge([wrong(one), two], to: path("merged.fleet"))
      }
      #expect(error?.description.contains("has numbers that no 40 traces come to") == true, "\(name): \(error as Any)")
      #expect(error?.description.contains("wrong.fleet") == true)
      error = #expect(throws: SweepError.self, "\(name)") { try FleetTable(wrong(whole)) }
    }
    #expect(try !Paths.exists(path("merged.fleet")))
  }

  @Test func aSketchWithATopBucketOrTooManyNumbersIsRefused() throws {
    let whole = try bytes(try run("1/1", to: "whole.fleet"))
    let begin = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 13
    var (reader, numbers) = (ByteReader(Array(whole[begin..<(whole.count - 12)])), [UInt64]())
    while let number = reader.varint() { numbers.append(number) }
    // Key, runs and how many figures; sum, count and largest of the first; its buckets by their steps and counts.
    for (place, value) in [(11, (58 << 6) - 1), (11, 1 << 63), (12, (1 << 48) - 1), (12, 1 << 48), (12, .max)]
      as [(Int, UInt64)]
    {
      var (changed, writer) = (numbers, ByteWriter(bytes: Array(whole[..<(begin - 12)])))
      changed[place] = value
      var cells = ByteWriter()
      for number in changed { cells.varint(number) }
      writer.little32(UInt32(cells.count))
      writer.little64(XXHash64.hash(cells.bytes))
      writer.append(cells.bytes + whole.suffix(12))
      try OpenFile(path("wrong.fleet"), .writeOnly, [.create, .truncate]).write(writer.bytes)
      let error = #expect(throws: SweepError.self) { try FleetTable(path("wrong.fleet")) }
      #expect(error?.description.contains("wrong.fleet: ") == true, "\(place) \(value)")
    }
  }

  @Test func shardsThatOverlapAreRefused() throws {
    let whole = try bytes(try run("1/1", to: "whole.fleet"))
    let line = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    let shards = try [1, 2].map { number in
      let head = try CheckedLine.content(String(decoding: whole[..<line], as: UTF8.self)[...])
      let half = CheckedLine.text(String(head).replacing("\"1/1\"", with: "\"\(number)/2\""))
      try OpenFile(path("half-\(number).fleet"), .writeOnly, .create).write(Array(half.utf8) + whole[line...])
      return path("half-\(number).fleet")
    }
    let error = #expect(throws: SweepError.self) { try FleetMerge.merge(shards, to: path("merged.fleet")) }
    #expect(error?.description.contains("half-2.fleet: together with the files before it, it ") == true)
    #expect(try !Paths.exists(path("merged.fleet")))
  }

  @Test func copiesOfAShardThatDifferAreRefusedInEitherOrder() throws {
    let (one, two) = (try run("1/2", to: "one.fleet"), try run("2/2", to: "two.fleet"))
    let (runner, other) = (try runner("1/2"), path("other.fleet"))
    let head = FleetHead(plan: runner.plan, shard: runner.shard)
    let gather = FleetGather(head)
    try runner.run(0..<1, threads: 1, into: gather)
    try gather.save(head, to: other)
    for (first, second) in [(one, other), (other, one)] {
      let said = refusal([first, two, second])
      #expect(
        said
          == "\(second): it is shard 1/2, and so is \(first), but they differ, so one of the two is wrong: run shard "
          + "1/2 again, and give that file alone")
    }
    #expect(try !Paths.exists(path("merged.fleet")))
  }

  @Test func aPackIsKnownByItsTextsAndNotByWhatItsIndexSays() throws {
    let mine = try bytes(pack.path)
    var entries = pack.places.map(\.entry)
    let blocks = mine.prefix(entries.reduce(0) { $0 + Int($1.length) })
    let digest = try pack.content(skippingDamage: true).digest
    #expect(digest == pack.digest)
    // The index says that the last block has another text.
    entries[1].textChecksum ^= 1
    try OpenFile(path("other.pack"), .writeOnly, .create).write(blocks + PackIndex.bytes(entries))
    let other = try TracePack(path("other.pack"))
    let error = #expect(throws: TracePackError.self) { try other.traces(ofBlock: 1) }
    #expect(error?.isDamage == true && error?.description.contains("traces 33 to 40, is damaged") == true)
    #expect(try other.content(skippingDamage: true).damaged == [1])
    // However a text is compressed, it is the same.
    let texts = try (0..<2).map { block in
      let traces = try pack.traces(ofBlock: block).traces
      return Array((0..<traces.count).flatMap { traces.bytes($0) })
    }
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    Paths.remove(path("other.pack"))
    try OpenFile(path("other.pack"), .writeOnly, .create).write(texts.flatMap { header + Gzip.body($0) })
    #expect(try TracePack(path("other.pack")).content(skippingDamage: true).digest == digest)
  }

  @Test func shardsOfADamagedPackAndOfAWholeOneDoNotMerge() throws {
    let healthy = try run("1/2", to: "one.fleet", skipsDamage: true)
    #expect(try bytes(healthy) == bytes(try run("1/2", to: "same.fleet")))
    var damaged = try bytes(pack.path)
    damaged[100] ^= 1
    try OpenFile(pack.path, .writeOnly).write(damaged)
    let shards = try ["1/2", "2/2"].map { try run($0, to: "\($0.first ?? "0").fleet", skipsDamage: true) }
    let said = refusal([healthy, shards[1]])
    #expect(said.hasPrefix("\(shards[1]): its trace 'fleet.pack' is not that of \(healthy)"), "\(said)")
    #expect(refusal(shards) == "[]")
    #expect(try FleetTable(path("merged.fleet")).rows.allSatisfy { $0.cell.runs == 8 })
  }

  @Test func damageThatComesLaterStopsAShard() throws {
    let runner = try runner("1/1", skipsDamage: true)
    var damaged = try bytes(pack.path)
    damaged[100] ^= 1
    try OpenFile(pack.path, .writeOnly).write(damaged)
    var session = FleetSession(runner, to: path("a.fleet"), threads: 1) { _, _ in }
    #expect(throws: TracePackError.self) { try session.run(resuming: false) }
  }

  @Test func aChangedHeadIsDamage() throws {
    let whole = try run("1/1", to: "whole.fleet")
    let good = try bytes(whole)
    let text = String(decoding: good.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    for (old, new) in [("\"traces\":40", "\"traces\":41"), ("\"program\":\"a\"", "\"program\":\"c\"")] {
      let changed = Array(text.replacing(old, with: new).utf8)
      #expect(changed.count == text.utf8.count && changed != Array(text.utf8))
      try OpenFile(whole, .writeOnly).write(changed + good[changed.count...])
      let error = #expect(throws: SweepError.self) { try FleetTable(whole) }
      #expect(error?.description.contains("whole.fleet:1: the checksum of the line is ") == true)
    }
    let old = "# lab-run fleet {\"fleet\":1}\n"
    try OpenFile(whole, .writeOnly, .truncate).write(Array(old.utf8))
    let error = #expect(throws: SweepError.self) { try FleetTable(whole) }
    #expect(error?.description.contains("whole.fleet:1: its format is not 4") == true)
  }

  @Test func whatAnotherProgramCountedIsNeitherMergedNorGoneOnWith() throws {
    let (one, two) = (try run("1/2", to: "one.fleet"), try run("2/2", to: "two.fleet", program: "b"))
    #expect(refusal([one, two]).contains("\(two): the program b counted it, and \(one) is of a: run all shards with"))
    let runner = try runner("2/2", program: "a")
    func said() -> String? {
      let session = FleetSession(runner, to: two, threads: 1) { _, _ in }
      do { try session.checkProgram() } catch { return "\(error)" }
      return nil
    }
    let refused =
      ": the program b counted this, and the one that runs is a: leave out --resume to count all anew, or go "
      + "on with the first"
    #expect(said() == two + refused)
    Paths.remove(two)
    func part(_ program: String) throws -> String {
      let other = try self.runner("2/2", program: program)
      let gather = FleetGather(FleetHead(plan: other.plan, shard: other.shard))
      try other.run(0..<1, threads: 1, into: gather)
      let saved = "\(two).0-1.part"
      try gather.save(FleetHead(plan: other.plan, shard: other.shard, part: 0..<1), to: saved)
      return saved
    }
    let saved = try part("b")
    #expect(said() == saved + refused)
    _ = try part("a")
    #expect(said() == nil)
  }

  @Test func aTraceThatIsDamagedStopsAShardUnlessItIsToBeSkipped() throws {
    var damaged = try bytes(pack.path)
    damaged[100] ^= 0xFF
    try OpenFile(pack.path, .writeOnly).write(damaged)
    var session = FleetSession(try runner("1/1"), to: path("a.fleet"), threads: 1) { _, _ in }
    #expect(throws: TracePackError.self) { try session.run(resuming: false) }
    session = FleetSession(try runner("1/1", skipsDamage: true), to: path("a.fleet"), threads: 1) { _, _ in }
    try session.run(resuming: false)
    let table = try FleetTable(path("a.fleet"))
    #expect(table.remarks.contains { $0.remark == .damaged && $0.cell.runs == 32 })
    #expect(table.rows.allSatisfy { $0.cell.runs == 8 })
  }

  @Test func theAnswerIsTheLeastBlankWithinTheBudget() throws {
    let table = try FleetTable(try run("1/1", to: "whole.fleet"))
    let all = FleetRecommendation(table, budget: ByteCount(rawValue: 1 << 40))
    let best = table.views[0].rows[0].name
    #expect(all.answer.map { table.name($0) } == best)
    #expect(all.parts.text.contains("Ship \(best)"))
    let none = FleetRecommendation(table, budget: ByteCount(rawValue: 1))
    #expect(none.answer == nil && none.parts.text.contains("the smallest budget"))
    // What it says would do does, and a step below does not.
    let smallest = try #require(none.smallest)
    let step = Recommendation.Offer.step
    #expect(FleetRecommendation(table, budget: smallest.budget).answer == smallest.strategy)
    #expect(
      FleetRecommendation(table, budget: ByteCount(rawValue: smallest.budget.rawValue - step)).answer == nil)
    #expect(none.sentences[0].contains(" \(NumberText.megabytes(Double(smallest.budget.rawValue)))MB: "))
  }

  @Test func resamplesKeepAUsersTracesTogether() {
    let weights = FleetResampling.weights(ofUser: FleetResampling.user(ofTrace: "anna/1", number: 3))
    #expect(weights == FleetResampling.weights(ofUser: FleetResampling.user(ofTrace: "anna/2", number: 9)))
    #expect(weights != FleetResampling.weights(ofUser: FleetResampling.user(ofTrace: "bert/1", number: 3)))
    #expect(weights.count == FleetResampling.count)
    // Poisson numbers of mean 1: over many users their mean is 1, and their variance too.
    let all = (0..<2_000).flatMap { FleetResampling.weights(ofUser: UInt64($0)) }
    let mean = Double(all.reduce(0, +)) / Double(all.count)
    let variance = Double(all.reduce(0) { $0 + ($1 - 1) * ($1 - 1) }) / Double(all.count)
    #expect((0.99...1.01).contains(mean) && (0.98...1.02).contains(variance))
  }
}
