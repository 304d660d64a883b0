import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import Strategies

/// How long a sweep of 10,000 replays takes on two threads, and what a replay of some strategies costs.
enum SweepBench {
  /// 186 strategies; with 18 traces and 3 devices 10,044 replays.
  private static let varies = [
    "preheat2x:delta=1/16..1/2/8", "preheat2x:height=5/4..3/8", "fixed-window:screens=1/10..2/60",
    "lru:budget=8MB..69MB/62",
  ]

  private static let threads = 2

  /// A window, a list, and one that ranks.
  private static let kinds = ["preheat2x", "lru", "budget-priority"]

  static func measure() throws -> [Figure] {
    let library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    let devices = ["decode-4ms", "decode-12ms", "decode-30ms"].compactMap { name in
      DeviceProfile.all.first { $0.name == name }
    }
    let strategies = try StrategyGrid.strategies(
      named: [], varying: varies.map { SweepWord($0, at: "lab-bench") }, budgets: [], registry: .all)
    let (wall, cpu, count) = try run(strategies, devices, library, threads: threads)
    var figures = [
      Figure(
        name: "sweep of \(count) replays without decoding, setup included, two threads", value: wall, unit: "s",
        decimals: 2),
      Figure(name: "the same", value: cpu, unit: "s of CPU", decimals: 2),
    ]
    for text in kinds {
      let (_, cpu, count) = try run([StrategySpec(text)], devices, library, threads: 1)
      figures.append(
        Figure(
          name: "a replay of \(text) in a sweep, mean over traces and devices", value: cpu * 1000 / Double(count),
          unit: "ms of CPU"))
    }
    return figures
  }

  /// Seconds that a sweep over all traces took, setup included, and how many replays it was.
  private static func run(
    _ strategies: [StrategySpec], _ devices: [DeviceProfile], _ library: PhotoLibrary, threads: Int
  ) throws -> (wall: Double, cpu: Double, count: Int) {
    let (wall, cpu) = (Clocks.monotonic(), Clocks.processCPU())
    let traces = try TraceSet.stress.names.map { try Trace.load(path: Setting.path(ofTrace: $0)) }
    let runner = try SweepRunner(
      SweepGround(strategies: strategies.map { PeakSpec($0) }, devices: devices, assets: library.index.assets),
      traces: traces.map { (name: $0.sha256, trace: $0) })
    if let table = runner.table(threads: threads) { _ = SweepSummary(table) }
    return (
      Double(Clocks.monotonic() - wall) / 1e9, Double(Clocks.processCPU() - cpu) / 1e9, runner.plan.jobCount
    )
  }
}
