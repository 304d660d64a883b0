import LabSystem

/// The decodes that have begun and that no thread has taken yet, oldest first: never more than there are workers.
final class RealTimeQueue: LiveDecodes {
  typealias Job = (slot: Int32, cost: Int64, began: Int64)

  var jobs: ContiguousArray<Job> = []

  func begin(slot: Int32, cost: Int64, at time: Int64) { jobs.append((slot, cost, time)) }
  func end(slot: Int32, kept: Bool) {}
  func drop(slot: Int32) {}
}

/// The replay that the frame thread and the decode threads share, under one lock.
final class RealTimeStage {
  private struct State: ~Copyable {
    let replay: LiveReplay
    let queue: RealTimeQueue
    /// The time of the wall clock when trace time is 0.
    var start: Int64 = 0
    var readyThreads = 0
    var isClosed = false
    var failure: MeasureError?
    var frames: FrameTimings
  }

  private let script: ReplayScript
  private let monitor: Monitor<State>

  init(_ replay: LiveReplay, _ queue: RealTimeQueue, script: ReplayScript, refreshPeriod: Int64) {
    self.script = script
    monitor = Monitor(State(replay: replay, queue: queue, frames: FrameTimings(refreshPeriod: refreshPeriod)))
  }

  var frames: FrameTimings { monitor.withLock { $0.frames } }

  func fail(_ error: MeasureError) { monitor.withLock { state in state.failure = state.failure ?? error } }

  // MARK: - The frame thread

  /// Waits until `count` decode threads are ready, then starts the clock and returns its time.
  func start(threads count: Int) throws(MeasureError) -> Int64 {
    try monitor.wait { state throws(MeasureError) -> Int64? in
      if let failure = state.failure { throw failure }
      guard state.readyThreads == count else { return nil }
      state.start = Clocks.monotonic()
      return state.start
    }
  }

  /// Runs the step at `index` and those of its time; returns the index after them, or nil after a failure.
  func step(_ index: Int) -> Int? {
    monitor.withLock { state in
      guard state.failure == nil else { return nil }
      let next = state.replay.steps(from: index, happenAt: Clocks.monotonic() - state.start)
      if script.steps[next - 1].kind == .frame {
        state.frames.record(due: script.steps[index].time, done: Clocks.monotonic() - state.start)
      }
      return next
    }
  }

  func close() throws(MeasureError) -> ReplayTally {
    try monitor.withLock { state throws(MeasureError) in
      state.isClosed = true
      if let failure = state.failure { throw failure }
      state.replay.stop()
      return state.replay.tally
    }
  }

  // MARK: - Decode threads

  /// Runs a decode thread: it warms up and then takes jobs until the replay ends.
  func work(_ makeDecode: () throws(MeasureError) -> (Int32) throws(MeasureError) -> Void) {
    do throws(MeasureError) {
      let decode = try makeDecode()
      monitor.withLock { state in state.readyThreads += 1 }
      while let (job, start) = nextJob() {
        try decode(job.slot)
        let due = start + job.began + job.cost
        let isOverrun = Clocks.monotonic() > due
        Clocks.wait(until: due)
        end(job, isOverrun: isOverrun)
      }
    } catch {
      fail(error)
    }
  }

  private func nextJob() -> (job: RealTimeQueue.Job, start: Int64)? {
    monitor.wait { state -> (job: RealTimeQueue.Job, start: Int64)?? in
      if state.isClosed || state.failure != nil { return .some(nil) }
      return state.queue.jobs.isEmpty ? nil : (state.queue.jobs.removeFirst(), state.start)
    }
  }

  private func end(_ job: RealTimeQueue.Job, isOverrun: Bool) {
    monitor.withLock { state in
      if state.isClosed { return }
      let now = Clocks.monotonic() - state.start
      state.replay.decode(
        of: job.slot, gives: state.replay.bytes(of: job.slot), at: now, took: now - job.began)
      state.replay.takeJobs(at: now)
      state.frames.decodeTimes.append(now - job.began)
      state.frames.decodeLateness.append(max(0, now - job.began - job.cost))
      if isOverrun { state.frames.overruns += 1 }
    }
  }
}
