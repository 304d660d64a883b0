import CacheLab
import LabBase
import LabRecords
import LabSystem
import Strategies
import StrategyContract

/// What each strategy costs the main thread: instructions of a frame, with the jobs that one names until the next, CPU
/// time beside them, and allocations once warm.
enum StrategyBench {
  private static let repeats = 5

  static func measure() async throws -> [Figure] {
    let replays = try TraceSet.stress.names.map { try Setting(trace: $0) }
    guard let laps = ContractTrace.all.first(where: { $0.name == "laps" }), AllocationCounter.isCounting else {
      throw BenchError("allocations are counted on Linux with glibc only")
    }
    let retentions = StrategyRegistry.all.retentions.map { retention in
      allocations(retention.descriptor.id, StrategyContract(retention.type), laps)
    }
    var figures = retentions
    for strategy in StrategyRegistry.all.prefetchers {
      let id = strategy.descriptor.id
      let spec = try StrategySpec(id)
      var worst = (p99: 0.0, most: 0.0, trace: "")
      for setting in replays {
        let (p99, most) = cost(spec, setting.replay)
        worst = (max(worst.p99, p99), max(worst.most, most), p99 > worst.p99 ? setting.name : worst.trace)
      }
      func shown(_ time: Double) -> String { NumberText.fixed(time / 1000, decimals: 2) }
      let count = try await InstructionBench.count(id)
      guard let part = count.part(.frame) else { throw BenchError("\(id) has no frame to count") }
      figures.append(
        InstructionBench.figure(
          "\(id): a frame of fastscroll; its time on \(worst.trace), where it takes longest: p99 \(shown(worst.p99)) us, "
            + "never more than \(shown(worst.most))", part, count.way, limit: .atMost(InstructionBench.frameMax)))
      figures.append(allocations(id, StrategyContract(strategy.type), laps))
    }
    return figures
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
