public import CacheLab
public import LabLibrary
import LabRecords
import LabSystem
public import StrategyKit

/// A replay with real decodes beside it.
///
/// The replay runs twice: first without decoding, which gives the exact counts, tells when the ledger peaks, and leaves
/// code and heap as warm as they get; then with decodes, whose memory and time are measured. Both must count the same.
public struct MeasuredReplay {
  private let replay: Replay
  private let library: PhotoLibrary
  private let helper: HelperCommand?

  /// - Parameter helper: How to start processes that decode; nil to decode in this one.
  public init(replay: Replay, library: PhotoLibrary, helper: HelperCommand? = nil) {
    self.replay = replay
    self.library = library
    self.helper = helper
  }

  /// - Parameter progress: Called with decodes begun and their total, now and then.
  public func run(
    _ strategy: StrategySpec, cells: CellPolicy, progress: ((Int, Int) -> Void)? = nil
  ) throws(MeasureError) -> RunFacts {
    // What the passes before the reset use is back by then, and what only reading the command line used is not.
    ProcessMemory.releaseCode()
    let timer = StrategyTimer(frameCount: replay.script.steps.count)
    let (tally, timed) = replay.run(strategy, cells: cells, observer: timer)
    let total = Int(tally.decodes)
    let (pool, desk) = try openPool(jobCount: total, bytes: Int(tally.peak.bytes))
    defer { pool.stop() }
    let driver = DecodeDriver(
      table: replay.table, library: library, pool: pool, desk: desk, peakChange: tally.peak.change,
      duration: replay.script.end, progress: { progress?($0, total) })

    try driver.warmUp()
    let mayReset = ProcessMemory.resetHighWaterMark()
    let baseline = ProcessMemory.resident()
    let (wall, cpu) = (Clocks.monotonic(), Clocks.processCPU())
    let (counted, _) = replay.runOnce(strategy, cells: cells, observer: driver)
    try driver.drain()
    let (wallEnd, cpuEnd, peak) = (Clocks.monotonic(), Clocks.processCPU(), ProcessMemory.highWaterMark())
    var measurements = try driver.collect()
    measurements.runWall = wallEnd - wall
    measurements.processCPU = cpuEnd - cpu
    measurements.peakRSS =
      mayReset
      ? peak
      : .unavailable("the high-water mark could not be reset after set-up (/proc/self/clear_refs)")
    measurements.baselineRSS = baseline
    measurements.scratch = replay.table.scratchBytes * Int64(replay.table.device.workers)
    measurements.strategyTimes = timed.times.samples

    let again = replay.rankWaits(of: counted, strategy, cells: cells)
    let digests = (DeterministicBlock(RunFacts(tally: tally)).digest, DeterministicBlock(RunFacts(tally: again)).digest)
    guard digests.0 == digests.1 else { throw .notRepeatable(first: digests.0, second: digests.1) }
    return RunFacts(tally: tally, measurements: measurements)
  }

  /// Threads that decode, here or each in a process of its own.
  private func openPool(jobCount: Int, bytes: Int) throws(MeasureError) -> (pool: DecodePool, desk: HelperDesk?) {
    let (threadCount, rehearsal) = (replay.table.device.workers, DecodeRehearsal.all(replay.table))
    guard let helper else {
      return (
        try DecodePool(
          library: library, threadCount: threadCount, jobCount: jobCount, rehearsal: rehearsal,
          scratch: replay.table.scratchBytes), nil
      )
    }
    let desk = try HelperDesk(helper, library: library, bytes: bytes)
    let pool = try DecodePool(threadCount: threadCount, jobCount: jobCount, rehearsal: rehearsal) {
      () throws(MeasureError) in try HelperWorker(desk)
    }
    return (pool, desk)
  }
}
