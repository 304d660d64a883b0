import Strategies
import Synchronization
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct SweepRunnerTests {
  private let folder = TemporaryDirectory()

  private func file(_ runner: SweepRunner, threads: Int) throws -> String {
    let journal = try Journal(SweepWriter.work(runner.plan, .whole, in: folder.path))
    let writer = try SweepWriter(runner.plan, .whole, journal)
    try runner.run(into: writer, threads: threads)
    return try writer.finish("\(folder.path)/a.tsv", .tsv)
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
    let screens = try SweepRunnerTests.screens.map { try ScreenChoice(SweepWord($0, at: "")) }
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
    #expect(try SweepReader(path).plan == plan)
    #expect(try rows.allSatisfy { try plan.row(plan.line($0)[...], ofJob: $0.number) == $0 })
    #expect(text.split(separator: "\n")[1].hasPrefix("job\tstrategy\ttrace\tscreen\tdevice\tdigest\tbudget-bytes\t"))
    var wrong = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let content = try CheckedLine.content(wrong[2][...])
    wrong[2] = CheckedLine.text(String(content).replacing("\t\(rows[0].budgets[0])\t", with: "\t0\t"))
    try ResultFile.write(wrong.joined(separator: "\n").utf8, to: path)
    let error = #expect(throws: ResultError.self) { try SweepTable(reading: path) }
    #expect(
      error?.description
        == "\(path):3: '0' is not what the budgets of its strategy came to: run that sweep, or merge its shards, again")
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
      try OrderedWork.run([0..<1, 1..<2, 2..<3, 3..<4], threads: 1) { jobs in
        begun.withLock { $0 += 1 }
        if jobs.lowerBound == 1 { throw Problem() }
        return jobs.lowerBound
      } take: { job in
        taken.withLock { $0.append(job) }
      }
    }
    #expect(begun.withLock { $0 } == 2 && taken.withLock { $0 } == [0], "what was finished stays")
  }

  @Test func aScreenThatFitsNoCellIsNamed() throws {
    let strategies = try SweepFixture.specs("none")
    let screen = try ScreenChoice(SweepWord("3x844@1:900", at: ""))
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
}
