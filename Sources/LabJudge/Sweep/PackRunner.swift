import CacheLab
import LabBase
public import LabRecords
import StrategyKit
import Synchronization

/// Runs the jobs of a sweep over a pack: its traces come out one after the other, so that it takes the same memory whatever
/// their number.
public struct PackRunner: SweepJobs {
  public let plan: SweepPlan
  private let ground: SweepGround
  private let pack: TracePack
  private let damaged: Set<Int>?
  private let still = StillTraces()

  /// Counts traces of which most frames lie beyond the end of the grid.
  private final class StillTraces: Sendable {
    let count = Atomic(0)
  }

  /// - Parameters:
  ///   - name: Of the pack.
  ///   - content: The digest of its traces, and the blocks that are left out (`TracePack.content`).
  ///   - skipsDamage: Whether traces that cannot be replayed are left out too; else any of either is an error.
  /// - Throws: `SweepError` for what no sweep over a pack can have.
  public init(
    _ ground: SweepGround, pack: TracePack, name: String, content: TracePack.Content, skipsDamage: Bool = false
  ) throws(SweepError) {
    if let seer = ground.strategies.first(where: { $0.isOffline }) {
      throw SweepError(
        seer.shortText, "it must know what comes next, and a pack is for what an app can ship: leave it out")
    }
    plan = ground.plan([
      SweepPlan.TraceSource(name: name, sha256: content.digest, count: pack.traceCount)
    ])
    (self.ground, self.pack) = (ground, pack)
    damaged = skipsDamage ? content.damaged : nil
  }

  /// The warning about traces that were run and whose scroll stands still; nil if there were none.
  public var note: String? {
    let count = still.count.load(ordering: .relaxed)
    if count == 0 { return nil }
    return
      "\(NumberText.count(count, "trace")) stood still below the last row of photos for most frames: --assets N asks for "
      + "more photos"
  }

  public func work(_ number: Int) -> Int64 { 1 }

  public func prepared(_ units: [Range<Int>]) -> @Sendable (Range<Int>) throws -> [SweepRow] {
    { jobs in
      var (rows, block): ([SweepRow], (first: Int, traces: TracePackBlock)?) = ([], nil)
      var job = jobs.lowerBound
      while job < jobs.upperBound {
        let trace = job / plan.cellCount
        let end = min((trace + 1) * plan.cellCount, jobs.upperBound)
        rows += try self.rows(job..<end, trace, &block)
        job = end
      }
      return rows
    }
  }

  /// The rows of jobs over one trace.
  ///
  /// - Parameter block: The block of the pack that was read last.
  private func rows(
    _ jobs: Range<Int>, _ number: Int, _ block: inout (first: Int, traces: TracePackBlock)?
  ) throws -> [SweepRow] {
    let trace: Trace
    var packed = SweepRow.PackedTrace(name: "", milliseconds: 0)
    do {
      trace = try read(number, &block, name: &packed.name)
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
      return jobs.map { absent($0, packed) }
    }
    packed.milliseconds = (trace.entries.last?.time ?? 0) / 1_000_000
    let perScreen = plan.cellCount / plan.screens.count
    return jobs.grouped { $0 / perScreen }.flatMap { _, jobs in
      rows(jobs, trace, packed, screen: plan.job(jobs[0]).screen)
    }
  }

  /// The rows of jobs over one trace on one screen. There are no figures where no cell fits the screen, and where photos show
  /// at too many sizes.
  private func rows(
    _ jobs: [Int], _ trace: Trace, _ packed: SweepRow.PackedTrace, screen: Int
  ) -> [SweepRow] {
    guard let applied = try? trace.applying(ground.override(ground.screens[screen])) else {
      return jobs.map { absent($0, packed) }
    }
    let script = ReplayScript(applied)
    // Target sizes are counted only where there are many layouts.
    guard script.itemCapacity * script.layouts.count <= SlotTable.slotsMax || script.slotCount <= SlotTable.slotsMax
    else { return jobs.map { absent($0, packed) } }
    if jobs[0] % (plan.cellCount / plan.screens.count) == 0, applied.clampedFrames > 0, MovedFrames(applied).areMost {
      still.count.wrappingAdd(1, ordering: .relaxed)
    }
    let strategies = ground.strategies
    return jobs.grouped { $0 / strategies.count }.flatMap { _, jobs in
      let device = ground.devices[plan.job(jobs[0]).device]
      let replay = PreparedReplay(jobs: jobs.count) {
        Replay(script: script, assets: ground.assets, device: device, settings: ground.settings)
      }
      return jobs.map { number in
        let (facts, budgets) = replay.run(strategies[number % strategies.count])
        return SweepRow(number: number, facts, budgets: budgets, trace: packed)
      }
    }
  }

  private func absent(_ number: Int, _ trace: SweepRow.PackedTrace) -> SweepRow {
    SweepRow.absent(number, budgetCount: plan.budgetCount(ofJob: number), trace: trace)
  }

  private func read(
    _ number: Int, _ block: inout (first: Int, traces: TracePackBlock)?, name: inout String
  ) throws -> Trace {
    if block.map({ !($0.first..<($0.first + $0.traces.count)).contains(number) }) ?? true {
      if let damaged, !damaged.isEmpty, damaged.contains(pack.block(ofTrace: number)) {
        throw TracePackError.damage(pack.path, "the block of trace \(number + 1) is left out")
      }
      block = try pack.traces(around: number)
    }
    guard let block else { preconditionFailure("a block was read") }
    name = block.traces.name(number - block.first)
    return try block.traces.trace(number - block.first, sha256: "")
  }
}
