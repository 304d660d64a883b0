import CLabSystem

/// A replay with real decodes beside it.
///
/// The replay runs twice: first without decoding, which gives the exact counts, finds the ledger's peak, and warms up
/// code and heap; then with decodes, whose memory and time are measured. Both must count the same.
public enum MeasuredReplay {
  /// - Parameter progress: Called from time to time with the number of decodes begun and their total.
  public static func run(
    _ strategy: StrategySpec, in replay: Replay, over library: PhotoLibrary, progress: ((Int, Int) -> Void)? = nil
  ) throws(MeasureError) -> RunFacts {
    // Pages that the passes before the reset use come back, those that only start-up used do not.
    ProcessMemory.releaseCode()
    let timer = StrategyTimer(frameCount: replay.script.steps.count)
    let (tally, timed) = replay.run(strategy, observer: timer)
    let total = Int(tally.decodes)
    let pool = try DecodePool(
      library: library, threadCount: replay.table.device.workers, jobCount: total,
      rehearsal: DecodeTask.rehearsal(for: replay.table, library), scratch: replay.table.scratchBytes)
    defer { pool.stop() }
    let driver = DecodeDriver(
      replay, library, pool, peakChange: tally.peak.change, progress: { progress?($0, total) })
    try driver.warmUp()
    let isReset = lab_reset_peak()
    let (baseline, wall, cpu) = (ProcessMemory.reading(lab_memory_resident), Clocks.monotonic(), Clocks.processCPU())
    let (counted, _) = replay.run(strategy, observer: driver)
    try driver.drain()
    let (runWall, processCPU) = (Clocks.monotonic() - wall, Clocks.processCPU() - cpu)
    let peak =
      isReset
      ? ProcessMemory.reading(lab_memory_peak)
      : .absent("the high-water mark could not be reset after set-up (/proc/self/clear_refs)")
    var measurements = try driver.collect()
    (measurements.runWall, measurements.processCPU) = (runWall, processCPU)
    (measurements.baselineRSS, measurements.peakRSS) = (baseline, peak)
    measurements.scratch = replay.table.scratchBytes * Int64(replay.table.device.workers)
    measurements.strategyTimes = timed.times.samples

    let digests = (RunFacts(tally: tally).deterministic.digest, RunFacts(tally: counted).deterministic.digest)
    guard digests.0 == digests.1 else {
      throw MeasureError(
        "two replays of one configuration counted different numbers (digests \(digests.0) and \(digests.1)): "
          + "this is a bug of the lab or of a strategy that does not forget; please report it with the trace")
    }
    return RunFacts(tally: tally, measurements: measurements)
  }
}

struct StrategyTimer: ReplayObserver {
  private(set) var times = LatencyRecorder()
  private var began: Int64 = 0
  private let overhead: Int64

  init(frameCount: Int) {
    times.reserve(frameCount)
    // The smallest difference of two readings is the cost of one.
    overhead =
      (0..<256).map { _ in
        let first = Clocks.monotonic()
        return Clocks.monotonic() - first
      }.min() ?? 0
  }

  mutating func take(_ event: ReplayEvent, at time: Int64) {}

  mutating func strategyWillPlan() { began = Clocks.monotonic() }

  mutating func strategyDidPlan() { times.append(max(0, Clocks.monotonic() - began - overhead)) }
}

/// The reason why a run could not be measured, or no device fitted, with the cure.
public struct MeasureError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  static func unreadable(asset: Int, _ reason: any Error) -> MeasureError {
    MeasureError(
      "asset \(asset) could not be read (\(reason)); check the library with \(ToolName.current) library verify")
  }

  static func noFit(_ reason: String) -> MeasureError {
    MeasureError(
      "no cost model fits what was measured (\(reason)); calibrate again while the machine does nothing else, "
        + "or raise --rounds")
  }
}
