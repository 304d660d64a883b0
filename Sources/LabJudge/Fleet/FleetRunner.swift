import CacheLab
import LabBase
public import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// Runs a shard of a fleet: its traces come out of the pack one after the other, its jobs are computed, and what it keeps
/// is what it counts. So it takes the same memory whatever the fleet's size.
public struct FleetRunner: Sendable {
  public let plan: FleetPlan
  public let shard: SweepShard
  private let ground: SweepGround
  private let pack: TracePack
  private let damaged: Set<Int>?
  private let cut: FleetPlan.Cut

  /// - Parameters:
  ///   - name: Of the pack.
  ///   - content: The digest of its traces, and the blocks that are left out and counted (`TracePack.content`).
  ///   - skipsDamage: Whether traces that cannot be replayed are left out too; else any of either is an error.
  /// - Throws: `SweepError` for what no fleet can have.
  public init(
    _ ground: SweepGround, shard: SweepShard = .whole, pack: TracePack, name: String, content: TracePack.Content,
    skipsDamage: Bool = false
  ) throws(SweepError) {
    if let seer = ground.strategies.first(where: { $0.isOffline }) {
      throw SweepError(
        seer.shortText, "it must know what comes next, and a fleet is for what an app can ship: leave it out")
    }
    let source = SweepPlan.TraceSource(name: name, sha256: content.digest)
    plan = FleetPlan(ground.plan([source]), traceCount: pack.traceCount)
    (self.ground, self.shard, self.pack) = (ground, shard, pack)
    damaged = skipsDamage ? content.damaged : nil
    cut = FleetPlan.Cut(plan, shards: shard.count)
  }

  /// Parts of its work, of which each is done or not.
  public var unitCount: Int { cut.count(of: shard) }

  /// Traces that nothing is counted of, and others that count though they say little.
  enum Remark: UInt16, CaseIterable {
    /// No cell fits the screen, or the trace shows photos at too many sizes.
    case leftOut
    /// Most frames lie beyond the end of the grid.
    case standsStill
    /// Its block of the pack is damaged.
    case damaged

    var words: String {
      switch self {
      case .leftOut: "left out, because no cell fits or photos show at too many sizes,"
      case .standsStill: "stand still below the last row of photos for most of their frames"
      case .damaged: "left out, because the pack is damaged there,"
      }
    }
  }

