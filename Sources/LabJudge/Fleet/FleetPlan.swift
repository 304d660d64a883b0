import CacheLab
import LabBase
import LabRecords

/// A sweep over all traces of a pack. The pack stands in the plan as one source, so that plans stay small; what is to be
/// done is computed from its numbers.
public struct FleetPlan: Hashable, Sendable {
  public internal(set) var sweep: SweepPlan
  public let traceCount: Int

  /// Traces of a fleet at most.
  static let tracesMax = TracePack.tracesMax

  init(_ sweep: SweepPlan, traceCount: Int) {
    precondition(sweep.traces.count == 1, "a pack, and no other trace")
    (self.sweep, self.traceCount) = (sweep, traceCount)
  }

  /// Strategies on all screens and devices: what is run over a trace.
  var cellCount: Int { sweep.strategies.count * sweep.screens.count * sweep.devices.count }

  /// Replays of the whole.
  public var jobCount: Int { traceCount.multipliedReportingOverflow(by: cellCount).partialValue }

  public var digest: String { sweep.digest }

  /// A part of the work: some traces in a row, and of what is run over them one share of several.
  typealias Unit = (traces: Range<Int>, slice: Int)

  /// How the work is cut for so many shards.
  struct Cut {
    private let plan: FleetPlan
    private let run: Int
    /// Shares of what is run over a trace.
    let slices: Int
    private let units: ShardPermutation
    /// Which cell is in which share, so that none has all that is slow.
    private let cells: ShardPermutation

    /// As many traces in a row as a block of a pack has, where that leaves each shard several units; where there are
    /// fewer traces than shards, shares of what is run over one.
    init(_ plan: FleetPlan, shards: Int) {
      self.plan = plan
      let traces = plan.traceCount
      run = max(1, min(32, traces / (shards * 8)))
      slices = traces >= shards ? 1 : min(plan.cellCount, (4 * shards + traces - 1) / max(traces, 1))
      units = ShardPermutation((traces + run - 1) / run * slices)
      cells = ShardPermutation(plan.cellCount, key: 0xCE11)
    }

    func count(of shard: SweepShard) -> Int { units.count(of: shard) }

    func unit(_ index: Int, of shard: SweepShard) -> Unit {
      let (group, slice) = units.number(index, of: shard).quotientAndRemainder(dividingBy: slices)
      return (group * run..<min((group + 1) * run, plan.traceCount), slice)
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

/// Traces that are alike: where they come from, how long they are, and how much they ask of the workers.
struct FleetStratum: Hashable, Sendable {
  /// Properties of traces, and words for their values from the first to the last.
  static let axes: [(name: String, values: [String])] = [
    ("kind", kinds), ("length", ["below 10 s", "10 to 30 s", "30 s to 2 min", "above 2 min"]),
    ("load", ["below 1/4", "1/4 to 1/2", "1/2 to 1", "1 and above"]),
  ]

  private static let kinds = ["recorded", "physics", "converted", "synthetic", "other"]
  /// Seconds, and thousandths of a share, at which the next value begins.
  private static let lengths: [Int64] = [10, 30, 120]
  private static let loads: [Int64] = [250, 500, 1000]

  /// A number of `axes.count` digits, four bits each.
  let number: UInt16

  init(kind: String?, duration: Int64, load: Int64?) {
    let kind = FleetStratum.kinds.firstIndex { $0 == kind } ?? FleetStratum.kinds.count - 1
    let length = FleetStratum.lengths.count { duration >= $0 * 1_000_000_000 }
    let load = FleetStratum.loads.count { (load ?? 0) >= $0 * 1_000_000 }
    number = UInt16(kind << 8 | length << 4 | load)
  }

  /// Nil for a number that is none.
  init?(_ number: UInt16) {
    self.number = number
    guard number >> 12 == 0, FleetStratum.axes.indices.allSatisfy({ place($0) < FleetStratum.axes[$0].values.count })
    else { return nil }
  }

  /// Which value of an axis it is.
  func place(_ axis: Int) -> Int { Int(number >> UInt16(4 * (FleetStratum.axes.count - 1 - axis)) & 15) }

  /// A word an axis.
  var words: [String] { FleetStratum.axes.indices.map { FleetStratum.axes[$0].values[place($0)] } }
}
