import CacheLab
import LabBase
public import LabRecords
import StrategyKit
import Synchronization

/// Runs the jobs of a sweep over a pack, whose traces come out one after the other: the memory does not grow with their
/// number.
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
  ///   - name: The name of the pack.
  ///   - content: The digest of its traces, and the blocks that are left out (`TracePack.content`).
  ///   - skipsDamage: True if traces that cannot be replayed are left out too; else any of either is an error.
  /// - Throws: `SweepError` for an oracle.
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

  /// The warning about traces that were run and whose scroll stands still.
  public var note: String? {
    let count = still.count.load(ordering: .relaxed)
    if count == 0 { return nil }
    return
      "\(NumberText.count(count, "trace")) stood still below the last row of photos for most frames: --assets N asks for "
      + "more photos"
  }

  public func prepared(_ units: [Range<Int>]) -> @Sendable (Range<Int>) throws -> [SweepRow] {
    { jobs in
      var block: Block?
      return try jobs.grouped { $0 / plan.cellCount }.flatMap { number, jobs -> [SweepRow] in
        var packed = SweepRow.PackedTrace(name: "", milliseconds: 0)
        guard let trace = try read(number, &block, &packed) else { return jobs.map { absent($0, packed) } }
        return jobs.grouped { $0 / (plan.cellCount / plan.screens.count) }.flatMap { _, jobs in
          rows(jobs, trace, packed, screen: plan.job(jobs[0]).screen)
        }
      }
    }
  }

  /// The block of the pack that was read last, and the number of its first trace.
  private typealias Block = (first: Int, traces: TracePackBlock)

  private func read(_ number: Int, _ block: inout Block?, _ packed: inout SweepRow.PackedTrace) throws -> Trace? {
    do throws(InputError) {
      if block.map({ !($0.first..<($0.first + $0.traces.count)).contains(number) }) ?? true {
        if let damaged, damaged.contains(pack.block(ofTrace: number)) { return nil }
        block = try pack.traces(around: number)
      }
      guard let block else { preconditionFailure("a block was read") }
      packed.name = block.traces.name(number - block.first)
      let trace: Trace
      do throws(InputError) { trace = try block.traces.trace(number - block.first, sha256: "") } catch {
        throw InputError(
          pack.path, "trace \(number + 1) cannot be replayed (\(error))", cure: "leave it out with --skip-damaged",
          part: .block)
      }
      packed.milliseconds = (trace.entries.last?.time ?? 0) / 1_000_000
      return trace
    } catch {
      // A file that cannot be read is not damaged: only the disk knows whether it is.
      guard error.part == .block, let damaged else { throw error }
      // A block that was whole at first and is not now is damage that other shards do not know of.
      let place = pack.block(ofTrace: number)
      guard try damaged.contains(place) || pack.isWhole(block: place) else { throw error }
      return nil
    }
  }

  /// Returns the rows of jobs over one trace on one screen, without figures if no cell fits the screen or photos show at too
  /// many sizes.
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
}
