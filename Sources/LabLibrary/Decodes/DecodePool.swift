import LabSystem

/// A fixed number of threads that decode in the order in which jobs are submitted, a bounded number of jobs behind.
final class DecodePool {
  static let runAheadMax = 8

  private struct State {
    var waiting: ContiguousArray<(number: Int, job: DecodeJob)> = []
    /// Numbers of jobs; those done may be out of order.
    var submitted = 0
    var taken = 0
    var done = 0
    var running: ContiguousArray<Int> = []
    /// By number of the job; none of more jobs than are kept.
    var timings: ContiguousArray<DecodeTiming>
    var times = DecodeTimes()
    var incidents = DecodeIncidents()
    var failure: MeasureError?
    var stops = false
    var rehearsed = 0

    /// Returns whether a job is done: jobs are taken in order, so one that was taken and that no thread runs is done.
    func isDone(_ number: Int) -> Bool { number < taken && !running.contains(number) }
  }

  private let monitor: Monitor<State>
  private var threads: [SystemThread] = []

  /// Starts the threads and waits until each has done the rehearsal: decodes whose time and memory do not count, so
  /// that all is warm before the first that does.
  ///
  /// - Parameter scratch: The bytes that the largest picture needs beside its bitmap; each thread holds as many.
  init(
    library: PhotoLibrary, threadCount: Int, jobCount: Int, rehearsal: [DecodeTask], scratch: Int64 = 0,
    timingsMax: Int = LatencySamples.rawMax
  ) throws(MeasureError) {
    let kept = jobCount <= timingsMax ? jobCount : 0
    monitor = Monitor(State(timings: ContiguousArray(repeating: DecodeTiming(), count: kept)))
    // Submitting a job allocates no memory.
    monitor.withLock { state in
      state.waiting.reserveCapacity(DecodePool.runAheadMax)
      state.running.reserveCapacity(threadCount)
    }
    for _ in 0..<threadCount {
      let (worker, pool) = (try DecodeWorker(library, scratch: scratch), monitor)
      threads.append(try .start { DecodePool.work(worker, rehearsal, pool) })
    }
    try wait { state in state.rehearsed == threadCount }
  }

  deinit { stop() }

  /// Submits a job; waits while too many are running.
  func submit(_ job: DecodeJob) throws(MeasureError) -> Int {
    try monitor.wait { state throws(MeasureError) -> Int? in
      if let failure = state.failure { throw failure }
      guard state.submitted - state.done < DecodePool.runAheadMax else { return nil }
      state.waiting.append((state.submitted, job))
      state.submitted += 1
      return state.submitted - 1
    }
  }

  func wait(for number: Int) throws(MeasureError) { try wait { state in state.isDone(number) } }

  func drain() throws(MeasureError) { try wait { state in state.done == state.submitted } }

  private func wait(until isReached: (State) -> Bool) throws(MeasureError) {
    try monitor.wait { state throws(MeasureError) -> Void? in
      if let failure = state.failure { throw failure }
      return isReached(state) ? () : nil
    }
  }

  func results() throws(MeasureError) -> (times: DecodeTimes, incidents: DecodeIncidents) {
    try drain()
    return monitor.withLock { state in
      var times = state.times
      for timing in state.timings.prefix(state.submitted) { times.append(timing) }
      return (times, state.incidents)
    }
  }

  /// Returns the timings of all jobs in order of submission; they must be kept.
  func timings() throws(MeasureError) -> (timings: ContiguousArray<DecodeTiming>, incidents: DecodeIncidents) {
    try drain()
    return monitor.withLock { state in
      precondition(state.timings.count >= state.submitted, "the timings are kept")
      return (state.timings, state.incidents)
    }
  }

  func stop() {
    monitor.withLock { state in state.stops = true }
    for thread in threads { thread.join() }
    threads.removeAll()
  }

  private static func work(_ worker: DecodeWorker, _ rehearsal: [DecodeTask], _ pool: Monitor<State>) {
    do throws(MeasureError) {
      for decode in rehearsal { try worker.rehearse(decode) }
      pool.withLock { state in state.rehearsed += 1 }
      while let (number, job) = next(in: pool) {
        let (isPartial, timing) = try worker.run(job)
        pool.withLock { state in
          if number < state.timings.count { state.timings[number] = timing } else { state.times.append(timing) }
          state.running.removeAll { $0 == number }
          state.done += 1
          state.incidents.record(wall: timing.wall, cpu: timing.cpu)
          if isPartial { state.incidents.recordPartial(asset: job.task.asset) }
        }
      }
    } catch {
      pool.withLock { state in state.failure = state.failure ?? error }
    }
  }

  private static func next(in pool: Monitor<State>) -> (Int, DecodeJob)? {
    pool.wait { state -> (Int, DecodeJob)?? in
      if !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        state.taken += 1
        state.running.append(next.number)
        return .some(next)
      }
      return state.stops || state.failure != nil ? .some(nil) : nil
    }
  }
}

@safe struct DecodeJob {
  var task: DecodeTask
  var pixels: UnsafeMutableRawBufferPointer
  var tier = Tier.full
}

struct DecodeTiming {
  var cpu: Int64 = 0
  var wall: Int64 = 0
  var tier = Tier.full
}

/// The times of decodes by tier, in bounded memory.
struct DecodeTimes {
  var cpu = (full: LatencyRecorder(), thumbnail: LatencyRecorder())
  var wall = (full: LatencyRecorder(), thumbnail: LatencyRecorder())

  mutating func append(_ timing: DecodeTiming) {
    if timing.tier == .full {
      cpu.full.append(timing.cpu)
      wall.full.append(timing.wall)
    } else {
      cpu.thumbnail.append(timing.cpu)
      wall.thumbnail.append(timing.wall)
    }
  }
}
