import CacheLab
import LabSystem
import StrategyKit

/// The replay that the frame thread and the decode threads share, under one lock.
final class RealTimeStage {
  private struct State: ~Copyable {
    let replay: LiveReplay
    let decodes: RealTimeDecodes
    var clock: ReplayClock
    var readyThreads = 0
    var isClosed = false
    var failure: MeasureError?
    var results = DecodeResults()
    var decodeTimes: [Int64] = []
    var decodeLateness: [Int64] = []
    var overruns: Int64 = 0
  }

  private let monitor: Monitor<State>

  /// Takes the replay over: no other code may drive it.
  init(_ replay: LiveReplay, _ decodes: RealTimeDecodes) {
    monitor = Monitor(State(replay: replay, decodes: decodes, clock: ReplayClock(start: 0)))
  }

  // MARK: - The frame thread

  /// Waits until `count` decode threads are ready, then starts the clock and returns it.
  func start(threads count: Int) throws(MeasureError) -> ReplayClock {
    let failure = monitor.wait { state -> MeasureError?? in
      if let failure = state.failure { return .some(failure) }
      return state.readyThreads == count ? .some(nil) : nil
    }
    if let failure { throw failure }
    return monitor.withLock { state in
      state.clock = ReplayClock(start: Clocks.monotonic())
      return state.clock
    }
  }

  /// Runs the step at `index` and those of its time; returns the index after them, or nil after a failure.
  func step(_ index: Int) -> Int? {
    monitor.withLock { state in
      guard state.failure == nil else { return nil }
      return state.replay.steps(from: index, happenAt: state.clock.now())
    }
  }

  /// Ends the replay: running decodes no longer count.
  func close() throws(MeasureError) -> ReplayTally {
    let (tally, failure) = monitor.withLock { state -> (ReplayTally, MeasureError?) in
      state.isClosed = true
      if state.failure == nil { state.replay.stop() }
      return (state.replay.tally, state.failure)
    }
    if let failure { throw failure }
    return tally
  }

  /// Collects the measurements of the threads once they have ended. Bitmaps that are still held are given back.
  func collect(into measurements: inout Measurements, _ frames: inout FrameTimings) {
    monitor.withLock { state in
      state.decodes.releaseAll()
      state.results.write(to: &measurements)
      frames.decodeTimes = state.decodeTimes
      frames.decodeLateness = state.decodeLateness
      frames.overruns = state.overruns
    }
  }

  // MARK: - Decode threads

  /// Runs a decode thread: it warms up and then takes jobs until the replay ends.
  ///
  /// - Parameter makeDecoder: Returns nil to take the declared time without decoding.
  func work(_ makeDecoder: () throws(MeasureError) -> RealTimeDecoder?) {
    do throws(MeasureError) {
      let decoder = try makeDecoder()
      monitor.withLock { state in state.readyThreads += 1 }
      while let (job, clock) = nextJob() {
        var outcome = try decoder?.decode(slot: job.slot) ?? RealTimeOutcome()
        outcome.isOverrun = clock.now() > job.began + job.cost
        clock.wait(until: job.began + job.cost)
        if !end(job, outcome) { decoder?.release(outcome, slot: job.slot) }
      }
    } catch {
      fail(error)
    }
  }

  func fail(_ error: MeasureError) { monitor.withLock { state in state.failure = state.failure ?? error } }

  /// Waits for a decode to do; returns nil if there will be none.
  private func nextJob() -> (job: RealTimeDecodes.Job, clock: ReplayClock)? {
    monitor.wait { state -> (job: RealTimeDecodes.Job, clock: ReplayClock)?? in
      if state.isClosed || state.failure != nil { return .some(nil) }
      return state.decodes.takeJob().map { ($0, state.clock) }
    }
  }

  /// Ends a decode. Returns false if the replay ended before: the bitmap is still the thread's.
  private func end(_ job: RealTimeDecodes.Job, _ outcome: RealTimeOutcome) -> Bool {
    monitor.withLock { state in
      if state.isClosed { return false }
      let now = state.clock.now()
      unsafe state.decodes.setBitmap(outcome.bitmap, slot: job.slot)
      state.replay.decode(
        of: job.slot, gives: .bitmap(bytes: state.replay.bytes(of: job.slot)), at: now, took: now - job.began)
      state.replay.takeJobs(at: now)
      state.decodeTimes.append(now - job.began)
      state.decodeLateness.append(max(0, now - job.began - job.cost))
      if outcome.isOverrun { state.overruns += 1 }
      if unsafe outcome.bitmap != nil { state.results.append(outcome.timing) }
      state.results.incidents.record(wall: outcome.timing.wall, cpu: outcome.timing.cpu)
      if let asset = outcome.partialAsset { state.results.incidents.recordPartial(asset: asset) }
      return true
    }
  }
}

/// The frame thread: wakes when a frame is due, runs it, and records when it was done.
struct RealTimeScreen {
  private(set) var frames: FrameTimings
  /// The most anonymous resident memory at any frame.
  private(set) var anonymousRSSMax = MetricValue.absent("no frame")
  private let script: ReplayScript

  init(script: ReplayScript, refreshPeriod: Int64) {
    self.script = script
    frames = FrameTimings(refreshPeriod: refreshPeriod)
  }

  /// Runs all steps of the script at their times, then waits for its end; stops early after a failure.
  mutating func run(on stage: RealTimeStage, clock: ReplayClock, progress: ((Int, Int) -> Void)?) {
    let total = Int(script.end.rawValue / 1_000_000_000)
    var (index, second) = (0, -1)
    while index < script.steps.count {
      let due = script.steps[index].time
      clock.wait(until: due)
      guard let next = stage.step(index) else { return }
      if script.steps[next - 1].kind == .frame { frames.record(due: due, done: clock.now()) }
      index = next
      // What follows is the lab's own work, in the time that a frame leaves.
      readMemory()
      if Int(due / 1_000_000_000) != second {
        second = Int(due / 1_000_000_000)
        progress?(second, total)
      }
    }
    clock.wait(until: script.end.rawValue)
  }

  private mutating func readMemory() {
    let reading = ProcessMemory.anonymous()
    if case .integer(let most) = anonymousRSSMax, case .integer(let bytes) = reading, bytes <= most { return }
    anonymousRSSMax = reading
  }
}
