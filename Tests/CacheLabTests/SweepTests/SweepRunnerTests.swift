import LabBase
import Strategies
import Synchronization
import Testing

@testable import CacheLab
@testable import LabJudge

@Suite struct SweepRunnerTests {
  /// On several threads, each job's numbers are those of a replay of its own.
  @Test func everyRowIsThatOfASingleReplay() throws {
    let strategies = try SweepFixture.specs("none", "preheat2x", "lru:budget=8MB", "preheat2x+lru", "budget-priority")
    let traces = [try SweepFixture.trace(rows: 6), try SweepFixture.trace(rows: 3, pitch: 300)]
    let screens = [SweepScreen.recorded, try SweepScreen(SweepWord("375x667@2", at: ""))]
    let devices = [DeviceProfile.all[0], DeviceProfile.all[2]]
    let assets = ReplayFixture.mixedAssets(60)
    let plan = SweepPlan(
      strategies: strategies, traces: ["a", "b"].map { SweepPlan.TraceSource(name: $0, sha256: $0) }, screens: screens,
      devices: devices, settings: .null)
    let runner = try SweepRunner(
      plan: plan, strategies: strategies, traces: traces, screens: screens, devices: devices, assets: assets)
    let rows = Mutex<[SweepRow]>([])
    runner.run(Array(0..<plan.jobCount), threads: 3) { row in
      rows.withLock { $0.append(row) }
      return true
    }
    let table = SweepTable(plan: plan, shard: .whole, rows: rows.withLock { $0 })
    for row in table.rows {
      let job = plan.job(row.number)
      let script = ReplayScript(try traces[job.trace].applying(screens[job.screen].override(assetCount: 60)))
      let replay = Replay(
        script: script, table: SlotTable(script: script, assets: assets, scales: .all, device: devices[job.device]))
      let alone = SweepRow(
        number: row.number, RunFacts(tally: replay.run(strategies[job.strategy], cells: .cancel)))
      #expect(row == alone, "job \(row.number + 1)")
    }
    #expect(Set(table.rows.map(\.digest)).count > plan.jobCount / 2, "the jobs are not all alike")
    #expect(table.rows.first { $0.text("late") != "0" } != nil)
  }

  @Test func nothingMoreBeginsOnceARowIsRefused() throws {
    let strategies = try SweepFixture.specs("none", "lru", "preheat2x", "fixed-window")
    let plan = SweepFixture.plan(strategies, traces: ["a"])
    let runner = try SweepRunner(
      plan: plan, strategies: strategies, traces: [try SweepFixture.trace(rows: 2)], screens: [.recorded],
      devices: [DeviceProfile.all[0]], assets: ReplayFixture.mixedAssets(60))
    let count = Mutex(0)
    runner.run(Array(0..<4), threads: 1) { _ in
      count.withLock { $0 += 1 }
      return false
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func aScreenThatFitsNoCellIsNamed() throws {
    let strategies = try SweepFixture.specs("none")
    let screen = try SweepScreen(SweepWord("3x844@1:900", at: ""))
    let plan = SweepPlan(
      strategies: strategies, traces: [SweepPlan.TraceSource(name: "a", sha256: "")], screens: [screen],
      devices: [DeviceProfile.all[0]], settings: .null)
    let error = #expect(throws: SweepError.self) {
      try SweepRunner(
        plan: plan, strategies: strategies, traces: [try SweepFixture.trace(rows: 2)], screens: [screen],
        devices: [DeviceProfile.all[0]], assets: ReplayFixture.mixedAssets(60))
    }
    #expect(error?.place == "trace 'a', screen 3x844@1:900")
  }

  @Test func aRowIsReadBackFromItsLine() {
    let row = SweepFixture.row(4, ["requests": "12", "hit-rate": "0.25"])
    #expect(SweepRow(line: row.line) == row && row.text("requests") == "12" && row.text("late") == nil)
    #expect(SweepRow(line: row.line + "\t") == nil && SweepRow(line: "x" + row.line) == nil)
  }
}
