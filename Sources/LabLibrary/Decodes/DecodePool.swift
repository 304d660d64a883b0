/// A fixed number of threads that decode in the order in which jobs are submitted, a bounded number of jobs behind.
final class DecodePool {
  static let runAheadMax = 8

  private struct State {
    var waiting: ContiguousArray<(number: Int, job: DecodeJob)> = []
    var submitted = 0
    var done = 0
    var timings: [DecodeTiming?]
    var incidents = DecodeIncidents()
    var failure: MeasureError?
    var stops = false
    var rehearsed = 0
  }

  private let monitor: Monitor<State>
  private var threads: [SystemThread] = []

  /// Starts the threads and waits until each has done the rehearsal: decodes whose time and memory do not count, so
  /// that all is warm before the first that does.
  init(
    library: PhotoLibrary, threadCount: Int, jobCount: Int, rehearsal: [DecodeTask], scratch: Int64 = 0
  ) throws(MeasureError) {
    monitor = Monitor(State(timings: Array(repeating: nil, count: jobCount)))
    // Submitting a job allocates no memory.
    monitor.withLock { state in state.waiting.reserveCapacity(DecodePool.runAheadMax) }
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
      // A run may have more jobs than the one that they were counted in, which its counts tell at its end.
      if state.submitted == state.timings.count { state.timings.append(nil) }
      state.waiting.append((state.submitted, job))
      state.submitted += 1
      return state.submitted - 1
    }
  }

  func wait(for number: Int) throws(MeasureError) { try wait { state in state.timings[number] != nil } }

  func drain() throws(MeasureError) { try wait { state in state.done == state.submitted } }

  private func wait(until isReached: (State) -> Bool) throws(MeasureError) {
    try monitor.wait { state throws(MeasureError) -> Void? in
      if let failure = state.failure { throw failure }
      return isReached(state) ? () : nil
    }
  }

  func results() throws(MeasureError) -> (timings: [DecodeTiming], incidents: DecodeIncidents) {
    try drain()
    return monitor.withLock { state in (state.timings.compactMap { $0 }, state.incidents) }
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
          state.timings[number] = timing
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
      if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
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
