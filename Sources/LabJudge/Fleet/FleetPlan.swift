import LabBase
import LabRecords

/// A sweep over all traces of a pack. The pack stands in the plan as one source, so that plans stay small; what is to be
/// done is computed from its numbers.
public struct FleetPlan: Hashable, Sendable {
  public internal(set) var sweep: SweepPlan
  public let traceCount: Int

  /// Traces of a fleet at most.
  static let tracesMax = TracePack.tracesMax

  public init(_ sweep: SweepPlan, traceCount: Int) {
    precondition(sweep.traces.count == 1, "a pack, and no other trace")
    (self.sweep, self.traceCount) = (sweep, traceCount)
  }

  /// Strategies on all screens and devices: what is run over a trace.
  var cellCount: Int { sweep.strategies.count * sweep.screens.count * sweep.devices.count }

  /// Replays of the whole.
  public var jobCount: Int { traceCount.multipliedReportingOverflow(by: cellCount).partialValue }

  public var digest: String { sweep.digest }

  /// A part of the work: some traces in a row, and of what is run over them one share of several.
  struct Unit: Hashable {
    var traces: Range<Int>
    var slice: Int
  }

  /// How the work is dealt to so many shards.
  struct Cut {
    private let plan: FleetPlan
    private let run: Int
    /// Shares of what is run over a trace.
    let slices: Int
    private let deal: SweepDeal
    /// Which cell is in which share, so that none has all that is slow.
    private let cells: SweepDeal

    /// As many traces in a row as a block of a pack has, where that leaves each shard several units; where there are
    /// fewer traces than shards, shares of what is run over one.
    init(_ plan: FleetPlan, shards: Int) {
      self.plan = plan
      let traces = plan.traceCount
      run = max(1, min(32, traces / (shards * 8)))
      slices = traces >= shards ? 1 : min(plan.cellCount, (4 * shards + traces - 1) / max(traces, 1))
      deal = SweepDeal((traces + run - 1) / run * slices)
      cells = SweepDeal(plan.cellCount, key: 0xCE11)
    }

    func count(of shard: SweepShard) -> Int { deal.count(of: shard) }

    func unit(_ index: Int, of shard: SweepShard) -> Unit {
      let (group, slice) = deal.number(index, of: shard).quotientAndRemainder(dividingBy: slices)
      return Unit(traces: group * run..<min((group + 1) * run, plan.traceCount), slice: slice)
    }

    func contains(_ unit: Unit, cell: Int) -> Bool { slices == 1 || cells.number(at: cell) % slices == unit.slice }
  }
}

extension FleetPlan {
  var json: JSON { .object(["plan": sweep.json, "traces": .integer(Int128(traceCount))]) }

  init?(_ json: JSON) {
    guard let plan = json["plan"].flatMap({ SweepPlan($0) }), plan.traces.count == 1,
      let count = json["traces"]?.integer, (1...Int64(FleetPlan.tracesMax)).contains(count)
    else { return nil }
    self.init(plan, traceCount: Int(count))
  }
}
