public import CacheLab
public import LabLibrary
public import LabRecords
import LabSystem
public import StrategyKit

/// A replay on the wall clock: frames at the trace's times, real decodes on threads of their own, the same rules as in
/// virtual time.
///
/// Open loop: a frame is due when the trace says so, however late the one before it was. A virtual replay goes before
/// it, so that code and heap are as warm as they get.
public struct RealTimeReplay {
  private let replay: Replay
  private let library: PhotoLibrary
  private let pace: RealTimePace
  private let refreshPeriod: Int64
  private let decodes: Bool

  /// - Parameters:
  ///   - refreshHz: refreshes of the recorded screen a second, at least 1.
  ///   - decodes: false to let decodes only take their declared time.
  /// - Precondition: without decoding, decodes are held to their declared cost.
  public init(replay: Replay, library: PhotoLibrary, pace: RealTimePace, refreshHz: Int64, decodes: Bool) {
    precondition(refreshHz > 0, "a screen refreshes")
    precondition(decodes || pace.decodeEnd == .hold, "what is not decoded takes its declared time")
    self.replay = replay
    self.library = library
    self.pace = pace
    refreshPeriod = max(1, 1_000_000_000 / refreshHz)
    self.decodes = decodes
  }

  /// - Parameter progress: Called with seconds of the trace that have passed and their total, now and then.
  public func run(
    _ strategy: StrategySpec, progress: ((Int, Int) -> Void)? = nil
  ) throws(MeasureError) -> RunFacts {
    let timer = StrategyTimer(frameCount: replay.script.steps.count)
    let (_, timed) = replay.run(strategy, observer: timer)
    let pages = SharedPages()
    let shown = RealTimeDecodes(table: replay.table, pages: pages)
    let stage = RealTimeStage(replay.live(strategy, decodes: shown), shown, pace: pace)
    var threads: [SystemThread] = []
    var (measurements, frames) = (Measurements(), FrameTimings(refreshPeriod: refreshPeriod))
    let result = Result { () throws(MeasureError) in
      for _ in 0..<replay.table.device.workers {
        threads.append(
          try .start {
            stage.work { () throws(MeasureError) in
              decodes ? try RealTimeDecoder(library: library, table: replay.table, pages: pages) : nil
            }
          })
      }
      return try play(on: stage, &measurements, &frames, progress)
    }
    if case .failure(let error) = result { stage.fail(error) }
    for thread in threads { thread.join() }
    stage.collect(into: &measurements, &frames)
    let tally = try result.get()
    measurements.pageCPU = pages.cpu
    measurements.strategyTimes = timed.times.samples
    return RunFacts(tally: tally, measurements: decodes ? measurements : nil, frames: frames)
  }

  /// Starts the clock, runs the frames, stops the clock, and reads what the process took in between.
  private func play(
    on stage: RealTimeStage, _ measurements: inout Measurements, _ frames: inout FrameTimings,
    _ progress: ((Int, Int) -> Void)?
  ) throws(MeasureError) -> ReplayTally {
    var screen = RealTimeScreen(script: replay.script, refreshPeriod: refreshPeriod)
    var account = ProcessAccount()
    let clock = try stage.start(threads: replay.table.device.workers)
    screen.run(on: stage, clock: clock, progress: progress)
    let tally = try stage.close()
    account.end()
    account.write(to: &measurements)
    measurements.scratch = decodes ? replay.table.scratchBytes * Int64(replay.table.device.workers) : 0
    measurements.anonymousRSSAtPeak = screen.anonymousRSSMax
    frames = screen.frames
    return tally
  }
}

/// What a decode thread did for a job.
@safe struct RealTimeOutcome {
  /// The bitmap it made; nil when nothing is decoded.
  var bitmap: UnsafeMutableRawPointer?
  var timing = DecodeTiming()
  /// The photo of an image that came in part.
  var partialAsset: Int?
  /// True when the declared cost was over before the decode was.
  var isOverrun = false
}

/// Trace time on the wall clock: `speed` nanoseconds of a trace pass in one of the wall.
public struct ReplayClock: Sendable {
  private let start: Int64
  private let speed: Rational

  /// The wall clock's reading at which trace time is 0 is `start`.
  ///
  /// - Precondition: `speed` is positive.
  public init(start: Int64, speed: Rational) {
    precondition(speed.numerator > 0, "a replay's speed is positive")
    self.start = start
    self.speed = speed
  }

  /// Trace time now, nanoseconds.
  public func now() -> Int64 { traceDuration(Clocks.monotonic() - start) }

  /// Waits until trace time is `time`; returns at once when it has passed.
  public func wait(until time: Int64) { Clocks.wait(until: wallTime(of: time)) }

  /// What the wall clock reads when trace time is `time`.
  func wallTime(of time: Int64) -> Int64 {
    // Rounded up: whoever waited finds the time reached.
    let (whole, rest) = (Int128(time) * Int128(speed.denominator)).quotientAndRemainder(
      dividingBy: Int128(speed.numerator))
    let wall = rest > 0 ? whole + 1 : whole
    return Int64(clamping: Int128(start) + wall)
  }

  /// Nanoseconds of the trace that pass in `wall` nanoseconds.
  public func traceDuration(_ wall: Int64) -> Int64 {
    // A month at a speed of six digits passes 64 bits.
    let (whole, rest) = (Int128(wall) * Int128(speed.numerator)).quotientAndRemainder(
      dividingBy: Int128(speed.denominator))
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }
}
