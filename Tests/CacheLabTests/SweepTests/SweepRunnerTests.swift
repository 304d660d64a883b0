import FoundationEssentials
import Strategies
import Synchronization
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct SweepRunnerTests {
  private let folder = TemporaryDirectory()

  private func file(_ runner: SweepRunner, threads: Int) throws -> String {
    let journal = try Journal(runner.plan.work(.whole, in: folder.path))
    try runner.run(.whole, into: journal, threads: threads)
    return try SweepFormat.tsv.finish(journal, as: "\(folder.path)/a.tsv")
  }

  private func rows(_ runner: SweepRunner, threads: Int) throws -> [SweepRow] {
    try SweepFixture.rows(try file(runner, threads: threads))
  }

  private static let screens = ["recorded", "375x667@2"]

  /// A sweep over two traces and screens, and a replay of each of its jobs alone.
  private func sweep(
    _ strategies: [PeakSpec], _ devices: [DeviceProfile]
  ) throws -> (runner: SweepRunner, replay: (SweepJob) throws -> Replay) {
    let traces = [try SweepFixture.trace(rows: 6), try SweepFixture.trace(rows: 3, pitch: 300)]
    let screens = try SweepRunnerTests.screens.map { try ScreenChoice($0) }
    let assets = ReplayFixture.mixedAssets(60)
    let ground = SweepGround(
      strategies: strategies, screens: screens, devices: devices, assets: assets, settings: ReplayFixture.eighths)
    return (
      try SweepRunner(ground, traces: [("a", traces[0]), ("b", traces[1])]),
      { job in
        Replay(
          script: ReplayScript(try traces[job.trace].applying(screens[job.screen].override(assetCount: 60))),
          assets: assets, device: devices[job.device], settings: ReplayFixture.eighths)
      }
    )
  }

  /// A budget from a peak is the bytes of the same place, in each row, whatever shard or file it went through.
  @Test func aPeakIsThatOfTheSamePlaceInEveryRow() throws {
    let strategies = try ["lru:budget=0.5*peak(preheat2x)", "none", "clairvoyant:budget=peak(preheat2x)"].map {
      try PeakSpec($0, registry: .all)
    }
    let (runner, replay) = try sweep(strategies, [DeviceProfile.all[0]])
    let plan = runner.plan
    let path = try file(runner, threads: 3)
    let rows = try SweepFixture.rows(path)
    var budgets: Set<Int64> = []
    for row in rows {
      let job = plan.job(row.number)
      let replay = try replay(job)
      let peak = replay.run(try StrategySpec("preheat2x")).peak.bytes
      let text = ["lru:budget=\(peak / 2)B", "none", "clairvoyant:budget=\(peak)B"][job.strategy]
      let alone = SweepRow(
        number: row.number, RunFacts(tally: replay.run(try StrategySpec(text))),
        budgets: [[peak / 2], [], [peak]][job.strategy].map { ByteCount(rawValue: $0) })
      #expect(row == alone, "job \(row.number + 1)")
      budgets.formUnion(row.budgets)
    }
    #expect(budgets.count > 4, "the places are not all alike: \(budgets)")
    let text = try #require(try TextFile.read(path))
    #expect(try SweepReader(path).plan.json == plan.json)
    #expect(try rows.allSatisfy { try plan.row(plan.line($0)[...], ofJob: $0.number) == $0 })
    #expect(text.split(separator: "\n")[1].hasPrefix("job\tstrategy\ttrace\tscreen\tdevice\tdigest\tbudget-bytes\t"))
    var wrong = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let content = try CheckedLine.content(wrong[2][...])
    wrong[2] = CheckedLine.text(String(content).replacing("\t\(rows[0].budgets[0])\t", with: "\t0\t"))
    try ResultFile.write(wrong.joined(separator: "\n").utf8, to: path)
    let error = #expect(throws: ResultError.self) { try SweepTable(reading: path) }
    #expect(
      error?.description
        == "\(path):3: '0' is not what the budgets of its strategy came to; run that sweep, or merge its shards, again")
  }

  /// Nobody works out what an oracle would do where photos come and go: such a trace counts for all others alone.
  @Test func anOracleIsLeftOutWherePhotosComeAndGo() throws {
    let names = ["none", "clairvoyant:budget=peak(preheat2x)", "preheat2x", "clairvoyant"]
    let changing = try TraceText.parse(["[0,0]", "[100,98]", "[150,\"remove\",{\"items\":[3]}]", "[200,196]"])
    let ground = SweepGround(
      strategies: try names.map { try PeakSpec($0, registry: .all) }, devices: [DeviceProfile.all[0]],
      assets: ReplayFixture.mixedAssets(60), settings: ReplayFixture.eighths)
    let runner = try SweepRunner(ground, traces: [("plain", try SweepFixture.trace(rows: 6)), ("changing", changing)])
    #expect(
      runner.notes == [
        "clairvoyant:budget=peak(preheat2x) and clairvoyant are left out on changing: an oracle must know what comes next, "
          + "and where photos come and go that is not worked out"
      ])
    let table = try runner.table(threads: 2)
    let absent = try rows(runner, threads: 2).map { $0.text("requests") == nil }
    #expect(absent == [false, false, false, false, false, true, false, true])
    let plain = try SweepRunner(ground, traces: [("plain", try SweepFixture.trace(rows: 6))]).table(threads: 1)
    #expect(table.mean(1, traces: [0, 1]) == plain.mean(1, traces: [0]))
    #expect(table.bests.map(\.trace) == [0, 1] && ![1, 3].contains(table.bests[1].strategy))
    let rows = try #require(StrategyComparison(table, against: 2).parts.first).rows
    #expect(rows.map(\.cells.count) == [2, 1, 2, 1])
    #expect(throws: SweepError.self) { try SweepRunner(ground, traces: [("changing", changing)]) }
  }

  @Test func nothingMoreBeginsOnceARowIsRefused() throws {
    struct Problem: Error {}
    let begun = Mutex(0)
    let taken = Mutex<[Int]>([])
    // As the folder of results on a disk that is full.
    #expect(throws: Problem.self) {
      try OrderedWork.run(0..<4, threads: 1) { job in
        begun.withLock { $0 += 1 }
        if job == 1 { throw Problem() }
        return job
      } take: { _, job in
        taken.withLock { $0.append(job) }
      }
    }
    #expect(begun.withLock { $0 } == 2 && taken.withLock { $0 } == [0], "what was finished stays")
  }

  @Test func aScreenThatFitsNoCellIsNamed() throws {
    let strategies = try SweepFixture.specs("none")
    let screen = try ScreenChoice("3x844@1:900")
    let ground = SweepGround(
      strategies: strategies.map { PeakSpec($0) }, screens: [screen], devices: [DeviceProfile.all[0]],
      assets: ReplayFixture.mixedAssets(60))
    let trace = try SweepFixture.trace(rows: 2)
    let error = #expect(throws: SweepError.self) { try SweepRunner(ground, traces: [("a", trace)]) }
    #expect(error?.place == "trace 'a', screen 3x844@1:900")
  }

  @Test func aRowIsReadBackFromItsLine() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"))
    let row = SweepFixture.row(4, ["requests": "12", "hit-rate": "0.25"])
    let line = plan.line(row)
    #expect(try plan.row(line[...], ofJob: 4) == row && row.text("requests") == "12" && row.text("late") == nil)
    for wrong in [line + "\t", "x" + line, "7" + line.dropFirst()] {
      #expect(throws: CheckedLine.Damage.self) { try plan.row(wrong[...], ofJob: 4) }
    }
    #expect(throws: CheckedLine.Damage.self) { try plan.row(line[...], ofJob: 3) }
  }

  private func jobs(_ shard: SweepShard, _ plan: SweepPlan) -> [Int] {
    let units = SweepUnits(plan, shard)
    return (0..<units.jobCount).map(units.job)
  }

  @Test(arguments: [1, 2, 3, 7, 40]) func everyJobIsInExactlyOneShard(_ count: Int) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"), traces: ["a", "b", "c", "d"])
    let shards = (1...count).compactMap { SweepShard("\($0)/\(count)").map { jobs($0, plan) } }
    #expect(shards.count == count && shards.flatMap { $0 }.sorted() == Array(0..<plan.jobCount))
    #expect(shards.allSatisfy { $0 == $0.sorted() })
    let sizes = shards.map(\.count)
    #expect(sizes.max()! - sizes.min()! <= 1)
  }

  @Test func aShardHasJobsOfEveryStrategy() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru"), traces: (0..<32).map { "t\($0)" })
    let second = jobs(SweepShard("2/2")!, plan).map { plan.job($0).strategy }
    #expect(Set(second) == [0, 1])
  }

  @Test(arguments: ["0/3", "4/3", "1", "a/b", "1/2/3", "1/0", "-1/2"]) func aWrongShardIsNone(_ text: String) {
    #expect(SweepShard(text) == nil)
  }

  @Test func aPlanIsReadBack() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x+lru"), settings: .object(["x": .integer(1)]))
    #expect(SweepPlan(plan.json)?.json == plan.json && SweepPlan(plan.json)?.digest == plan.digest)
    #expect(SweepPlan(.object([:])) == nil)
    let other = SweepFixture.plan(
      try SweepFixture.specs("none", "preheat2x+lru"), settings: .object(["x": .integer(2)]))
    #expect(other.digest != plan.digest)
  }

  @Test func jobsCountStrategiesFastest() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"))
    #expect(plan.jobCount == 6 && plan.job(4) == (number: 4, trace: 1, screen: 0, device: 0, strategy: 1))
  }

  /// A pack of any size is cut for any number of shards, and merged by who has what.
  @Test(arguments: [1, 2, 9, 100, 1000]) func everyJobOverAPackIsInExactlyOneShard(_ count: Int) throws {
    for traces in [1, 5, 33, 700] {
      let plan = SweepGround(
        strategies: try SweepFixture.specs("none", "lru").map { PeakSpec($0) },
        devices: Array(DeviceProfile.all.prefix(2)), assets: []
      ).plan([("a.pack", "x", traces)])
      let shards = (1...count).compactMap { SweepShard("\($0)/\(count)").map { jobs($0, plan) } }
      #expect(shards.flatMap(\.self).sorted() == Array(0..<plan.jobCount))
      for job in 0..<plan.jobCount {
        let owner = SweepUnits.owner(ofJob: job, plan, shards: count)
        #expect(shards[owner.shard - 1].contains(job))
      }
      #expect(SweepPlan(plan.json)?.json == plan.json && plan.jobCount == traces * 4)
    }
  }

  private func named(_ name: String) throws -> RunSetting { try #require(RunSetting.named(name)) }

  @Test func aLineIsASettingAndACommentIsNothing() throws {
    let settings = try SweepSettings(
      text: "# all\n\nstrategy none lru  # two\n  trace hunt\ntrace zoom\nseed 7\n", file: "a.sweep")
    #expect(settings.strategies == [SweepWord("none", at: "a.sweep:3"), SweepWord("lru", at: "a.sweep:3")])
    #expect(settings.traces.map(\.text) == ["hunt", "zoom"] && settings.traces[1].place == "a.sweep:5")
    let (seed, library) = (try named("seed"), try named("library"))
    #expect(settings.shared[seed]?.text == "7" && settings.shared[library] == nil)
  }

  @Test func linesMayEndInCRLF() throws {
    let settings = try SweepSettings(text: "\u{FEFF}# all\r\nstrategy none\r\ntrace hunt\r\n", file: "a.sweep")
    #expect(settings.strategies == [SweepWord("none", at: "a.sweep:2")] && settings.traces.map(\.text) == ["hunt"])
  }

  @Test(arguments: [
    ("trace hunt\nstratgy none", "a.sweep:2: 'stratgy' is no setting of a sweep; did you mean 'strategy'?"),
    ("device", "a.sweep:1: 'device' has no value; write device and what it is to be, or leave out the line"),
    ("seed 1 2", "a.sweep:1: 'seed' takes one value, not 2; keep one"),
    ("seed 1\n\nseed 2", "a.sweep:3: 'seed' stands in a.sweep:1 already; keep one of the two"),
  ])
  func aWrongLineIsNamedWithTheCure(_ text: String, _ message: String) {
    let error = #expect(throws: SweepError.self) { try SweepSettings(text: text, file: "a.sweep") }
    #expect(error?.description == message)
  }

  @Test func theCommandLineTakesThePlaceOfLinesOfTheSameKind() throws {
    let file = try SweepSettings(text: "strategy none\nvary lru:budget=1MB\ntrace hunt\nseed 7", file: "a.sweep")
    var given = SweepSettings()
    given.varies = [SweepWord("preheat2x:delta=1", at: "--vary")]
    let seed = try named("seed")
    given.shared[seed] = SweepWord("8", at: "--seed")
    let both = file.replaced(by: given)
    #expect(both.strategies.isEmpty && both.varies == given.varies)
    #expect(both.traces == file.traces && both.shared[seed]?.text == "8")
  }

  @Test func theShippedExampleIsRead() throws {
    let text = try String(contentsOfFile: ShippedTraces.root + "/sweeps/example.sweep", encoding: .utf8)
    let settings = try SweepSettings(text: text, file: "example.sweep")
    let found = try StrategyGrid.strategies(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
    #expect(found.count == 2 + 24 + 2 * 5)
    #expect(try settings.screens.map { try ScreenChoice($0.text).description } == ["390x844@3", "375x667@2"])
    for name in ["library", "seed", "assets", "cells", "fit"] {
      #expect(settings.shared[try named(name)] != nil)
    }
  }

  @Test func itsWordsSayAllOfIt() throws {
    let text = "strategy none lru\nvary lru:budget=1MB\nbudget 2MB\ntrace hunt\ndevice decode-4ms\nscreen 375x667@2\n"
    let shared = SweepSettings.sharedSettings.map { "\($0.name) \($0.name)-value\n" }
    let words = try SweepSettings(text: text + shared.joined(), file: "a.sweep").words
    #expect(
      Array(words.prefix(14)) == [
        "--strategy", "none", "--strategy", "lru", "--vary", "lru:budget=1MB", "--budget", "2MB", "--trace", "hunt",
        "--device", "decode-4ms", "--screen", "375x667@2",
      ])
    #expect(words.dropFirst(14).count == 2 * SweepSettings.sharedSettings.count)
    for setting in SweepSettings.sharedSettings { #expect(words.contains("\(setting.name)-value")) }
  }
}