  /// Runs some of its units on several threads, and counts into `gather`.
  ///
  /// - Throws: what is wrong with the pack, or keeps a file from being written.
  func run(_ units: Range<Int>, threads: Int, into gather: FleetGather) throws {
    let problem = Mutex<(any Error)?>(nil)
    let isStopped = Atomic(false)
    ParallelLoop.run(units.count, threads: threads) { index in
      if isStopped.load(ordering: .relaxed) { return }
      do { try run(cut.unit(units.lowerBound + index, of: shard), gather) } catch {
        problem.withLock { $0 = $0 ?? error }
        isStopped.store(true, ordering: .relaxed)
      }
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
  }

  /// Lines of traces that are unpacked before the first of them is replayed. A replay leaves nothing of a block's tables
  /// in the processor's caches: traces that are unpacked one after the other take a third of the time.
  private static let linesAhead = 1 << 16

  private func run(_ unit: FleetPlan.Unit, _ gather: FleetGather) throws {
    var block: (first: Int, traces: TracePackBlock)?
    var number = unit.traces.lowerBound
    while number < unit.traces.upperBound {
      var (ahead, lines): ([Unpacked], Int) = ([], 0)
      repeat {
        do {
          let unpacked = try unpack(number, &block)
          ahead.append(unpacked)
          lines += unpacked.trace.entries.count
        } catch {
          // What cannot be read is not damaged: only the disk knows whether it is.
          let isDamage = (error as? TracePackError)?.isDamage ?? true
          guard isDamage, let damaged else {
            throw error is TracePackError
              ? error
              : TracePackError(
                pack.path, "trace \(number + 1) cannot be replayed (\(error)): leave it out with --skip-damaged")
          }
          // A block that was whole at first and is not now is damage that other shards do not know of.
          let place = pack.block(ofTrace: number)
          guard try damaged.contains(place) || pack.isWhole(block: place) else { throw error }
          for screen in ground.screens.indices { try remark(.damaged, number, screen: screen, unit, gather) }
        }
        number += 1
      } while number < unit.traces.upperBound && lines < FleetRunner.linesAhead
      for unpacked in ahead { try run(unpacked, unit, gather) }
    }
  }

  /// A trace that waits for its replays; a class, because a trace has a dozen parts to be held.
  private final class Unpacked {
    let number: Int
    let user: UInt64
    let trace: Trace

    init(_ number: Int, of block: (first: Int, traces: TracePackBlock)) throws {
      let index = number - block.first
      self.number = number
      user = FleetResampling.user(ofTrace: block.traces.name(index), number: number)
      trace = try block.traces.trace(index, sha256: "")
    }
  }

  /// - Parameter block: The block that was read last.
  private func unpack(_ number: Int, _ block: inout (first: Int, traces: TracePackBlock)?) throws -> Unpacked {
    if let block, number < block.first + block.traces.count { return try Unpacked(number, of: block) }
    if let damaged, !damaged.isEmpty, damaged.contains(pack.block(ofTrace: number)) {
      throw TracePackError.damage(pack.path, "the block of trace \(number + 1) is left out")
    }
    let next = try pack.traces(around: number)
    block = next
    return try Unpacked(number, of: next)
  }

  private func remark(_ remark: Remark, _ number: Int, screen: Int, _ unit: FleetPlan.Unit, _ gather: FleetGather)
    throws
  {
    // Of several shares of a trace's work the first tells.
    guard unit.slice == 0 else { return }
    let key = FleetKey(strategy: FleetKey.traces, screen: UInt16(screen), device: 0, stratum: remark.rawValue)
    try gather.add([key]) { $1.list(0, UInt64(number)) }
  }

  private func run(_ unpacked: Unpacked, _ unit: FleetPlan.Unit, _ gather: FleetGather) throws {
    let (trace, number) = (unpacked.trace, unpacked.number)
    let weights = FleetResampling.weights(ofUser: unpacked.user)
    let (strategies, devices) = (ground.strategies, ground.devices)
    for (screen, choice) in ground.screens.enumerated() {
      let override = ground.override(choice)
      let made = gather.timed { (try? trace.applying(override)).map { (applied: $0, script: ReplayScript($0)) } }
      // Target sizes are counted only where there are many layouts.
      guard let (applied, script) = made,
        script.itemCapacity * script.layouts.count <= SlotTable.slotsMax
          || script.slotCount <= SlotTable.slotsMax
      else {
        try remark(.leftOut, number, screen: screen, unit, gather)
        continue
      }
      if applied.clampedFrames > 0, MovedFrames(applied).areMost {
        try remark(.standsStill, number, screen: screen, unit, gather)
      }
      for device in devices.indices {
        let first = (screen * devices.count + device) * strategies.count
        let mine = strategies.indices.filter { cut.contains(unit, cell: first + $0) }
        if mine.isEmpty { continue }
        let replay = PreparedReplay(jobs: mine.count) {
          Replay(script: script, assets: ground.assets, device: devices[device], settings: ground.settings)
        }
        for strategy in mine {
          let facts = gather.timed { replay.run(strategies[strategy]).facts }
          try count(
            facts, trace.header.source.kind, UInt64(number), weights,
            FleetKey(strategy: UInt32(strategy), screen: UInt16(screen), device: UInt16(device), stratum: FleetKey.all),
            gather)
        }
      }
    }
  }

  private func count(
    _ facts: RunFacts, _ kind: String?, _ number: UInt64, _ weights: [Int64], _ all: FleetKey, _ gather: FleetGather
  ) throws {
    let values = Column.ofFleet.map { column in
      column.count(facts).map { column.isReversed ? Int64(Column.billion) - $0 : $0 }
    }
    let stratum = FleetStratum(
      kind: kind, duration: facts.tally.duration, load: Column.load.count(facts))
    let lacking = Column.blank.count(facts).map { $0 + (Column.soft.count(facts) ?? 0) }
    var part = all
    part.stratum = stratum.number
    try gather.add([part, all]) { index, cell in
      if index == 0 {
        if cell.figures.isEmpty { cell.figures = values.map { _ in FleetCell.Figure() } }
        for (index, value) in values.enumerated() { if let value { cell.figures[index].add(value) } }
      } else if let lacking {
        cell.list(lacking, number)
        FleetResampling.add(weights, times: lacking, to: &cell.draws)
        if all.strategy == 0 { FleetResampling.add(weights, to: &cell.weights) }
      }
    }
  }
}

/// How a fleet counts: in whole numbers, so that sums come to the same in any order.
extension Column {
  /// A fraction is counted in billionths, all else in whole units.
  static let billion: Int128 = 1_000_000_000

  /// The number of a run as a whole number, rounded down; nil for a share of nothing.
  func count(_ facts: RunFacts) -> Int64? {
    guard let (numerator, denominator) = exact(metric.value(of: facts)) else { return nil }
    if denominator == 0 { return part == .mean ? 0 : nil }
    return Int64(clamping: unit.isFraction ? numerator * Column.billion / denominator : numerator / denominator)
  }

  /// A whole number, or a mean of them, in the column's own unit. Of shares that are better when larger a fleet counts
  /// what is missing to 1: tails are of that.
  func number(ofCount count: Double) -> Double {
    let number = unit.isFraction ? count / Double(Column.billion) : count
    return isReversed ? 1 - number : number
  }
}

extension FleetCell.Figure {
  mutating func add(_ value: Int64) {
    sum += Int128(value)
    count += 1
    max = Swift.max(max, value)
    sketch.add(value)
  }
}
