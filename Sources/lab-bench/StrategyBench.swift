import CacheLab
import LabBase
import LabRecords
import LabSystem
import Strategies
import StrategyContract

/// What each strategy costs the main thread: CPU of a frame, with the jobs that one names until the next, and allocations once warm.
enum StrategyBench {
  /// Nanoseconds a frame that 99 of 100 stay below, on the machine on which limits were set.
  private static let p99Max = 20_000.0
  private static let reference = Reference.steps(.cpu)
  private static let repeats = 5

  static func measure() throws -> [Figure] {
    let replays = try TraceLocator(roots: ["."]).allPaths().map { try Setting(trace: $0) }
    guard let laps = ContractTrace.all.first(where: { $0.name == "laps" }), AllocationCounter.isCounting else {
      throw BenchError("allocations are counted on Linux with glibc only")
    }
    let retentions = StrategyRegistry.all.retentions.map { retention in
      allocations(retention.descriptor.id, StrategyContract(retention.type), laps)
    }
    return retentions
      + (try StrategyRegistry.all.prefetchers.flatMap { strategy in
        let id = strategy.descriptor.id
        let spec = try StrategySpec(id)
        var worst = (p99: 0.0, most: 0.0, trace: "")
        let (_, unit) = try reference.around {
          for setting in replays {
            let (p99, most) = cost(spec, setting.replay)
            worst = (max(worst.p99, p99), max(worst.most, most), p99 > worst.p99 ? setting.name : worst.trace)
          }
        }
        func shown(_ time: Double) -> String { NumberText.fixed(time / 1000, decimals: 2) }
        return [
          reference.figure(
            "\(id): time a frame, p99, on \(worst.trace), where it takes longest", worst.p99, unit: unit,
            atMost: p99Max, shown: "\(shown(worst.p99)) us, never more than \(shown(worst.most))"),
          allocations(id, StrategyContract(strategy.type), laps),
        ]
      })
  }

  private static func allocations(_ id: String, _ contract: StrategyContract, _ laps: ContractTrace) -> Figure {
    let found = contract.findings(on: laps).filter { $0.rule == .noAllocation }
    return Figure(
      name: "\(id): calls that allocate once warm", value: Double(found.reduce(0) { $0 + $1.count }), unit: "  ",
      limit: .atMost(0), decimals: 0)
  }

  /// Of the same frame in several replays the least counts: what else the machine did only adds.
  private static func cost(_ spec: StrategySpec, _ replay: Replay) -> (p99: Double, most: Double) {
    var least: [Int64] = []
    for _ in 0..<repeats {
      let times = replay.run(spec, cells: .cancel, observer: FrameTimes()).observer.times
      least = least.isEmpty ? times : zip(least, times).map { min($0, $1) }
    }
    let sorted = least.sorted()
    guard let most = sorted.last else { return (0, 0) }
    return (Double(sorted[min(sorted.count - 1, (sorted.count * 99 + 99) / 100 - 1)]), Double(most))
  }
}

/// Time of all calls to the strategy from one frame to the next.
private struct FrameTimes: SelectiveObserver {
  private(set) var times: [Int64] = []
  private var began: Int64 = 0

  mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) { times.append(0) }
  mutating func strategyWillPlan() { began = Clocks.monotonic() }
  mutating func strategyDidPlan() {
    // Before the first frame nothing is queued that a strategy could be asked about.
    if !times.isEmpty { times[times.count - 1] += Clocks.monotonic() - began }
  }
}
